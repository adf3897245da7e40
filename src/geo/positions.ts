/** Defines types of GeoJSON geometries in WGS84 degrees, and computes with their bounding boxes. */
import { degreesAcross } from './earth.ts';

/** A position is [longitude, latitude]. */
export type Position = readonly [number, number];

/** A ring is closed: its last position repeats the first. */
export type Ring = readonly Position[];

/** A polygon has a shell and holes, as in GeoJSON; its edges are straight in longitude and latitude. */
export type Polygon = readonly Ring[];

/** The polygons of a zone have disjoint interiors. */
export type Zone = readonly Polygon[];

export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boundingBoxOf(rings: Iterable<Ring>): BoundingBox {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const ring of rings) {
    for (const [lon, lat] of ring) {
      if (lon < west) west = lon;
      if (lon > east) east = lon;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
  }
  return { west, south, east, north };
}

/** Shifts in degrees by which longitudes repeat; one of them brings any two boxes together. */
export const TURNS: readonly number[] = [0, -360, 360];

/** Widens a box, whose west may fall below -180 and its east rise above 180. */
export function widenedBox({ west, south, east, north }: BoundingBox, margin_m: number): BoundingBox {
  const { lon, lat } = degreesAcross(margin_m, Math.max(Math.abs(south), Math.abs(north)));
  return { west: west - lon, south: south - lat, east: east + lon, north: north + lat };
}

export const widenedByDegrees = (
  { west, south, east, north }: BoundingBox,
  margin_degrees: number,
): BoundingBox => ({
  west: west - margin_degrees,
  south: south - margin_degrees,
  east: east + margin_degrees,
  north: north + margin_degrees,
});

/** Returns a closed ring, counterclockwise from the south-west. */
export const ringOfBox = ({ west, south, east, north }: BoundingBox): [lon: number, lat: number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

export const boxAround = (position: Position, reach_m: number): BoundingBox =>
  widenedBox(boundingBoxOf([[position]]), reach_m);

export function commonBox(a: BoundingBox, b: BoundingBox): BoundingBox | null {
  const box = {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : null;
}

/** Tells whether boxes overlap, or touch. */
export const boxesOverlap = (a: BoundingBox, b: BoundingBox): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

/** Computes twice the area in square degrees, positive if counterclockwise. */
export function signedDoubleArea(ring: Ring): number {
  const [lon0, lat0] = ring[0];
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [lonA, latA] = ring[i - 1];
    const [lonB, latB] = ring[i];
    sum += (lonA - lon0) * (latB - lat0) - (lonB - lon0) * (latA - lat0);
  }
  return sum;
}

export const isCounterclockwise = (ring: Ring): boolean => signedDoubleArea(ring) > 0;
