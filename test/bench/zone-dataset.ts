/** Dataset and zones of count benchmarks: 150 × 150 km, a tenth of the cells occupied. */
import { cellToLatLng, polygonToCells } from 'h3-js';
import { areaOfPolygon_m2, perimeterOfZone_m } from '../../src/geo/area.ts';
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { readZone } from '../../src/zone/read-zone.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  type CountDataset,
  countDataset,
  type TilePeople,
  withUnits,
} from '../support/datasets/count-dataset.ts';

const CENTRE: Position = [2.35, 48.85];
const SIDE_KM = 150;
const OCCUPIED_SHARE = 0.1;
const VERTICES = 499;
const KM_PER_DEGREE = 111.195;

const at = (x_km: number, y_km: number): Position => [
  CENTRE[0] + x_km / KM_PER_DEGREE / Math.cos((CENTRE[1] * Math.PI) / 180),
  CENTRE[1] + y_km / KM_PER_DEGREE,
];

/**
 * Same people in both layers.
 * @param hasUnits living with census units
 */
export function wideDataset(hasUnits = true): CountDataset {
  const random = new Random(4);
  const half = SIDE_KM / 2;
  const corners = [at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
  const cells = polygonToCells(
    corners.map(([lon, lat]) => [lat, lon]),
    COUNT_TILE_RESOLUTION,
  );
  const allKeys = keysBelow(GRID_RESOLUTION - COUNT_TILE_RESOLUTION);
  const tiles = cells.map((cell): TilePeople => {
    const keys = allKeys.filter(() => random.chance(OCCUPIED_SHARE));
    return { cell, keys, millipersons: keys.map(() => random.integer(1, 20_000)) };
  });
  const living = hasUnits ? withUnits(tiles, unitsOf) : tiles;
  return countDataset({ living, working: tiles });
}

/** Same people in both layers. */
const ONE_UNIT_RESOLUTION = 10;
const UNITS_A_DEGREE = 100;

function unitsOf({ cell, keys }: TilePeople): number[] {
  const known = new Map<number, number>();
  const digits = 8 ** (GRID_RESOLUTION - ONE_UNIT_RESOLUTION);
  const unitOf = (key: number): number => {
    const above = Math.floor(key / digits);
    const unit =
      known.get(above) ?? unitAt(cellFromKey(cell, COUNT_TILE_RESOLUTION, above, ONE_UNIT_RESOLUTION));
    known.set(above, unit);
    return unit;
  };
  return keys.map(unitOf);
}

function unitAt(cell: Cell): number {
  const [lat, lon] = cellToLatLng(cell);
  return Math.floor(lat * UNITS_A_DEGREE) * 360 * UNITS_A_DEGREE + Math.floor((lon * UNITS_A_DEGREE * 2) / 3);
}

function keysBelow(digits: number): number[] {
  if (digits === 0) return [0];
  return keysBelow(digits - 1).flatMap((key) => [0, 1, 2, 3, 4, 5, 6].map((digit) => key * 8 + digit));
}

export const SHAPES = ['circle', 'ragged'] as const;
export type ZoneShape = (typeof SHAPES)[number];

/** A ragged perimeter is 1.5 times the circle's. */
export function zoneOf(shape: ZoneShape, area_km2: number): Polygon {
  const circle = scaledTo(area_km2, () => 1);
  const read = readZone(
    JSON.stringify({
      type: 'Polygon',
      coordinates: shape === 'circle' ? circle : raggedLike(circle, area_km2),
    }),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
}

/** By bisection. */
function raggedLike(circle: Polygon, area_km2: number): Polygon {
  const target_m = 1.5 * perimeterOfZone_m([circle]);
  const ofDepth = (depth: number): Polygon => {
    const random = new Random(5);
    return scaledTo(area_km2, () => 1 + depth * random.between(-1, 1));
  };
  let [low, high] = [0, 0.5];
  for (let step = 0; step < 50; step++) {
    const depth = (low + high) / 2;
    if (perimeterOfZone_m([ofDepth(depth)]) < target_m) low = depth;
    else high = depth;
  }
  return ofDepth(high);
}

function scaledTo(area_km2: number, radiusOf: () => number): Polygon {
  const radii = Array.from({ length: VERTICES }, radiusOf);
  const ofRadius = (radius_km: number): Polygon => {
    const ring = radii.map((radius, i) => {
      const angle = (2 * Math.PI * i) / VERTICES;
      return at(radius * radius_km * Math.cos(angle), radius * radius_km * Math.sin(angle));
    });
    return [[...ring, ring[0]]];
  };
  let radius_km = Math.sqrt(area_km2 / Math.PI);
  // Within the limit.
  for (let step = 0; step < 5; step++) {
    radius_km *= Math.sqrt((area_km2 * 0.999_999 * 1e6) / areaOfPolygon_m2(ofRadius(radius_km)));
  }
  return ofRadius(radius_km);
}
