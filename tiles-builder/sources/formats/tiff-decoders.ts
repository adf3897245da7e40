/**
 * Replaces, by being imported, the Deflate and LZW decoders of the TIFF library: on damaged files those may not end, or exhaust
 * memory, while these bound the size of unpacked blocks.
 */
import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder, registerTag } from 'geotiff';

/** The library reads lazy tags as little-endian, whatever the byte order. */
const TAGS_READ_AT_ONCE = { StripOffsets: 273, StripByteCounts: 279, TileOffsets: 324, TileByteCounts: 325 };
for (const [name, tag] of Object.entries(TAGS_READ_AT_ONCE)) registerTag(tag, name, 'LONG', true, true);

const DEFLATE = [8, 32_946];
const LZW = 5;
const [CLEAR, END] = [256, 257];
const MOST_CODES = 4_096;

function mostBytes({
  tileWidth,
  tileHeight,
  bitsPerSample,
  samplesPerPixel = 1,
}: BaseDecoder['parameters']): number {
  const bits = Math.max(
    ...[bitsPerSample].flatMap((sample) => (typeof sample === 'number' ? [sample] : [...sample])),
  );
  return tileWidth * tileHeight * samplesPerPixel * Math.ceil(bits / 8);
}

class DeflateDecoder extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBufferLike {
    return copyOf(inflateSync(new Uint8Array(packed), { maxOutputLength: mostBytes(this.parameters) }));
  }
}

class LzwDecoder extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBufferLike {
    return copyOf(unpackLzw(new Uint8Array(packed), mostBytes(this.parameters)));
  }
}

const copyOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/**
 * LZW of TIFF 6.0, section 13; code widths grow one code early.
 * @throws Error for an invalid code or too much output
 */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array {
  const unpacked = new Uint8Array(most);
  const [before, last, first, length] = [
    new Uint16Array(MOST_CODES),
    new Uint8Array(MOST_CODES),
    new Uint8Array(MOST_CODES),
    new Uint32Array(MOST_CODES),
  ];
  for (let code = 0; code < CLEAR; code++) [last[code], first[code], length[code]] = [code, code, 1];
  let [known, bits, at, bit, previous] = [END + 1, 9, 0, 0, -1];
  const write = (code: number): void => {
    const end = at + length[code];
    if (end > most) throw new Error('a block holds more than it may');
    let own = code;
    for (let to = end - 1; to >= at; to--) {
      unpacked[to] = last[own];
      own = before[own];
    }
    at = end;
  };
  const add = (ending: number): void => {
    if (known === MOST_CODES) return;
    before[known] = previous;
    last[known] = ending;
    first[known] = first[previous];
    length[known] = length[previous] + 1;
    known++;
    if (known + 1 >= 1 << bits && bits < 12) bits++;
  };
  for (;;) {
    if (bit + bits > packed.length * 8) throw new Error('a block is cut off');
    const byte = bit >> 3;
    const three = (packed[byte] << 16) | ((packed[byte + 1] ?? 0) << 8) | (packed[byte + 2] ?? 0);
    const code = (three >> (24 - (bit & 7) - bits)) & ((1 << bits) - 1);
    bit += bits;
    if (code === END) return unpacked.subarray(0, at);
    if (code === CLEAR) {
      [known, bits, previous] = [END + 1, 9, -1];
      continue;
    }
    if (previous < 0 && code > CLEAR) throw new Error('a block begins with no byte');
    if (code > known) throw new Error('a block has a code that nothing stands for');
    // The new code is the previous text with its first byte repeated.
    if (previous >= 0) add(first[code === known ? previous : code]);
    write(code);
    previous = code;
  }
}

addDecoder(DEFLATE, async () => DeflateDecoder);
addDecoder(LZW, async () => LzwDecoder);
