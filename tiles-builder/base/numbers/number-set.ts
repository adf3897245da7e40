/**
 * A set of integers, such as ids of nodes, as a bit set that finds the rank of a member by counts of blocks and population
 * count.
 */

const FIRST_WORDS = 32;
const BITS_IN_WORD = 32;
const WORDS_IN_BLOCK = 16;

export class NumberSet {
  #words = new Uint32Array(FIRST_WORDS);
  #ranks: Uint32Array | null = null;
  #size = 0;

  constructor(numbers: Iterable<number> = []) {
    for (const number of numbers) this.add(number);
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const word = number >>> 5;
    if (word >= this.#words.length) {
      const grown = new Uint32Array(Math.max(2 * this.#words.length, word + 1));
      grown.set(this.#words);
      this.#words = grown;
    }
    const bit = (1 << (number & 31)) >>> 0;
    if ((this.#words[word] & bit) !== 0) return;
    this.#words[word] |= bit;
    this.#size++;
    this.#ranks = null;
  }

  has(number: number): boolean {
    const word = number >>> 5;
    return word < this.#words.length && (this.#words[word] & (1 << (number & 31))) !== 0;
  }

  /** Returns the rank of a member from 0, and -1 for other numbers. */
  placeOf(number: number): number {
    if (!this.has(number)) return -1;
    this.#ranks ??= this.#countBlocks();
    const word = number >>> 5;
    const block = Math.floor(word / WORDS_IN_BLOCK);
    let place = this.#ranks[block];
    for (let before = block * WORDS_IN_BLOCK; before < word; before++) place += bitsIn(this.#words[before]);
    return place + bitsIn(this.#words[word] & ((1 << (number & 31)) - 1));
  }

  *[Symbol.iterator](): Generator<number> {
    for (let word = 0; word < this.#words.length; word++) {
      for (let left = this.#words[word]; left !== 0; left &= left - 1) {
        yield word * BITS_IN_WORD + bitsIn((left & -left) - 1);
      }
    }
  }

  #countBlocks(): Uint32Array {
    const ranks = new Uint32Array(Math.ceil(this.#words.length / WORDS_IN_BLOCK));
    let count = 0;
    for (let word = 0; word < this.#words.length; word++) {
      if (word % WORDS_IN_BLOCK === 0) ranks[word / WORDS_IN_BLOCK] = count;
      count += bitsIn(this.#words[word]);
    }
    return ranks;
  }
}

/** Counts the bits that are 1 (Henry S. Warren, "Hacker's Delight", 5-1). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
