/** Serialises dwelling sites by delta varints and V8: some 70 bytes a site, without what follows from footprints. */
import { deserialize, serialize } from 'node:v8';
import type { Cell } from '../../src/geo/cells.ts';
import { deltasOf, fromDeltas } from '../base/numbers/deltas.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import { Footprints } from '../geometry/footprints.ts';
import { footprintShapes } from './footprint-shape.ts';
import { MISSING_HOUSE, SITE_CONTEXT, type Sites } from './sites.ts';

const ENDS = ['ringEnds', 'polygonEnds', 'ends'] as const;
const KEPT = ['usable_m2', 'floorsToExpected', 'dwellings', ...SITE_CONTEXT] as const;

interface StoredSites {
  /** Mapped sites come first. */
  readonly mapped: number;
  readonly overfull: number;
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  /** Of the others. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly kept: readonly Sites[(typeof KEPT)[number]][];
  readonly vertices: Uint8Array;
  readonly vertexNumbers: number;
  readonly ends: readonly Uint8Array[];
  readonly endNumbers: readonly number[];
}

export function sitesToBytes(sites: Sites): Buffer {
  const { count, lon, lat, footprints } = sites;
  const mapped = sites.mapped.reduce((sum, own) => sum + own, 0);
  const stored: StoredSites = {
    mapped,
    overfull: sites.overfull,
    x: deltasOf(Int32Array.from(lon.subarray(0, mapped), coordinateUnits)),
    y: deltasOf(Int32Array.from(lat.subarray(0, mapped), coordinateUnits)),
    lon: lon.subarray(mapped, count),
    lat: lat.subarray(mapped, count),
    kept: KEPT.map((figure) => sites[figure]),
    vertices: deltasOf(footprints.vertices, 2),
    vertexNumbers: footprints.vertices.length,
    ends: ENDS.map((name) => deltasOf(footprints[name])),
    endNumbers: ENDS.map((name) => footprints[name].length),
  };
  return serialize(stored);
}

export function sitesFromBytes(partition: Cell, bytes: Buffer): Sites {
  const stored = deserialize(bytes) as StoredSites;
  const { mapped, overfull } = stored;
  const ends = ENDS.map((name, i) => [name, fromDeltas(stored.ends[i], stored.endNumbers[i])] as const);
  const footprints = new Footprints({
    vertices: fromDeltas(stored.vertices, stored.vertexNumbers, 2),
    ...(Object.fromEntries(ends) as Pick<Footprints, (typeof ENDS)[number]>),
  });
  const count = footprints.count;
  const degrees = (units: Uint8Array, others: Float64Array): Float64Array => {
    const all = new Float64Array(count);
    for (const [i, unit] of fromDeltas(units, mapped).entries()) all[i] = unit / UNITS_PER_DEGREE;
    all.set(others, mapped);
    return all;
  };
  const lat = degrees(stored.y, stored.lat);
  const { area_m2, width_m } = footprintShapes(footprints, lat);
  const kept = KEPT.map((figure, i) => [figure, stored.kept[i]] as const);
  return {
    partition,
    count,
    lon: degrees(stored.x, stored.lon),
    lat,
    area_m2: area_m2.fill(MISSING_HOUSE.area_m2, mapped),
    width_m: width_m.fill(MISSING_HOUSE.width_m, mapped),
    ...(Object.fromEntries(kept) as Pick<Sites, (typeof KEPT)[number]>),
    mapped: new Uint8Array(count).fill(1, 0, mapped),
    overfull,
    footprints,
  };
}
