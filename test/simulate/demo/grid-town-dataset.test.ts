import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { countPeople } from '../../../src/count/count-people.ts';
import { TRAVELS } from '../../../src/format/tile-sets.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { computeIsochrone } from '../../../src/isochrone/compute-isochrone.ts';
import type { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import { readerOfFolder } from '../../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../../tiles-builder/pipeline/build-dataset.ts';
import { squareAround } from '../../../tiles-builder/simulate/local-plane.ts';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import {
  type Crossing,
  crossingPosition,
  type GridPlace,
  type GridTown,
  placesWithin,
  timeForBlocks_s,
  writeGridTown,
} from '../../support/towns/grid-town.ts';

/** Half a side: less than half the way to the next place, more than a group of cells. */
const AROUND_M = 190;
const ORIGINS: Crossing[] = [
  [4, 4],
  [0, 0],
  [7, 2],
];

describe('the dataset of the grid town', () => {
  const folder = temporaryFolder();
  let town: GridTown;
  let dataset: DatasetReader;
  const peopleOf = (places: readonly GridPlace[]): number =>
    places.reduce((sum, { people }) => sum + people, 0);
  const living = async (zone: Zone): Promise<number> => (await countPeople('living', zone, dataset)).people;

  beforeAll(async () => {
    town = await writeGridTown(join(folder, 'sources'));
    const { manifest } = await buildDataset(readConfig(town.config), join(folder, 'dataset'), {
      progress: () => {},
    });
    dataset = readerOfFolder(join(folder, 'dataset'), manifest, new LoadedObjects(1e8));
  });

  test('has everybody in the cell of the home', async () => {
    expect(dataset.manifest.living).toMatchObject({ cells: 12, total_millipersons: town.people * 1000 });
    expect(await living([town.coverage])).toBeCloseTo(town.people, 6);
    for (const { footprint, people } of town.places) {
      const share = (await living([footprint])) / people;
      if (people === 0) expect(await living([footprint])).toBe(0);
      else expect(share > 0.1 && share < 1).toBe(true);
    }
  });

  test.each(TRAVELS)('reaches by %s the people that integer arithmetic gives', async (travel) => {
    for (const origin of ORIGINS) {
      for (let blocks = 1; blocks <= 12; blocks++) {
        const time_s = timeForBlocks_s(travel, blocks);
        const isochrone = await computeIsochrone(
          { origin: crossingPosition(origin), travel, time_s },
          dataset,
        );
        if (!isochrone.ok) throw new Error(JSON.stringify(isochrone.failure));
        expect(isochrone.value.cut).toBe(false);
        const expected = peopleOf(placesWithin(origin, blocks));
        expect(await living(isochrone.value.zone), `${origin} ${blocks}`).toBeCloseTo(expected, 6);
      }
    }
  });

  test('has all workers, and those of each place around it', async () => {
    const working = async (zone: Zone): Promise<number> =>
      (await countPeople('working', zone, dataset)).people;
    expect(await working([town.coverage])).toBeCloseTo(town.people, 6);
    for (const { name, position } of town.places) {
      const around = squareAround(position, AROUND_M);
      expect(await working([[around]]), name).toBeCloseTo(town.workersByPlace.get(name) ?? 0, 6);
    }
  });
});
