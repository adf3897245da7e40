import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as Client from '../../src/clients/javascript/index.ts';
import { distanceToLine_m } from '../../src/geo/douglas-peucker.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { packClientInto } from '../support/project/pack-client.ts';
import {
  CENTRE,
  circle,
  countIn,
  type MadeService,
  municipality,
  people,
  startMadeService,
} from './made-service.ts';

const folder = temporaryFolder();
const points = [...people(600, 0.4), ...people(1_500, 0.03)];
let service: MadeService;
let client: typeof Client;
let counter: Client.PopulationCount;

beforeAll(async () => {
  vi.unstubAllGlobals();
  service = await startMadeService(points);
  const packed = packClientInto(folder, 'javascript');
  client = await import(pathToFileURL(`${packed}/dist/clients/javascript/index.js`).href);
  counter = new client.PopulationCount({ url: service.url, key: 'key', secret: 'secret' });
});
afterAll(() => service?.close());

const walk = (lon: number, lat: number, time = 900) => ({ lon, lat, travel: 'pedestrian', time }) as const;
const [lon, lat] = CENTRE;

test('a count has its interval and its sources', async () => {
  const count = await counter.count('livingcount', walk(lon, lat));
  const expected = countIn(points, [circle(CENTRE, 900)]);
  expect(expected).toBeGreaterThan(10);
  expect(count).toMatchObject({
    people: expected,
    interval: { low: expected - 1, high: expected + 1 },
    isCut: false,
    isSimulated: true,
    sources: ['census 2026 Made'],
  });
});

test('a municipality of 30,000 positions is counted within the stated distance', async () => {
  const coordinates = municipality(30_000);
  service.queries.length = 0;
  const count = await counter.count('livingcount', {
    zone: { type: 'MultiPolygon', coordinates: [coordinates] },
  });
  expect(count.within_m).toBe(10);
  expect(service.queries.length).toBeGreaterThan(1);
  expect(count.details).toHaveLength(service.queries.length);
  const edges = coordinates.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const));
  const inside = new Set(points.filter((point) => countIn([point], coordinates) === 1));
  const uncertain = points.filter((point) => edges.some(([a, b]) => Math.abs(a[1] - point[1]) < 0.001 && distanceToLine_m(point, a, b) <= 10)).length; // biome-ignore format: one line
  expect(Math.abs(count.people - inside.size)).toBeLessThanOrEqual(uncertain);
  expect(uncertain).toBeLessThan(inside.size / 10);
  const fewer = { type: 'Polygon', coordinates: municipality(3_000) };
  const exact = await counter.count('livingcount', { zone: fewer }, { within_m: 0 });
  expect(exact.people).toBe(countIn(points, fewer.coordinates));
});

test('the union of overlapping places counts each person once', async () => {
  const origins = [0, 0.004, 0.008, 0.002].map((east, i): [number, number] => [lon + east, lat + i * 0.001]);
  const zone = { type: 'Polygon', coordinates: [circle([lon, lat - 0.005], 600)] };
  const { together, places } = await counter.countTogether('livingcount', [
    ...origins.map((at) => walk(...at)),
    { zone },
  ]);
  const rings = [...origins.map((at) => circle(at, 900)), zone.coordinates[0]];
  const isIn = (point: (typeof points)[number], ring: number): boolean =>
    countIn([point], [rings[ring]]) === 1;
  const adds = rings.map((_, i) => points.filter((point) => isIn(point, i) && !rings.slice(0, i).some((__, j) => isIn(point, j))).length); // biome-ignore format: one line
  expect(places.map((place) => place.adds)).toEqual(adds);
  expect(together.people).toBe(adds.reduce((a, b) => a + b));
  const union = client.unionOf(...rings.map((ring) => [[ring]]));
  expect((await counter.count('livingcount', { zone: { type: 'MultiPolygon', coordinates: union } })).people).toBe(together.people); // biome-ignore format: one line
});

test('a site without an answer stops no other, and a run goes on after a break', async () => {
  const sites = Array.from({ length: 30 }, (_, i) => ({ id: i, endpoint: 'workingcount' as const, ...walk(i === 7 ? 13 : lon + i / 1_000, lat) })); // biome-ignore format: one line
  const done = new Map<number, Client.SiteResult<(typeof sites)[number]>>();
  const run = async (): Promise<void> => {
    for await (const result of counter.countSites(sites.filter(({ id }) => !done.has(id))))
      done.set(result.site.id, result);
  };
  service.next.push(...Array<number>(5).fill(0), 401);
  await expect(run()).rejects.toThrow(client.NotAuthorized);
  const before = done.size;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(30);
  service.next.length = 0;
  await run();
  expect(done.size).toBe(30);
  expect([...done.values()].filter(({ error }) => error).map(({ site, error }) => [site.id, error!.name])).toEqual([[7, 'NotServed']]); // biome-ignore format: one line
});

test('the client waits and asks again where the service says so, and says what it cannot mend', async () => {
  const count = () => counter.count('livingcount', walk(lon, lat));
  service.next.push(429, 503, null);
  await expect(count()).resolves.toHaveProperty('people');
  service.next.push(500);
  await expect(count()).rejects.toThrow(client.ServiceDefect);
  const few = new client.PopulationCount({ url: service.url, key: 'key', secret: 'secret', tries: 2 });
  service.next.push(503, 503);
  await expect(few.count('livingcount', walk(lon, lat))).rejects.toThrow(client.Unavailable);
  await expect(counter.count('livingcount', walk(lon, 95))).rejects.toThrow(client.InvalidQuestion);
  const bowTie = { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 1], [1, 0], [0, 0.9], [0, 0]]], [[[3, 0], [4, 0], [4, 1], [3, 0]]]] }; // biome-ignore format: one line
  await expect(counter.count('livingcount', { zone: bowTie })).rejects.toThrow(/cross/);
  const crumbs = {
    type: 'MultiPolygon',
    coordinates: [0, 1].map((east) => [circle([lon + east / 10, lat], 3)]),
  };
  await expect(counter.count('livingcount', { zone: crumbs }, { within_m: 10 })).resolves.toHaveProperty(
    'people',
  );
  const sliver = { type: 'MultiPolygon', coordinates: [0, 1].map((east) => [[[lon + east, lat], [lon + east + 1e-7, lat], [lon + east, lat + 1e-7], [lon + east, lat]]]) }; // biome-ignore format: one line
  await expect(counter.count('livingcount', { zone: sliver })).rejects.toThrow(/no area/);
  const other = new client.PopulationCount({ url: service.url, key: 'key', secret: 'wrong' });
  await expect(other.count('livingcount', walk(lon, lat))).rejects.toThrow(client.NotAuthorized);
});
