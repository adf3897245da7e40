/** Whole datasets of real extracts: built, verified, published and asked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config.ts';
import { readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { type HttpService, startHttpService } from '../support/http-service.ts';
import { readBoundary } from '../support/read-extract.ts';
import { describeOnRealData } from '../support/real-data.ts';
import {
  BEAUSOLEIL_RELATION,
  countryExtracts,
  rivieraExtract,
  writeCountryConfig,
  writeRivieraConfig,
} from '../support/real-datasets.ts';

const quiet = (): void => {};

const readerOf = ({ folder, manifest }: BuildSummary): DatasetReader =>
  readerOfFolder(folder, manifest, new LoadedObjects(1e9));

describeOnRealData('the dataset of the Riviera', () => {
  const folder = mkdtempSync(join(tmpdir(), 'riviera-'));
  let built: BuildSummary;
  let service: HttpService;

  beforeAll(async () => {
    const config = await writeRivieraConfig(join(folder, 'sources'));
    built = await buildDataset(readConfig(config), join(folder, 'dataset'), { progress: quiet });
    service = await startHttpService('riviera');
    await publishDataset(built.folder, service.bucket, quiet);
  });
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  test('verifies', async () => {
    expect((await verifyDataset(built.folder, quiet, Date.now())).faults).toEqual([]);
  });

  test("counts in its whole coverage what the census squares' people inside it add up to", async () => {
    const { people } = await countPeople('living', built.manifest.coverage.living!, readerOf(built));
    const total = built.living!.census_total_millipersons / MILLIPERSONS;
    expect(built.manifest.living!.total_millipersons).toBe(built.living!.census_total_millipersons);
    expect(people / total).toBeGreaterThan(0.995);
    expect(people / total).toBeLessThanOrEqual(1);
  });

  test('counts in Beausoleil about what the squares with their centre in it hold', async () => {
    const commune = await readBoundary(rivieraExtract, BEAUSOLEIL_RELATION);
    const { people } = await countPeople('living', commune, readerOf(built));
    console.log(`Beausoleil: ${Math.round(people)} people by footprints, 12,324 by square centres`);
    expect(people / 12_324).toBeGreaterThan(0.9);
    expect(people / 12_324).toBeLessThan(1.1);
  });

  test('does not know who lives in Monaco, whose people are not in the census, and says so', async () => {
    const zone = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [7.419, 43.732],
          [7.424, 43.732],
          [7.424, 43.736],
          [7.419, 43.736],
          [7.419, 43.732],
        ],
      ],
    });
    const living = await service.ask('/api/v1/livingcount', { zone });
    expect(living.status).toBe(422);
    expect(await living.json()).toMatchObject({ success: false, error: expect.stringContaining('zone') });
    const working = await service.ask('/api/v1/workingcount', { zone });
    expect(working.status).toBe(200);
  });

  test('counts at the edge of Beausoleil far from Monaco', async () => {
    const answer = await service.ask('/api/v1/livingcount', {
      lon: 7.466,
      lat: 43.757,
      travel: 'pedestrian',
      time: 600,
    });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { livingcount: number }).livingcount).toBeGreaterThan(100);
  });
});

describeOnRealData('datasets of the countries and cities', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countries-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.keys(countryExtracts) as (keyof typeof countryExtracts)[])(
    '%s builds and verifies',
    async (name) => {
      const config = writeCountryConfig(join(folder, `${name}-sources`), name);
      const built = await buildDataset(readConfig(config), join(folder, name), { progress: quiet });
      expect((await verifyDataset(built.folder, quiet, Date.now())).faults).toEqual([]);
      const { people } = await countPeople('living', built.manifest.coverage.living!, readerOf(built));
      expect((people * MILLIPERSONS) / built.manifest.living!.total_millipersons).toBeGreaterThan(0.99);
      // The box of the extract reaches past its data in two of them: over the border, or over what was rebuilt.
      const endsWithin = built.warnings.some((warning) => warning.includes('neither a building'));
      expect(endsWithin).toBe(name !== 'malta');
    },
  );
});
