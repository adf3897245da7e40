import { cellToLatLng, getPentagons } from 'h3-js';
import type { Random } from '../../../tiles-builder/base/numbers/random.ts';

const PENTAGONS = getPentagons(0).map((cell) => cellToLatLng(cell));

/** In a town, on the globe, around the icosahedron's vertices and along its edges. */
export function* placesOnFaces(random: Random): Generator<[lon: number, lat: number]> {
  for (let i = 0; i < 10_000; i++) yield [random.between(2, 2.3), random.between(48, 48.2)];
  for (let i = 0; i < 2_000; i++)
    yield [random.between(-180, 180), (Math.asin(random.between(-1, 1)) * 180) / Math.PI];
  for (const [lat, lon] of PENTAGONS) {
    for (let i = 0; i < 1_000; i++) yield [lon + random.between(-0.3, 0.3), lat + random.between(-0.2, 0.2)];
  }
  for (const [lat, lon] of edgePlaces(random)) {
    for (let i = 0; i < 30; i++) yield [lon + random.between(-0.1, 0.1), lat + random.between(-0.05, 0.05)];
  }
}

function* edgePlaces(random: Random): Generator<[lat: number, lon: number]> {
  const directions = PENTAGONS.map(([lat, lon]) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  });
  for (const from of directions) {
    for (const to of directions) {
      const cosine = from.reduce((sum, value, axis) => sum + value * to[axis], 0);
      if (cosine < 0.4 || cosine > 0.9) continue;
      const share = random.between(0, 1);
      const [x, y, z] = from.map((value, axis) => value * share + to[axis] * (1 - share));
      yield [(Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI, (Math.atan2(y, x) * 180) / Math.PI];
    }
  }
}
