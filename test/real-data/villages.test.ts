import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
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
  let together: HttpService;
  /** One region with the census of both. */
  let whole: HttpService;
  const published: PublishSummary[] = [];

  beforeAll(async () => {
    const censusOf = async (name: Village): Promise<object> => {
      const { relation, inhabitants } = VILLAGES[name];
      const geometry = { type: 'MultiPolygon', coordinates: await readBoundary(extract, relation) };
      return { type: 'Feature', properties: { inhabitants }, geometry };
    };
    const build = async (name: string, villages: readonly Village[]): Promise<void> => {
      const sources = join(folder, `${name}-sources`);
      mkdirSync(sources);
      const features = await Promise.all(villages.map(censusOf));
      writeFileSync(join(sources, 'census.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
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
    };
    const serve = async (...names: readonly string[]): Promise<HttpService> => {
      const service = await startHttpService(`villages-${services.length}`);
      services.push(service);
      for (const name of names)
        published.push(await publishDataset(join(folder, name), service.bucket, quiet));
      return service;
    };
    for (const name of NAMES) await build(name, [name]);
    await build('both', NAMES);
    whole = await serve('both');
    together = await serve(...NAMES);
  }, 900_000);
  afterAll(async () => {
    for (const service of services) await service.close();
  });

  test('publish says that the roads of both are the same, and that no people are', () => {
    const [neighbour] = published.at(-1)!.neighbours;
    expect(neighbour).toMatchObject({ region: 'schaan' });
    expect(neighbour!.coverage.roads!.shared_km2).toBeGreaterThan(160);
    expect(neighbour!.coverage.living!.shared_km2).toBeLessThan(0.1);
  });

  test.each(NAMES)('isochrones in %s are answered as by one region, and so are their zones', async (name) => {
    const [lon, lat] = VILLAGES[name].place;
    let answered = 0;
    let several = 0;
    for (const [travel, time] of [
      ['pedestrian', 600],
      ['pedestrian', 1_500],
      ['motorized', 120],
      ['motorized', 180],
    ] as const) {
      for (const shift of [0, 0.001, -0.001]) {
        const question = { lon: lon + shift, lat: lat - shift, travel, time, details: 'true' };
        const [one, both] = await Promise.all(
          [whole, together].map(async (service) => {
            const response = await service.ask('/api/v1/livingcount', question);
            return { status: response.status, body: (await response.json()) as Answer };
          }),
        );
        expect(both!.status).toBe(one!.status);
        if (one!.status !== 200) continue;
        answered++;
        const [a, b] = [one!, both!].map(({ body }) => zoneOf(body));
        expect(sharedArea_m2(a!, b!) / Math.max(areaOfZone_m2(a!), areaOfZone_m2(b!))).toBeGreaterThan(0.999);
        const { livingcount, details } = both!.body;
        // Each region has learnt how people live from its own census.
        expect(Math.abs(livingcount - one!.body.livingcount)).toBeLessThanOrEqual(
          5 + 0.05 * one!.body.livingcount,
        );
        expect(details.datasets.reduce((sum, dataset) => sum + dataset.share_of_people, 0)).toBeCloseTo(1, 3);
        if (details.datasets.length > 1) several++;
        const { geometry } = both!.body.isochrone;
        const text = JSON.stringify(geometry);
        if (geometry.type !== 'Polygon' || encodeURIComponent(text).length > 15_000) continue;
        const zone = await together.ask('/api/v1/livingcount', { zone: text });
        expect(((await zone.json()) as Answer).livingcount).toBe(livingcount);
      }
    }
    expect(answered).toBeGreaterThanOrEqual(4);
    expect(several).toBeGreaterThan(0);
  });
});

const zoneOf = ({ isochrone }: Answer): Zone => {
  const { type, coordinates } = isochrone.geometry as { type: string; coordinates: unknown };
  return (type === 'Polygon' ? [coordinates] : coordinates) as Zone;
};

interface Answer {
  readonly livingcount: number;
  readonly isochrone: { readonly geometry: { readonly type: string } };
  readonly details: { readonly datasets: readonly { readonly share_of_people: number }[] };
}
