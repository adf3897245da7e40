/**
 * Records of places, as they lie in the file of an area one after the other, and their order: by position, then by all else that
 * they say. It is the same whatever order they came in, whatever their ids.
 */
import { PbfReader, PbfWriter } from 'pbf';

/** Coordinates in 1e-7 degrees, moved so that none is negative. */
const LON_OFFSET = 1_800_000_000;
const LAT_OFFSET = 900_000_000;
const POSITION_BYTES = 8;
/** Room before a record for the number of its bytes. */
const MOST_LENGTH_BYTES = 5;

/** Writes one record after the other; of each the bytes are to be copied before the next is begun. */
export class RecordWriter {
  readonly #pbf = new PbfWriter();
  readonly #length = new PbfWriter();

  /**
   * @param x longitude in 1e-7 degrees, `y` latitude
   * @param write what else is to be said of the place
   */
  record(x: number, y: number, write: (pbf: PbfWriter) => void): Uint8Array {
    const pbf = this.#pbf;
    pbf.pos = MOST_LENGTH_BYTES;
    pbf.realloc(POSITION_BYTES);
    // The first byte is the most significant one: the order of bytes is that of the positions.
    pbf.dataView.setUint32(pbf.pos, y + LAT_OFFSET);
    pbf.dataView.setUint32(pbf.pos + 4, x + LON_OFFSET);
    pbf.pos += POSITION_BYTES;
    write(pbf);
    this.#length.pos = 0;
    this.#length.writeVarint(pbf.pos - MOST_LENGTH_BYTES);
    const start = MOST_LENGTH_BYTES - this.#length.pos;
    pbf.buf.set(this.#length.buf.subarray(0, this.#length.pos), start);
    return pbf.buf.subarray(start, pbf.pos);
  }
}

/**
 * Hands over each record in their order; the reader stands behind its position.
 * @param bytes the records of an area one after the other
 * @returns how many there were
 */
export function readRecords(bytes: Uint8Array, take: (x: number, y: number, pbf: PbfReader) => void): number {
  const starts: number[] = [];
  const ends: number[] = [];
  const pbf = new PbfReader(bytes);
  while (pbf.pos < bytes.length) {
    const length = pbf.readVarint();
    starts.push(pbf.pos);
    pbf.pos += length;
    ends.push(pbf.pos);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lat = Uint32Array.from(starts, (start) => view.getUint32(start));
  const lon = Uint32Array.from(starts, (start) => view.getUint32(start + 4));
  const contentOf = (record: number): Uint8Array => bytes.subarray(starts[record], ends[record]);
  const order = Uint32Array.from(starts.keys()).sort(
    (a, b) => lat[a] - lat[b] || lon[a] - lon[b] || Buffer.compare(contentOf(a), contentOf(b)),
  );
  for (const record of order) {
    pbf.pos = starts[record] + POSITION_BYTES;
    take(lon[record] - LON_OFFSET, lat[record] - LAT_OFFSET, pbf);
  }
  return order.length;
}
