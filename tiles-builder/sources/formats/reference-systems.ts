/**
 * Lists accepted coordinate reference systems with control points, and measures how far a projection deviates from these.
 * Source: `reference-systems.csv`, written by `npm run projections`.
 */
import { readFileSync } from 'node:fs';
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import type { Position } from '../../../src/geo/positions.ts';

/** Coordinates in the reference system, and in WGS84 degrees. */
export type ControlPoint = readonly [x: number, y: number, lon: number, lat: number];

/** A projection that deviates more from PROJ is refused. */
export const MOST_DEVIATION_M = 5;

export const REFERENCE_SYSTEMS_FILE = new URL('reference-systems.csv', import.meta.url);
export const REFERENCE_SYSTEMS_HEADER = 'code,x,y,lon,lat,x,y,lon,lat,definition';
const NUMBERS_A_POINT = 4;

export interface ReferenceSystem {
  readonly definition: string;
  readonly controlPoints: readonly ControlPoint[];
}

let table: ReadonlyMap<string, ReferenceSystem> | null = null;

/** Returns systems by code, such as `EPSG:2154`. */
export function referenceSystems(): ReadonlyMap<string, ReferenceSystem> {
  if (table) return table;
  const lines = readFileSync(REFERENCE_SYSTEMS_FILE, 'utf8').trim().split('\n').slice(1);
  table = new Map(
    lines.map((line) => {
      const [places, definition] = line.split(',"', 2);
      const [code, ...texts] = places.split(',');
      const numbers = texts.map(Number);
      const controlPoints = Array.from(
        { length: numbers.length / NUMBERS_A_POINT },
        (_, i) => numbers.slice(i * NUMBERS_A_POINT, (i + 1) * NUMBERS_A_POINT) as unknown as ControlPoint,
      );
      return [`EPSG:${code}`, { definition: definition.slice(0, -1), controlPoints }] as const;
    }),
  );
  return table;
}

/** Returns the greatest distance between projected and true control points, Infinity if a projection fails. */
export function deviation_m(
  project: (position: readonly [number, number]) => Position,
  points: readonly ControlPoint[],
): number {
  let most = 0;
  for (const [x, y, lon, lat] of points) {
    const [foundLon, foundLat] = project([x, y]);
    const east = (((foundLon - lon + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180);
    const distance_m = Math.hypot(east, foundLat - lat) * METRES_PER_DEGREE;
    most = Math.max(most, Number.isFinite(distance_m) ? distance_m : Infinity);
  }
  return most;
}
