/** Checks that a TIFF's tags lie within the file, before a library reads it. Source: TIFF 6.0, BigTIFF. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { WHOLE_FILE } from './byte-reader.ts';

const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const MOST_TAGS = 1_000;

export function requireSoundTiff(file: string): void {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    const fault = faultIn(new Bytes(descriptor, size));
    if (fault !== null) throw new BadInput(file, null, fault, WHOLE_FILE);
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, null, reasonOf(cause, 'is no TIFF'));
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

class Bytes {
  readonly #descriptor: number;
  readonly size: number;
  isLittle = true;

  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  number(at: number, width: number): number {
    if (!(at >= 0 && at + width <= this.size)) throw new RangeError('it ends before its tags do');
    const bytes = Buffer.alloc(width);
    readSync(this.#descriptor, bytes, 0, width, at);
    if (width === 8) return Number(this.isLittle ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE());
    return this.isLittle ? bytes.readUIntLE(0, width) : bytes.readUIntBE(0, width);
  }
}

function faultIn(bytes: Bytes): string | null {
  const order = bytes.number(0, 2);
  if (order !== 0x4949 && order !== 0x4d4d) return 'is no TIFF';
  bytes.isLittle = order === 0x4949;
  const version = bytes.number(2, 2);
  if (version !== 42 && version !== 43) return 'is no TIFF';
  const isBig = version === 43;
  const [countBytes, wordBytes] = isBig ? [8, 8] : [2, 4];
  const directory = bytes.number(isBig ? 8 : 4, wordBytes);
  const tags = bytes.number(directory, countBytes);
  if (tags === 0 || tags > MOST_TAGS) return 'is damaged: its list of tags cannot be';
  for (let i = 0; i < tags; i++) {
    const at = directory + countBytes + i * (4 + 2 * wordBytes);
    const [tag, type, count] = [
      bytes.number(at, 2),
      bytes.number(at + 2, 2),
      bytes.number(at + 4, wordBytes),
    ];
    const length = count * (TYPE_BYTES[type] ?? 0);
    if (length === 0) return `is damaged: its tag ${tag} has no values`;
    const place = bytes.number(at + 4 + wordBytes, wordBytes);
    if (length > wordBytes && place + length > bytes.size) {
      return `is cut off or damaged: the values of its tag ${tag} are not in it`;
    }
  }
  return null;
}
