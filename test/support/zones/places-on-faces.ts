import { cellToLatLng, getPentagons } from 'h3-js';
import type { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { onIcosahedronEdge } from './difficult-zones.ts';

const PENTAGONS = getPentagons(0).map((cell) => cellToLatLng(cell));

/** In a town, on the globe, around the icosahedron's vertices and along its edges. */
export function* placesOnFaces(random: Random): Generator<[lon: number, lat: number]> {
  for (let i = 0; i < 10_000; i++) yield [random.between(2, 2.3), random.between(48, 48.2)];
  for (let i = 0; i < 2_000; i++)
    yield [random.between(-180, 180), (Math.asin(random.between(-1, 1)) * 180) / Math.PI];
  for (const [lat, lon] of PENTAGONS) {
    for (let i = 0; i < 1_000; i++) yield [lon + random.between(-0.3, 0.3), lat + random.between(-0.2, 0.2)];
  }
  for (let edge = 0; edge < 60; edge++) {
    const { lon, lat } = onIcosahedronEdge(random);
    for (let i = 0; i < 30; i++) yield [lon + random.between(-0.1, 0.1), lat + random.between(-0.05, 0.05)];
  }
}
