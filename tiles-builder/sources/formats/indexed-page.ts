/**
 * Decodes dictionary-encoded Parquet pages row by row from their run-length and bit-packed runs: a kilobyte may hold a million
 * rows. Source: parquet.apache.org.
 */
import type { DecodedArray } from 'hyparquet';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { getMaxDefinitionLevel } from 'hyparquet/src/schema.js';
import type { ColumnDecoder, PageHeader } from 'hyparquet/src/types.js';

export interface Page {
  readonly rows: number;
  next(): unknown;
}

export class IndexedPage implements Page {
  readonly rows: number;
  readonly #dictionary: DecodedArray;
  /** Definition level by row; `null` for a required column. */
  readonly #levels: RunsOfNumbers | null;
  readonly #mostLevel: number;
  readonly #indexes: RunsOfNumbers | null;

  /** `null` for a page without dictionary. */
  static of(
    header: PageHeader,
    bytes: Uint8Array,
    decoder: ColumnDecoder,
    dictionary: DecodedArray = [],
  ): IndexedPage | null {
    const { data_page_header: first, data_page_header_v2: second } = header;
    const { codec, compressors } = decoder;
    const encoding = first?.encoding ?? second?.encoding;
    if (!encoding?.endsWith('_DICTIONARY')) return null;
    const mostLevel = getMaxDefinitionLevel(decoder.schemaPath);
    const unpack = (packed: Uint8Array, size_bytes: number): Uint8Array =>
      decompressPage(packed, size_bytes, codec, compressors);
    if (first) {
      const page = unpack(bytes, header.uncompressed_page_size);
      const levels_bytes = mostLevel === 0 ? 0 : 4 + viewOf(page).getUint32(0, true);
      if (levels_bytes > page.length) throw new Error('a page ends before its values');
      const levels = page.subarray(Math.min(4, levels_bytes), levels_bytes);
      return new IndexedPage(first.num_values, mostLevel, levels, page.subarray(levels_bytes), dictionary);
    }
    const { num_values, definition_levels_byte_length, repetition_levels_byte_length, is_compressed } =
      second!;
    const levels_bytes = definition_levels_byte_length + repetition_levels_byte_length;
    if (levels_bytes > bytes.length) throw new Error('a page ends before its values');
    const levels = bytes.subarray(repetition_levels_byte_length, levels_bytes);
    const packed = bytes.subarray(levels_bytes);
    const indexes = is_compressed ? unpack(packed, header.uncompressed_page_size - levels_bytes) : packed;
    return new IndexedPage(num_values, mostLevel, levels, indexes, dictionary);
  }

  private constructor(
    rows: number,
    mostLevel: number,
    levels: Uint8Array,
    indexes: Uint8Array,
    dictionary: DecodedArray,
  ) {
    this.rows = rows;
    this.#mostLevel = mostLevel;
    this.#levels = mostLevel === 0 ? null : new RunsOfNumbers(levels, 32 - Math.clz32(mostLevel));
    this.#indexes = indexes.length === 0 ? null : new RunsOfNumbers(indexes.subarray(1), indexes[0]);
    this.#dictionary = dictionary;
  }

  next(): unknown {
    if (this.#levels && this.#levels.next() !== this.#mostLevel) return null;
    if (!this.#indexes) throw new Error('a page does not hold its values');
    const index = this.#indexes.next();
    if (index >= this.#dictionary.length) throw new Error('a value is not in its dictionary');
    return this.#dictionary[index];
  }
}

class RunsOfNumbers {
  readonly #view: DataView;
  readonly #bits: number;
  #offset = 0;
  #left = 0;
  #nextBit: number | null = null;
  #number = 0;

  constructor(bytes: Uint8Array, bits: number) {
    if (bits > 32) throw new Error('numbers of a dictionary have too many bits');
    this.#view = viewOf(bytes);
    this.#bits = bits;
  }

  next(): number {
    if (this.#bits === 0) return 0;
    while (this.#left === 0) this.#beginRun();
    this.#left--;
    if (this.#nextBit === null) return this.#number;
    const number = this.#packed(this.#nextBit);
    this.#nextBit += this.#bits;
    return number;
  }

  #beginRun(): void {
    const header = this.#variableInteger();
    const isPacked = header % 2 === 1;
    const count = Math.floor(header / 2);
    this.#left = isPacked ? 8 * count : count;
    this.#nextBit = isPacked ? 8 * this.#offset : null;
    if (!isPacked) this.#number = this.#packed(8 * this.#offset);
    this.#offset += isPacked ? count * this.#bits : Math.ceil(this.#bits / 8);
  }

  #packed(firstBit: number): number {
    let number = 0;
    for (let got = 0; got < this.#bits; ) {
      const bit = firstBit + got;
      const inByte = bit % 8;
      const some = Math.min(8 - inByte, this.#bits - got);
      const own = (this.#view.getUint8(Math.floor(bit / 8)) >> inByte) & ((1 << some) - 1);
      number += own * 2 ** got;
      got += some;
    }
    return number;
  }

  #variableInteger(): number {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#view.getUint8(this.#offset++);
      number += (byte % 128) * factor;
      if (byte < 128) return number;
    }
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
