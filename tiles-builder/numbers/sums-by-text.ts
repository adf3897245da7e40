/** Sums by 64-bit hash of a text, in an open-addressing table: 21 to 43 bytes a text. */
import { rankOfText } from './rank-of-text.ts';

const FIRST_SLOTS = 1_024;
const MOST_FILLED = 0.75;

export class SumsByText {
  #hashes = new Uint32Array(2 * FIRST_SLOTS);
  #sums = new Float64Array(FIRST_SLOTS);
  #count = 0;

  add(text: string, number: number): void {
    const [high, low] = hashOf(text);
    const slot = this.#slotOf(high, low);
    this.#sums[slot] += number;
    if (this.#hashes[2 * slot + 1] !== 0) return;
    this.#hashes.set([high, low], 2 * slot);
    if (++this.#count > MOST_FILLED * this.#sums.length) this.#grow();
  }

  sumOf(text: string): number {
    return this.#sums[this.#slotOf(...hashOf(text))];
  }

  /** Number of texts whose nonzero sum is wanted. */
  count(isWanted: (sum: number) => boolean): number {
    return this.#sums.reduce((count, sum) => count + (sum !== 0 && isWanted(sum) ? 1 : 0), 0);
  }

  #slotOf(high: number, low: number): number {
    const slots = this.#sums.length;
    let slot = high % slots;
    while (
      this.#hashes[2 * slot + 1] !== 0 &&
      (this.#hashes[2 * slot] !== high || this.#hashes[2 * slot + 1] !== low)
    )
      slot = (slot + 1) % slots;
    return slot;
  }

  #grow(): void {
    const [hashes, sums] = [this.#hashes, this.#sums];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#sums = new Float64Array(2 * sums.length);
    for (const [slot, sum] of sums.entries()) {
      const [high, low] = [hashes[2 * slot], hashes[2 * slot + 1]];
      if (low === 0) continue;
      const moved = this.#slotOf(high, low);
      this.#hashes.set([high, low], 2 * moved);
      this.#sums[moved] = sum;
    }
  }
}

const hashOf = (text: string): [high: number, low: number] => [rankOfText(text), rankOfText(`#${text}`) || 1];
