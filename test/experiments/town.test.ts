import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { readJson } from '../../tiles-builder/base/files/read-json.ts';
import { readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { simulateTown, type TownOptions } from '../../tiles-builder/simulate/simulate-town.ts';
import { truthOf, writeTown } from '../../tiles-builder/simulate/write-town.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { CENTRE, coveragePolygon, FIRST_DAY_S, streetFeatures } from '../support/towns/grid-town.ts';
import { compareWithTruth } from './compare-with-truth.ts';

const folder = temporaryFolder();

test.each([100, 200])('intervals hold who lives in zones that cut census squares of %d m', async (side) => {
  const options: TownOptions = {
    ...{ seed: 5, centre: CENTRE, coverage: coveragePolygon(), persons: 6_000, census_square_m: side },
    panel: { share: 0.01, firstMidnight_s: FIRST_DAY_S, days: 1 },
  };
  const streets = { type: 'FeatureCollection' as const, features: streetFeatures() };
  const town = simulateTown(streets, options);
  const made = { features: streets.features, vintage: 'made', attribution: 'made' };
  const description = { name: 'grid', timezone: 'Europe/Berlin', streets: made };
  const sources = join(folder, String(side));
  const file = await writeTown(sources, town, options, description);
  const { locations: _, ...census } = readJson(file) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(census));
  const { manifest } = await buildDataset(readConfig(file), join(folder, `${side}-dataset`), {
    progress: () => {},
  });
  const classes = await compareWithTruth(
    {
      layer: 'living',
      dataset: readerOfFolder(join(folder, `${side}-dataset`), manifest, new LoadedObjects(2 ** 28)),
      coverage: manifest.coverage.living!,
      errorModel: manifest.error_model,
    },
    truthOf(town, options.seed),
    { zones: 1_500 },
  );
  const all = classes.at(-1)!;
  expect(all.zones).toBeGreaterThan(150);
  expect(all.interval_coverage).toBeGreaterThan(0.86);
});
