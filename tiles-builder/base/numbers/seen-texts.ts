/** Remembers texts, to find repeated ids in a register: 64 bits of SHA-1 in an open-addressing table, 11 to 21 bytes a text. */
import { hash } from 'node:crypto';

const FIRST_SLOTS = 1_024;
const MOST_FILLED = 0.75;

/** 40 million texts collide with a probability of 1 in 23,000. */
export class SeenTexts {
  #slots = new Uint32Array(2 * FIRST_SLOTS);
  #count = 0;

  /** Adds a text, and tells whether it is new. */
  add(text: string): boolean {
    const digest = hash('sha1', text, 'buffer');
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4) || 1];
    const slot = this.#slotOf(high, low);
    if (this.#slots[slot + 1] !== 0) return false;
    this.#put(slot, high, low);
    if (++this.#count > (MOST_FILLED * this.#slots.length) / 2) this.#grow();
    return true;
  }

  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    let slot = (2 * high) % slots.length;
    while (slots[slot + 1] !== 0 && (slots[slot] !== high || slots[slot + 1] !== low)) {
      slot = (slot + 2) % slots.length;
    }
    return slot;
  }

  #put(slot: number, high: number, low: number): void {
    this.#slots[slot] = high;
    this.#slots[slot + 1] = low;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let slot = 0; slot < before.length; slot += 2) {
      const [high, low] = [before[slot], before[slot + 1]];
      if (low !== 0) this.#put(this.#slotOf(high, low), high, low);
    }
  }
}
