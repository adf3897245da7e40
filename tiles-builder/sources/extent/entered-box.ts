/**
 * Infers the bounding box of an extract from its ways: the smallest box that every way enters, as extracts contain no way
 * wholly outside.
 */
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  type Ring,
  ringOfBox,
  type Zone,
} from '../../../src/geo/positions.ts';

export function enteredBox(lines: Iterable<Ring>): BoundingBox | null {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const line of lines) {
    if (line.length === 0) continue;
    const box = boundingBoxOf([line]);
    west = Math.min(west, box.east);
    south = Math.min(south, box.north);
    east = Math.max(east, box.west);
    north = Math.max(north, box.south);
  }
  return west < east && south < north ? { west, south, east, north } : null;
}

/** Returns `header`, clipped to `beyond_m` around `entered`, or `entered` if they are disjoint. */
export function boxWithin(header: BoundingBox, entered: BoundingBox, beyond_m: number): BoundingBox {
  const middle = ((entered.south + entered.north) / 2) * (Math.PI / 180);
  const lat = beyond_m / METRES_PER_DEGREE;
  const lon = lat / Math.cos(middle);
  const box = {
    west: Math.max(header.west, entered.west - lon),
    south: Math.max(header.south, entered.south - lat),
    east: Math.min(header.east, entered.east + lon),
    north: Math.min(header.north, entered.north + lat),
  };
  return box.west < box.east && box.south < box.north ? box : entered;
}

export const boxZone = (box: BoundingBox): Zone => [[ringOfBox(box)]];
