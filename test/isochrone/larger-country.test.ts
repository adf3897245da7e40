import { expect, test } from 'vitest';
import { computeIsochrone, type Isochrone } from '../../src/isochrone/compute-isochrone.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { alone } from '../support/roads/alone.ts';
import { crossingAt, lattice } from '../support/roads/lattice.ts';
import { cutGraph, type RealRoads } from '../support/roads/real-roads.ts';

const COLUMNS = 30;
/** Their provinces end within the smaller country. */
const ROWS = [1, 5, 9, 13, 17];

const country = (rows: number): Promise<RealRoads> =>
  cutGraph(lattice({ west: 0, south: 0, columns: COLUMNS, rows }), 'motorized');

async function isochroneIn({ reader }: RealRoads, column: number, row: number) {
  const cold = reader(new LoadedObjects(MAX_LOADED_BYTES));
  const query = { origin: crossingAt(column, row), travel: 'motorized', time_s: 900 } as const;
  const result = await computeIsochrone(query, alone(cold));
  return { zone: (result as { value: Isochrone }).value.zone, work: cold.work };
}

/** Fails with 1.28 times the bytes if root pages hold the whole country. */
test('an isochrone reads no more objects, and hardly more bytes, in a country of three times the size', async () => {
  const [small, large] = [await country(40), await country(120)];
  for (const row of ROWS) {
    for (let column = 1; column < COLUMNS; column += 2) {
      const inSmall = await isochroneIn(small, column, row);
      const inLarge = await isochroneIn(large, column, row);
      expect(inLarge.zone).toEqual(inSmall.zone);
      expect(inLarge.work.objects).toBeLessThanOrEqual(inSmall.work.objects);
      expect(inLarge.work.bytes).toBeLessThan(1.05 * inSmall.work.bytes);
    }
  }
});
