import { degreesAcross } from './earth.ts';

/** A place as [longitude, latitude] in WGS84 degrees. */
export type Position = readonly [number, number];

/** A closed ring: the last position repeats the first. */
export type Ring = readonly Position[];

/** A shell and its holes, as in a GeoJSON Polygon's coordinates. Edges are straight in longitude and latitude. */
export type Polygon = readonly Ring[];

/** Polygons whose interiors do not overlap, as in a GeoJSON MultiPolygon's coordinates. */
export type Zone = readonly Polygon[];

/** Longitudes and latitudes of a box, in degrees. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box around some rings; an empty list gives a box that contains nothing. */
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

/** A box and all places within a distance of it; its west may lie beyond -180 then, and its east beyond 180. */
export function widenedBox({ west, south, east, north }: BoundingBox, margin_m: number): BoundingBox {
  const margin = degreesAcross(margin_m, Math.max(Math.abs(south), Math.abs(north)));
  return {
    west: west - margin.lon,
    south: south - margin.lat,
    east: east + margin.lon,
    north: north + margin.lat,
  };
}

/** The box around all places within a distance of a position, as {@link widenedBox} has it. */
export const boxAround = (position: Position, reach_m: number): BoundingBox =>
  widenedBox(boundingBoxOf([[position]]), reach_m);

/** The box of all places that two boxes share; `null` where there is none. */
export function commonBox(a: BoundingBox, b: BoundingBox): BoundingBox | null {
  const box = {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : null;
}

/** Whether two boxes share a place, be it of their edges. */
export const boxesOverlap = (a: BoundingBox, b: BoundingBox): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

/** Twice the area in square degrees, positive where the ring runs counterclockwise. */
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

/** Which way a ring runs on the plane of longitude and latitude, where its edges are straight. */
export const isCounterclockwise = (ring: Ring): boolean => signedDoubleArea(ring) > 0;
