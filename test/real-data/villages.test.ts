import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { type PublishSummary, publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readBoundary } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

const extract = join(realDataFolder, 'osm/liechtenstein-2022.osm.pbf');
/** 2022, Amt für Statistik. */
const VILLAGES = {
  schaan: { relation: 1_155_952, inhabitants: 6_075, place: [9.5095, 47.1651] },
  vaduz: { relation: 1_155_956, inhabitants: 5_811, place: [9.5209, 47.1412] },
} as const;
type Village = keyof typeof VILLAGES;
const NAMES = Object.keys(VILLAGES) as Village[];
const quiet = (): void => {};

describeOnRealData('two villages cut from one extract', () => {
  const folder = temporaryFolder();
  const services: HttpService[] = [];
  const alone = {} as Record<Village, HttpService>;
  let together: HttpService;
  const published: PublishSummary[] = [];

  beforeAll(async () => {
    for (const name of NAMES) {
      const sources = join(folder, `${name}-sources`);
      mkdirSync(sources);
      const { relation, inhabitants } = VILLAGES[name];
      const geometry = { type: 'MultiPolygon', coordinates: await readBoundary(extract, relation) };
      const census = { type: 'Feature', properties: { inhabitants }, geometry };
      writeFileSync(join(sources, 'census.geojson'), JSON.stringify(census));
      const osm = { file: extract, vintage: 2022, attribution: '© OpenStreetMap contributors, ODbL' };
      const config = {
        name,
        timezone: 'Europe/Vaduz',
        cut_isochrones: 'answer',
        roads: osm,
        buildings: osm,
        census: { file: 'census.geojson', population: 'inhabitants', vintage: 2022 },
      };
      const file = join(sources, 'village.json');
      writeFileSync(file, JSON.stringify(config));
      await buildDataset(readConfig(file), join(folder, name), { progress: quiet });
    }
    const serve = async (...names: Village[]): Promise<HttpService> => {
      const service = await startHttpService(`villages-${services.length}`);
      services.push(service);
      for (const name of names)
        published.push(await publishDataset(join(folder, name), service.bucket, quiet));
      return service;
    };
    for (const name of NAMES) alone[name] = await serve(name);
    together = await serve(...NAMES);
  }, 900_000);
  afterAll(async () => {
    for (const service of services) await service.close();
  });

  test('publish says that the roads of both are the same, and that no people are', () => {
    const [overlap] = published.at(-1)!.overlaps;
    expect(overlap).toMatchObject({ region: 'schaan' });
    expect(overlap!.shared_km2.roads).toBeGreaterThan(160);
    expect(overlap!.shared_km2.living).toBeLessThan(0.1);
  });

  test.each(NAMES)('isochrones and zones in %s are answered as by its region alone', async (name) => {
    const [lon, lat] = VILLAGES[name].place;
    let answered = 0;
    for (const [travel, time] of [
      ['pedestrian', 300],
      ['pedestrian', 600],
      ['motorized', 60],
      ['motorized', 120],
    ] as const) {
      for (const shift of [0, 0.001, -0.001]) {
        const question = { lon: lon + shift, lat: lat - shift, travel, time, details: 'true' };
        const [own, both] = await Promise.all(
          [alone[name], together].map(async (service) => {
            const response = await service.ask('/api/v1/livingcount', question);
            return { status: response.status, body: (await response.json()) as Answer };
          }),
        );
        expect(both).toEqual(own);
        if (own!.status !== 200) continue;
        answered++;
        expect(own!.body.details.datasets[0]!.region).toBe(name);
        const { geometry } = own!.body.isochrone;
        const text = JSON.stringify(geometry);
        if (geometry.type !== 'Polygon' || encodeURIComponent(text).length > 15_000) continue;
        const zone = await together.ask('/api/v1/livingcount', { zone: text });
        expect(((await zone.json()) as Answer).livingcount).toBe(own!.body.livingcount);
      }
    }
    expect(answered).toBeGreaterThanOrEqual(6);
  });
});

interface Answer {
  readonly livingcount: number;
  readonly isochrone: { readonly geometry: { readonly type: string } };
  readonly details: { readonly datasets: readonly { readonly region: string }[] };
}
