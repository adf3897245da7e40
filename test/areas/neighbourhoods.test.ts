import { cellToLatLng, cellToParent, getPentagons, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { centreOfCellAt, found, nearestPoint, pointNumber } from '../../src/geo/grid-lattice.ts';
import {
  NEIGHBOURHOOD_RESOLUTION,
  type NeighbourhoodNumber,
  neighbourhoodNumber,
} from '../../tiles-builder/areas/neighbourhoods.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';

const SEEDS = [1, Date.now() % 1e9];
const PENTAGONS = getPentagons(0).map((cell) => cellToLatLng(cell));

/** Places in a town, all over the globe, around the corners of the icosahedron and along its edges. */
function* places(seed: number): Generator<[lon: number, lat: number]> {
  const random = new Random(seed);
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

test.each(SEEDS)(
  'centres of cells are those of h3-js, over corners and edges of faces too (seed %i)',
  (seed) => {
    for (const [lon, lat] of places(seed)) {
      const [centreLat, centreLon] = cellToLatLng(latLngToCell(lat, lon, GRID_RESOLUTION));
      nearestPoint(centreLon, centreLat);
      const centre = pointNumber(found.face, found.a, found.b);
      expect(centreOfCellAt(lon, lat), `${lon}, ${lat}`).toBe(centre);
    }
  },
);

test.each(SEEDS)(
  'one number is one neighbourhood, and most neighbourhoods are one number (seed %i)',
  (seed) => {
    const cells = new Map<NeighbourhoodNumber, string>();
    let tried = 0;
    for (const [lon, lat] of places(seed)) {
      const number = neighbourhoodNumber(lon, lat);
      const cell = cellToParent(latLngToCell(lat, lon, GRID_RESOLUTION), NEIGHBOURHOOD_RESOLUTION);
      const known = cells.get(number);
      if (known) expect(cell, `${lon}, ${lat}`).toBe(known);
      cells.set(number, cell);
      tried++;
    }
    expect(cells.size).toBeLessThan(tried / 2);
    expect(cells.size / new Set(cells.values()).size).toBeLessThan(1.2);
  },
);
