/**
 * Draws reproducible random numbers from a seed: xoshiro128** 1.1 by David Blackman and Sebastiano Vigna
 * (https://prng.di.unimi.it), seeded by SplitMix32.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = new Uint32Array(4);
    this.restart(seed);
  }

  restart(seed: number): void {
    let z = seed >>> 0;
    for (let i = 0; i < this.#state.length; i++) {
      z = (z + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      this.#state[i] = mixed ^ (mixed >>> 16);
    }
  }

  /** Draws an integer from 0 to 2^32 - 1. */
  next(): number {
    const s = this.#state;
    const product = Math.imul(s[1], 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** Draws a number in [0, 1). */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Draws an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Draws from the standard normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  pick<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.unit() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)![0];
  }

  pickIndex(runningTotals: Float64Array): number {
    const target = this.unit() * runningTotals.at(-1)!;
    let low = 0;
    let high = runningTotals.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (runningTotals[middle] <= target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Weighted random order (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006). */
  order<T>(items: readonly T[], weightOf: (item: T) => number): T[] {
    const keyed = items.map((item) => ({ item, key: -Math.log(1 - this.unit()) / weightOf(item) }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}
