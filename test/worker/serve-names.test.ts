import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { setsOf } from '../../src/format/current.ts';
import type { NamedPlace, NameEntry } from '../../src/format/name-index.ts';
import {
  CURRENT_KEY,
  foremostNamesName,
  namesPageName,
  namesRootName,
  tileSetPrefix,
} from '../../src/format/object-keys.ts';
import { namesPath } from '../../src/routes/map-region.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { flip, gone, whileDamaged } from './damage.ts';
import { bare, LAT, LON } from './drawn-town.ts';
import { publish, Service, seed } from './service.ts';
import { watchLog } from './watch-log.ts';
import { watchedBucket } from './watched-bucket.ts';

const STREETS = Array.from(
  { length: 40 },
  (_, i): NameEntry => ({
    key: `rue ${String(i).padStart(2, '0')} ville`,
    name: `Rue ${String(i).padStart(2, '0')}`,
    kind: 'street',
    lon: LON + i / 1_000,
    lat: LAT,
    near: 'Ville',
    order: 400 - i,
    within: 'ville pays',
  }),
);
const CITY: NameEntry = {
  key: 'ville',
  name: 'Ville',
  kind: 'city',
  lon: LON,
  lat: LAT,
  near: null,
  order: 8,
  within: 'pays',
};
const town = streetTown({
  region: 'named',
  near: [LON, LAT],
  version: 'named-0000000000000005',
  names: [...STREETS, CITY],
});
const { version } = town.manifest;
const keyOf = (name: string): string => tileSetPrefix('basemap', setsOf(town.manifest).basemap!) + name;

const withoutCache = (): void => {
  const match = async (): Promise<undefined> => undefined;
  const put = async (): Promise<void> => {};
  vi.spyOn(caches, 'open').mockResolvedValue({ match, put } as unknown as Cache);
};

beforeAll(async () => {
  await seed();
  await publish([bare, town]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('/map/<version>/names', () => {
  test('is what begins like the text, the greater first, for other origins and for an hour', async () => {
    const response = await new Service().fetch(namesPath(version, 'VÍLLE'));
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const { key: _, within: __, ...city } = CITY;
    expect(await response.json()).toEqual([city]);
    const streets = await (await new Service().fetch(namesPath(version, 'Rue'))).json<NamedPlace[]>();
    expect(streets.map(({ name }) => name)).toEqual(
      STREETS.slice(-10)
        .reverse()
        .map(({ name }) => name),
    );
  });

  test('takes three reads in an isolate that has read nothing, and one more for each other question', async () => {
    withoutCache();
    const { TILES, read } = watchedBucket();
    const service = new Service({ TILES });
    expect((await service.fetch(namesPath(version, 'rue 0'))).status).toBe(200);
    expect(read).toHaveLength(3);
    expect(read.slice(0, 2)).toEqual([CURRENT_KEY, keyOf(namesRootName)]);
    expect(read[2]).toContain('/names-');
    for (const typed of ['r', 'rue 39 ville', 'zzz', 'aaa']) {
      read.length = 0;
      expect((await service.fetch(namesPath(version, typed))).status).toBe(200);
      expect(read.length).toBeLessThanOrEqual(1);
    }
    read.length = 0;
    const found = await (await service.fetch(namesPath(version, 'vlile'))).json<NamedPlace[]>();
    expect(found.map(({ name }) => name)).toEqual(['Ville']);
    expect(read.at(-1)).toBe(keyOf(foremostNamesName));
  });

  test('comes from the edge once it was asked, however it was spelt', async () => {
    const first = watchedBucket();
    await (await new Service({ TILES: first.TILES }).fetch(namesPath(version, 'rue 17'))).text();
    const { TILES, read } = watchedBucket();
    const response = await new Service({ TILES }).fetch(namesPath(version, ' Rue, 17'));
    expect((await response.json<NamedPlace[]>()).map(({ name }) => name)).toEqual(['Rue 17']);
    expect(read).toEqual([CURRENT_KEY]);
  });

  test.for([
    ['nothing typed', `/map/${version}/names`],
    ['signs alone', namesPath(version, '…')],
    ['a region without a basemap', namesPath(bare.manifest.version, 'rue')],
  ] as const)('%s is nothing found, without a read', async ([, path]) => {
    const { TILES, read } = watchedBucket();
    const response = await new Service({ TILES }).fetch(path);
    expect([response.status, await response.json()]).toEqual([200, []]);
    expect(read).toEqual([CURRENT_KEY]);
  });

  test('another version is unknown', async () => {
    expect((await new Service().fetch(namesPath('named-0000000000000006', 'rue'))).status).toBe(404);
  });

  test.for([namesRootName, namesPageName(1)])(
    '%s missing or damaged is a fault, and not kept',
    async (name) => {
      withoutCache();
      watchLog();
      const service = new Service();
      const ask = async (): Promise<number> => (await service.fetch(namesPath(version, 'rue 00'))).status;
      for (const change of [gone, flip(50)])
        await whileDamaged(keyOf(name), change, async () => expect(await ask()).toBe(503));
      expect(await ask()).toBe(200);
    },
  );

  test('what is typed stands in no log, whatever comes of it', async () => {
    const log = watchLog();
    await new Service().fetch(namesPath(version, 'Secret Street'));
    await new Service().fetch(namesPath('named-0000000000000006', 'Secret Street'));
    const failing = { get: () => Promise.reject(new Error('down')) };
    await new Service({ TILES: failing }).fetch(namesPath(version, 'Secret Street'));
    const written = JSON.stringify(log).toLowerCase();
    expect(log).toHaveLength(3);
    expect(written).not.toContain('secret');
  });
});
