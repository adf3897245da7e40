/** Exponential Golomb codes (Teuhola, "A compression method for clustered bit-vectors", 1978). See FORMAT.md. */

const WORD = 32;
export const MOST_ORDER = 15;

/** @param numbers below 2^32 */
export function shortestOrder(numbers: readonly number[]): number {
  const bits = Array.from({ length: MOST_ORDER + 1 }, (_, order) =>
    numbers.reduce((sum, number) => sum + order + 2 * (WORD - Math.clz32((number >>> order) + 1)), 0),
  );
  return bits.indexOf(Math.min(...bits));
}

export class ExpGolombWriter {
  readonly #bytes: number[] = [];
  #pending = 0;
  #pendingBits = 0;

  /**
   * @param number integer from 0 to below 2^52
   * @param order how many of its lowest bits are written as they are, 0 to 15
   */
  push(number: number, order = 0): void {
    const shifted = number + 2 ** order;
    const high = Math.floor(shifted / 2 ** WORD);
    const bits = high > 0 ? 2 * WORD - Math.clz32(high) : WORD - Math.clz32(shifted);
    this.#write(0, bits - 1 - order);
    if (high > 0) this.#write(high, bits - WORD);
    this.#write(shifted - high * 2 ** WORD, Math.min(bits, WORD));
  }

  #write(value: number, bits: number): void {
    this.#pending = this.#pending * 2 ** bits + value;
    this.#pendingBits += bits;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      const unit = 2 ** this.#pendingBits;
      const byte = Math.floor(this.#pending / unit);
      this.#bytes.push(byte);
      this.#pending -= byte * unit;
    }
  }

  finish(): number[] {
    if (this.#pendingBits > 0) this.#write(0, 8 - this.#pendingBits);
    return this.#bytes;
  }
}

export class ExpGolombReader {
  readonly #bytes: Uint8Array;
  readonly #bits: number;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#bits = 8 * bytes.length;
  }

  get isAtEnd(): boolean {
    return this.#at <= this.#bits && this.#bits - this.#at < 8;
  }

  get isCutShort(): boolean {
    return this.#at > this.#bits;
  }

  next(order = 0): number {
    const at = this.#at;
    const byte = at >>> 3;
    const shift = at & 7;
    const bytes = this.#bytes;
    if (byte + 5 > bytes.length) return this.#nextByBits(order);
    const high = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
    const word = (high << shift) | (bytes[byte + 4] >>> (8 - shift));
    const zeros = Math.clz32(word);
    const length = 2 * zeros + 1 + order;
    if (length > WORD) return this.#nextByBits(order);
    this.#at = at + length;
    return (word >>> (WORD - length)) - (1 << order);
  }

  /** Near the end, and for large numbers. */
  #nextByBits(order: number): number {
    let zeros = 0;
    while (this.#nextBit() === 0) {
      // Damaged.
      if (++zeros > 52) return 0;
    }
    let number = 1;
    for (let bit = 0; bit < zeros + order; bit++) number = 2 * number + this.#nextBit();
    return number - 2 ** order;
  }

  #nextBit(): number {
    const at = this.#at++;
    return at < this.#bits ? (this.#bytes[at >>> 3] >>> (7 - (at & 7))) & 1 : 0;
  }
}
