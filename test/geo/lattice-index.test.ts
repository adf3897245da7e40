import { cellToLatLng, cellToParent, getPentagons, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { GRID_RESOLUTION, keyBelow } from '../../src/geo/cells.ts';
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { ANCESTOR_RESOLUTION, cellOfCentre, findIndex, indexed } from '../../src/geo/lattice-index.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { placesOnFaces } from '../support/zones/places-on-faces.ts';

const SEEDS = [Date.now() % 1e9];

/** Pentagons among the ancestors, which no turn leads below. */
function* placesAtPentagons(random: Random): Generator<[lon: number, lat: number]> {
  for (const cell of getPentagons(ANCESTOR_RESOLUTION)) {
    const [lat, lon] = cellToLatLng(cell);
    for (let i = 0; i < 300; i++) yield [lon + random.between(-0.6, 0.6), lat + random.between(-0.4, 0.4)];
  }
}

test.each(SEEDS)(
  'the index of a cell is that of h3-js, also near and across edges of faces (seed %i)',
  (seed) => {
    const random = new Random(seed);
    const ancestors = new Set<string>();
    for (const [lon, lat] of [...placesOnFaces(random), ...placesAtPentagons(random)]) {
      const asked = latLngToCell(...cellToLatLng(latLngToCell(lat, lon, GRID_RESOLUTION)), GRID_RESOLUTION);
      const centre = centreOfCellAt(...centreOf(asked));
      expect(cellOfCentre(centre), `${lon}, ${lat}`).toBe(asked);
      findIndex(centre);
      expect(indexed.ancestor).toBe(cellToParent(asked, ANCESTOR_RESOLUTION));
      expect(indexed.key).toBe(keyBelow(asked, ANCESTOR_RESOLUTION, GRID_RESOLUTION));
      ancestors.add(indexed.ancestor);
    }
    expect(ancestors.size).toBeGreaterThan(2_000);
  },
);

test('the index of the cell in the middle of its ancestor is that of h3-js', () => {
  const random = new Random(3);
  for (let i = 0; i < 200; i++) {
    const place = [Math.asin(random.between(-1, 1)) * (180 / Math.PI), random.between(-180, 180)] as const;
    const middle = latLngToCell(
      ...cellToLatLng(latLngToCell(...place, ANCESTOR_RESOLUTION)),
      GRID_RESOLUTION,
    );
    expect(cellOfCentre(centreOfCellAt(...centreOf(middle)))).toBe(middle);
  }
});

function centreOf(cell: string): [lon: number, lat: number] {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}
