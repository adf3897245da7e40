/** Encodes integers as zigzag varints of their differences, and decodes them. */
import { PbfReader, PbfWriter } from 'pbf';

/** @param every stride of differences: 2 for pairs */
export function deltasOf(numbers: Int32Array, every = 1): Uint8Array {
  const pbf = new PbfWriter();
  for (let i = 0; i < numbers.length; i++)
    pbf.writeSVarint(numbers[i] - (i < every ? 0 : numbers[i - every]));
  return pbf.finish();
}

export function fromDeltas(bytes: Uint8Array, count: number, every = 1): Int32Array {
  const pbf = new PbfReader(bytes);
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = pbf.readSVarint() + (i < every ? 0 : numbers[i - every]);
  return numbers;
}
