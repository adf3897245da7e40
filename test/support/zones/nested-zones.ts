/** The parts of one zone that lie farther outside another one than a tolerance, on a plane around both. */
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { bufferOf, differenceOf } from '../../../tiles-builder/geometry/clip-zones.ts';

/** Rounded corners of a buffer, and the plane, are that much nearer. */
const PLANE_TOLERANCE = 1.03;

export function partsBeyond(inner: Zone, outer: Zone, tolerance_m: number): Zone {
  const { south, north } = boundingBoxOf(outer.flat());
  const eastPerNorth = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const onPlane = (zone: Zone): Zone =>
    zone.map((rings) => rings.map((ring) => ring.map(([lon, lat]): Position => [lon * eastPerNorth, lat])));
  const grown = bufferOf(onPlane(outer), (PLANE_TOLERANCE * tolerance_m) / METRES_PER_DEGREE);
  return differenceOf(onPlane(inner), grown);
}
