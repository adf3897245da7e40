/** Check of a basemap and its names. */

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { setsOf } from '../../src/format/current.ts';
import { tileSetPrefix } from '../../src/format/object-keys.ts';
import { drawn, ofTiles } from './drawn-town.ts';
import { publish, Service, seed, towns } from './service.ts';
import { watchedBucket } from './watched-bucket.ts';

beforeAll(async () => {
  await seed();
  await publish([...towns, drawn]);
});

const prefix = tileSetPrefix('basemap', setsOf(drawn.manifest).basemap!);
const keys = [...drawn.objects.keys()].filter((key) => key.startsWith(prefix));

test('has a basemap of several packs and names to check', () => {
  expect(keys.map((key) => key.slice(prefix.length).split('-')[0]).sort()).toEqual([
    'names',
    'names',
    'names',
    'tiles',
    'tiles',
  ]);
});

test('takes at most sixteen reads and two lists for a region with a basemap', async () => {
  const watched = watchedBucket();
  let lists = 0;
  const list = (options: R2ListOptions): Promise<R2Objects> => {
    lists++;
    return env.TILES.list(options);
  };
  expect((await new Service({ TILES: { ...watched.TILES, list } }).fetch('/healthz')).status).toBe(200);
  expect(
    ofTiles(watched.read)
      .filter((key) => key.startsWith(prefix))
      .sort(),
  ).toEqual([`${prefix}names-root`, expect.stringContaining(`${prefix}tiles-`)]);
  expect(watched.read.length).toBeLessThanOrEqual(1 + 16 * (towns.length + 1));
  expect(lists).toBe(2);
});

test('asks for a list that fails a second time, and is a 503 where that fails, too', async () => {
  const { TILES } = watchedBucket();
  let failures = 1;
  const list = async (options: R2ListOptions): Promise<R2Objects> => {
    if (failures-- > 0) throw new Error('down');
    return env.TILES.list(options);
  };
  expect((await new Service({ TILES: { ...TILES, list } }).fetch('/healthz')).status).toBe(200);
  failures = Number.POSITIVE_INFINITY;
  const response = await new Service({ TILES: { ...TILES, list } }).fetch('/healthz');
  expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([
    503,
    expect.stringMatching(/region drawn: basemap (tiles|names) failed/),
  ]);
});

test.for(keys)('is a 503 where %s is missing, and a 200 once it is put back', async (key) => {
  const object = await (await env.TILES.get(key))!.arrayBuffer();
  expect((await new Service().fetch('/healthz')).status).toBe(200);
  await env.TILES.delete(key);
  const response = await new Service().fetch('/healthz');
  expect(response.status).toBe(503);
  const part = key.includes('tiles-') ? 'basemap tiles' : 'basemap names';
  expect((await response.json<{ error: string }>()).error).toContain(
    `region drawn: ${part} missing or damaged`,
  );
  await env.TILES.put(key, object);
  expect((await new Service().fetch('/healthz')).status).toBe(200);
});

test.for(keys.filter((key) => /names-root$|tiles-8-/.test(key)))(
  'is a 503 where %s is damaged',
  async (key) => {
    const object = new Uint8Array(await (await env.TILES.get(key))!.arrayBuffer());
    await env.TILES.put(key, object.with(45, object[45] ^ 1));
    expect((await new Service().fetch('/healthz')).status).toBe(503);
    await env.TILES.put(key, object);
    expect((await new Service().fetch('/healthz')).status).toBe(200);
  },
);
