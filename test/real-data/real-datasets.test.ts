import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { MIN_COVERED_SHARE } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { readBoundary } from '../support/files/read-extract.ts';
import { describeOnRealData, runsAllPlaces } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import {
  BEAUSOLEIL_RELATION,
  countryExtracts,
  rivieraExtract,
  writeCountryConfig,
  writeRivieraConfig,
} from './real-datasets.ts';

const quiet = (): void => {};

const zoneAround = (lon: number, lat: number): { zone: string } => ({
  zone: JSON.stringify({
    type: 'Polygon',
    coordinates: [rectangle(lon - 0.0015, lat - 0.0011, lon + 0.0015, lat + 0.0011)],
  }),
});

const readerOf = ({ folder, manifest }: BuildSummary): DatasetReader =>
  readerOfFolder(folder, manifest, new LoadedObjects(1e9));

describeOnRealData('the dataset of the Riviera', () => {
  const folder = temporaryFolder();
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

  test('counts in Beausoleil about the people of squares with their centre in it', async () => {
    const commune = await readBoundary(rivieraExtract, BEAUSOLEIL_RELATION);
    const { people } = await countPeople('living', commune, readerOf(built));
    console.log(`Beausoleil: ${Math.round(people)} people by footprints, 12,324 by square centres`);
    expect(people / 12_324).toBeGreaterThan(0.9);
    expect(people / 12_324).toBeLessThan(1.1);
  });

  test.each([
    ['La Condamine', zoneAround(7.4215, 43.734)],
    ['Monte-Carlo', zoneAround(7.4285, 43.7395)],
    ['Monaco-Ville', { lon: 7.4246, lat: 43.7311, travel: 'pedestrian', time: 300 }],
    ['a walk in Monte-Carlo', { lon: 7.4285, lat: 43.7395, travel: 'pedestrian', time: 300 }],
  ])(
    'does not know who lives in Monaco, whose people are not in the census, and says so: %s',
    async (_, asked) => {
      const living = await service.ask('/api/v1/livingcount', asked);
      expect(living.status).toBe(422);
      expect(await living.json()).toMatchObject({
        success: false,
        error: expect.stringContaining('not covered'),
      });
      const working = await service.ask('/api/v1/workingcount', asked);
      expect(working.status).toBe(200);
    },
  );

  /** By an earlier model, with shapes of buildings; two percent may differ. */
  test.each([
    ['Beausoleil', BEAUSOLEIL_RELATION, 11_590],
    ['La Turbie', 174_958, 3_044.5],
    ["Cap-d'Ail", 174_956, 4_078.8],
  ])('knows as ever who lives in %s', async (_, relation, people) => {
    const commune = await readBoundary(rivieraExtract, relation);
    const counted = await countPeople('living', commune, readerOf(built));
    expect(Math.abs(counted.people / people - 1)).toBeLessThan(0.02);
    const covered = sharedArea_m2(commune, built.manifest.coverage.living!) / areaOfZone_m2(commune);
    expect(covered).toBeGreaterThan(MIN_COVERED_SHARE);
  });

  test.each([
    ['Beausoleil', { lon: 7.4237, lat: 43.7433 }, 300],
    ['La Turbie', { lon: 7.4005, lat: 43.7455 }, 300],
    ["Cap-d'Ail", { lon: 7.4035, lat: 43.7225 }, 300],
    ['Beausoleil far from Monaco', { lon: 7.466, lat: 43.757 }, 600],
  ])('answers a walk in %s', async (_, origin, time) => {
    const answer = await service.ask('/api/v1/livingcount', { ...origin, travel: 'pedestrian', time });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { livingcount: number }).livingcount).toBeGreaterThan(100);
  });
});

describeOnRealData('datasets of the countries and cities', () => {
  const folder = temporaryFolder();

  // In CI, `npm run country` builds Liechtenstein, and the Riviera is counted as these are.
  const names = Object.keys(countryExtracts) as (keyof typeof countryExtracts)[];
  test.runIf(runsAllPlaces).each(names)('%s builds and verifies', async (name) => {
    const config = writeCountryConfig(join(folder, `${name}-sources`), name);
    const built = await buildDataset(readConfig(config), join(folder, name), { progress: quiet });
    expect((await verifyDataset(built.folder, quiet, Date.now())).faults).toEqual([]);
    const { people } = await countPeople('living', built.manifest.coverage.living!, readerOf(built));
    expect((people * MILLIPERSONS) / built.manifest.living!.total_millipersons).toBeGreaterThan(0.99);
    const goesOn = built.warnings.some((warning) => warning.includes('where the map data does not reach'));
    expect(goesOn).toBe(name !== 'malta');
    expect(built.examination.misplaced.people).toBe(0);
  });
});
