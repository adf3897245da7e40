/**
 * Records of places, as they lie in the file of an area one after the other, and their order: by position, then by all else that
 * they say. It is the same whatever order they came in, whatever their ids.
 */
import { PbfReader, PbfWriter } from 'pbf';
import { GrowingArray } from '../numbers/growing-array.ts';

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

/** The records of an area, in their order. */
export class Records {
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  readonly #order: Uint32Array;
  readonly #lat: Uint32Array;
  readonly #lon: Uint32Array;

  /** @param bytes one record after the other, as RecordWriter wrote them; at most 2 GB */
  constructor(bytes: Uint8Array) {
    const starts = new GrowingArray(Int32Array);
    const ends = new GrowingArray(Int32Array);
    const pbf = new PbfReader(bytes);
    while (pbf.pos < bytes.length) {
      const length = pbf.readVarint();
      starts.push(pbf.pos);
      pbf.pos += length;
      ends.push(pbf.pos);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const lat = Uint32Array.from(starts.view(), (start) => view.getUint32(start));
    const lon = Uint32Array.from(starts.view(), (start) => view.getUint32(start + 4));
    const contentOf = (record: number): Uint8Array =>
      bytes.subarray(starts.values[record], ends.values[record]);
    this.#bytes = bytes;
    this.#starts = starts.view();
    this.#order = Uint32Array.from(lat.keys()).sort(
      (a, b) => lat[a] - lat[b] || lon[a] - lon[b] || Buffer.compare(contentOf(a), contentOf(b)),
    );
    this.#lat = lat;
    this.#lon = lon;
  }

  get count(): number {
    return this.#order.length;
  }

  /** @param take the reader stands behind the position, which is in 1e-7 degrees; `place` is that in the order, from 0 */
  read(take: (x: number, y: number, pbf: PbfReader, place: number) => void): void {
    const pbf = new PbfReader(this.#bytes);
    for (const [place, record] of this.#order.entries()) {
      pbf.pos = this.#starts[record] + POSITION_BYTES;
      take(this.#lon[record] - LON_OFFSET, this.#lat[record] - LAT_OFFSET, pbf, place);
    }
  }
}
