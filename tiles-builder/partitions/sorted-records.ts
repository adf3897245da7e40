/**
 * Writes records of places in a partition, and reads them sorted by position (radix sort), then content, whatever the
 * input order.
 */
import { PbfReader, PbfWriter } from 'pbf';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { orderBy } from '../base/numbers/sum-by-key.ts';

/** Makes coordinates non-negative. */
const LON_OFFSET = 1_800_000_000;
const LAT_OFFSET = 900_000_000;
const POSITION_BYTES = 8;
const MOST_LENGTH_BYTES = 5;

/** Bytes are valid until the next call. */
export class RecordWriter {
  readonly #pbf = new PbfWriter();
  readonly #length = new PbfWriter();

  /** @param x longitude in 1e-7 degrees, `y` latitude */
  record(x: number, y: number, write: (pbf: PbfWriter) => void): Uint8Array {
    const pbf = this.#pbf;
    pbf.pos = MOST_LENGTH_BYTES;
    pbf.realloc(POSITION_BYTES);
    // Big-endian, to sort bytes by position.
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

export class Records {
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  readonly #order: Uint32Array;
  readonly #lat: Uint32Array;
  readonly #lon: Uint32Array;

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
    const byLon = orderBy(lon);
    const order = orderBy(byLon.map((record) => lat[record])).map((place) => byLon[place]);
    for (let from = 0, to = 1; to <= order.length; to++) {
      const isSame = lat[order[to]] === lat[order[from]] && lon[order[to]] === lon[order[from]];
      if (to < order.length && isSame) continue;
      if (to - from > 1) order.subarray(from, to).sort((a, b) => Buffer.compare(contentOf(a), contentOf(b)));
      from = to;
    }
    this.#order = order;
    this.#lat = lat;
    this.#lon = lon;
  }

  get count(): number {
    return this.#order.length;
  }

  /** @param take gets the reader after the position (1e-7 degrees); `place` is the rank */
  read(take: (x: number, y: number, pbf: PbfReader, place: number) => void): void {
    const pbf = new PbfReader(this.#bytes);
    for (const [place, record] of this.#order.entries()) {
      pbf.pos = this.#starts[record] + POSITION_BYTES;
      take(this.#lon[record] - LON_OFFSET, this.#lat[record] - LAT_OFFSET, pbf, place);
    }
  }
}
