/** Spills streets that may have houses by partition, and reads them back as pieces of 20 m, weighted by class of street. */
import type { Cell } from '../../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import type { Tags } from '../../base/records.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { type LineNodes, NOWHERE } from '../../sources/features.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { partitionsNear } from '../partitions.ts';
import { Records, RecordWriter } from '../sorted-records.ts';

/** Columns with an entry a piece, in deterministic order. */
export interface StreetPieces {
  readonly count: number;
  /** Longitude of a piece's middle in degrees. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Length along which houses may stand. */
  readonly buildable_m: Float64Array;
}

/** Shares are multiples of 0.01. */
const BUILDABLE_BY_CLASS: Readonly<Record<string, number>> = {
  residential: 1,
  living_street: 1,
  unclassified: 0.5,
  tertiary: 0.5,
  secondary: 0.4,
  pedestrian: 0.5,
  road: 0.5,
  primary: 0.3,
};
const PIECE_M = 20;
const LOOK_M = 400;

/** Returns homes by metre of way relative to residential streets, `undefined` without homes. */
export function buildableShareOf({ highway = '', tunnel = 'no', bridge = 'no' }: Tags): number | undefined {
  return tunnel === 'no' && bridge === 'no' ? BUILDABLE_BY_CLASS[highway] : undefined;
}

const writer = new RecordWriter();

export function spillStreet(spill: PartitionSpill, { lon, lat }: LineNodes, buildable: number): void {
  for (let first = 0; first < lon.length; first++) {
    if (lon[first] === NOWHERE) continue;
    let end = first + 1;
    while (end < lon.length && lon[end] !== NOWHERE) end++;
    if (end - first > 1) spillRun(spill, lon.subarray(first, end), lat.subarray(first, end), buildable);
    first = end;
  }
}

function spillRun(spill: PartitionSpill, lon: Int32Array, lat: Int32Array, buildable: number): void {
  const partitions = new Set<Cell>();
  for (let i = 1; i < lon.length; i++) {
    const looks = Math.max(1, Math.ceil(segmentLength_m(lon[i - 1], lat[i - 1], lon[i], lat[i]) / LOOK_M));
    for (let look = i === 1 ? 0 : 1; look <= looks; look++) {
      const share = look / looks;
      const x = lon[i - 1] + (lon[i] - lon[i - 1]) * share;
      const y = lat[i - 1] + (lat[i] - lat[i - 1]) * share;
      for (const partition of partitionsNear(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE))
        partitions.add(partition);
    }
  }
  const record = writer.record(lon[0], lat[0], (pbf) => {
    pbf.writeVarint(Math.round(buildable * 100));
    pbf.writeVarint(lon.length - 1);
    for (let i = 1; i < lon.length; i++) {
      pbf.writeSVarint(lon[i] - lon[i - 1]);
      pbf.writeSVarint(lat[i] - lat[i - 1]);
    }
  });
  for (const partition of partitions) spill.append(partition, record);
}

export function readStreets(bytes: Uint8Array): StreetPieces {
  const lon = new GrowingArray(Float64Array);
  const lat = new GrowingArray(Float64Array);
  const buildable_m = new GrowingArray(Float64Array);
  new Records(bytes).read((startX, startY, pbf) => {
    const buildable = pbf.readVarint() / 100;
    let [x, y] = [startX, startY];
    for (let segments = pbf.readVarint(); segments > 0; segments--) {
      const [toX, toY] = [x + pbf.readSVarint(), y + pbf.readSVarint()];
      const length_m = segmentLength_m(x, y, toX, toY);
      const pieces = Math.max(1, Math.round(length_m / PIECE_M));
      for (let piece = 0; piece < pieces; piece++) {
        const share = (piece + 0.5) / pieces;
        lon.push((x + (toX - x) * share) / UNITS_PER_DEGREE);
        lat.push((y + (toY - y) * share) / UNITS_PER_DEGREE);
        buildable_m.push((buildable * length_m) / pieces);
      }
      [x, y] = [toX, toY];
    }
  });
  return {
    count: lon.length,
    lon: lon.taken(),
    lat: lat.taken(),
    buildable_m: buildable_m.taken(),
  };
}

/** Coordinates are in 1e-7 degrees. */
function segmentLength_m(x1: number, y1: number, x2: number, y2: number): number {
  const scale = Math.cos((y1 / UNITS_PER_DEGREE) * (Math.PI / 180));
  return (METRES_PER_DEGREE / UNITS_PER_DEGREE) * Math.hypot(y2 - y1, (x2 - x1) * scale);
}
