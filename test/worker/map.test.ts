import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { directoryEnd } from '../../src/format/pack.ts';
import { MAX_MAP_REGIONS, RATE_PERIOD_S } from '../../src/limits.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { BUILT_AT, currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { type Damage, flip, gone, whileDamaged } from './damage.ts';
import { bare, before, drawn, keyOf, LAST, ofTiles, pathOfTile, TILE, version, X, Y } from './drawn-town.ts';
import { inOrder, livingTown, publish, Service, seed, town, towns } from './service.ts';
import { watchLog } from './watch-log.ts';
import { watchedBucket } from './watched-bucket.ts';

beforeAll(async () => {
  await seed();
  await publish([before]);
  await publish([...towns, bare, drawn]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('/map/regions.json', () => {
  test('lists the live regions with what they cover and where they come from', async () => {
    const response = await new Service().fetch('/map/regions.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=30');
    const regions = await response.json<MapRegion[]>();
    expect(regions.map(({ region }) => region)).toEqual(
      inOrder([...towns, bare, drawn]).map(({ manifest }) => manifest.region),
    );
    const first = regions.find(({ region }) => region === town.manifest.region);
    const { simulated, coverage } = town.manifest;
    expect(first).toMatchObject({
      version: town.manifest.version,
      built_at: BUILT_AT,
      simulated,
      coverage,
      basemap: { min_zoom: 4, max_zoom: 14 },
    });
    const [lon, lat] = town.centre;
    expect(first!.bounds.west).toBeLessThan(lon);
    expect(first!.bounds.north).toBeGreaterThan(lat);
    const withoutWorking = regions.find(({ region }) => region === livingTown.manifest.region);
    expect(withoutWorking!.coverage.working).toBeNull();
    expect([first!.density, withoutWorking!.density]).toEqual([['living', 'working'], ['living']]);
    expect(regions.find(({ region }) => region === bare.manifest.region)!.basemap).toBeNull();
  });

  test('lists the 50 regions nearest to a place, where there are more', async () => {
    const many = Array.from({ length: MAX_MAP_REGIONS + 5 }, (_, number) => {
      const region = `many-${String(number).padStart(2, '0')}`;
      return streetTown({
        region,
        near: [-60 + number, 40],
        version: `${region}-${String(number).padStart(16, '0')}`,
      });
    });
    for (const { manifest, objects } of many) {
      const key = manifestKey(manifest.version);
      await env.TILES.put(key, objects.get(key)!);
    }
    await env.TILES.put(CURRENT_KEY, await currentInMemory(many));
    const service = new Service();
    const listed = async (query: string): Promise<string[]> =>
      (await (await service.fetch(`/map/regions.json${query}`)).json<MapRegion[]>()).map(
        ({ region }) => region,
      );
    const names = many.map(({ manifest }) => manifest.region);
    expect(await listed('')).toEqual(names.slice(0, MAX_MAP_REGIONS));
    const eastern = await listed('?near=0,40.5');
    expect(eastern.toSorted()).toEqual(names.slice(-MAX_MAP_REGIONS));
    expect(eastern[0]).toBe(names.at(-1));
    for (const near of ['', '1', 'a,b', '1,2,3', '1e3,2'])
      expect((await service.fetch(`/map/regions.json?near=${near}`)).status).toBe(400);
    await publish([...towns, bare, drawn]);
  });

  test('is a fault where the manifest of a live region is damaged or missing, and right once it is repaired', async () => {
    const log = watchLog();
    const key = manifestKey(town.manifest.version);
    const service = new Service();
    const ask = async (): Promise<number> => (await service.fetch('/map/regions.json')).status;
    for (const change of [flip(30), gone])
      await whileDamaged(key, change, async () => {
        expect(await ask()).toBe(503);
        expect(JSON.parse(log.at(-1)!.text).notes[0]).toContain('storage: DamagedTile, manifest');
      });
    expect(await ask()).toBe(200);
  });
});

describe('/map/<version>/<zoom>/<x>/<y>.mvt', () => {
  test('is a tile that never changes, for other origins too', async () => {
    const response = await new Service().fetch(pathOfTile());
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(TILE);
    expect(response.headers.get('Content-Type')).toBe('application/x-protobuf');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const head = await new Service().fetch(pathOfTile(), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('comes from the edge once one isolate has read it: the directory of its pack, and its bytes', async () => {
    const [x, y] = [X >> 2, Y >> 2];
    const watched = watchedBucket();
    const path = pathOfTile(x, y, 12);
    const pack = keyOf(drawn, 12, x, y);
    const first = new Service({ TILES: watched.TILES });
    expect((await first.fetch(path)).status).toBe(200);
    expect(watched.read).toEqual([CURRENT_KEY, manifestKey(version), pack, pack]);
    watched.read.length = 0;
    expect((await first.fetch(path)).status).toBe(200);
    expect(watched.read).toEqual([]);
    const elsewhere = await new Service({ TILES: watched.TILES }).fetch(path);
    expect(new Uint8Array(await elsewhere.arrayBuffer())).toEqual(TILE);
    expect(watched.read).toEqual([CURRENT_KEY, manifestKey(version)]);
  });

  test('costs one read where a tile of the same pack was read before, none where nothing is drawn there', async () => {
    const watched = watchedBucket();
    const service = new Service({ TILES: watched.TILES });
    const [x, y] = [X >> 1, Y >> 1];
    expect((await service.fetch(pathOfTile(x, y, 13))).status).toBe(204);
    expect(ofTiles(watched.read)).toEqual([keyOf(drawn, 13, x, y)]);
    watched.read.length = 0;
    expect((await service.fetch(pathOfTile(X, Y))).status).toBe(200);
    expect(ofTiles(watched.read).length).toBeLessThanOrEqual(1);
    watched.read.length = 0;
    expect((await service.fetch(pathOfTile(x, y, 13))).status).toBe(204);
    expect(watched.read).toEqual([]);
  });

  test.for<readonly [string, Damage]>([
    ['a pack that was lost', gone],
    ['a directory with a byte changed', (pack) => pack.with(50, pack[50] ^ 1)],
    ['a pack cut off in its directory', (pack) => pack.slice(0, 100)],
    ['a pack cut off in its last tile', (pack) => pack.slice(0, -1)],
    ['a pack cut off before its tiles', (pack) => pack.slice(0, directoryEnd(2))],
    ['a tile with a byte changed', (pack) => pack.with(-8, pack.at(-8)! ^ 1)],
  ])('%s is a fault, and not kept: once repaired, the tile is there', async ([, damage]) => {
    vi.spyOn(caches, 'open').mockRejectedValue(new TypeError('gone'));
    const log = watchLog();
    const service = new Service();
    await whileDamaged(keyOf(drawn, LAST.zoom, LAST.x, LAST.y), damage, async () => {
      expect((await service.fetch(pathOfTile())).status).toBe(503);
      expect(log.at(-1)?.text).toContain('DamagedTile');
    });
    const response = await service.fetch(pathOfTile());
    expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([200, TILE]);
  });

  test.for([
    ['below the basemap’s levels', pathOfTile(X >> 11, Y >> 11, 3)],
    ['above the basemap’s levels', pathOfTile(X << 1, Y << 1, 15)],
    ['beside a pack', pathOfTile(((X >> 3) << 3) - 1)],
    ['of a level without a pack', pathOfTile(X >> 8, Y >> 8, 6)],
    ['far from the coverage', pathOfTile(X - 200)],
    ['beyond the square', pathOfTile(9_999_999, 0)],
    ['of a region without a basemap', `/map/${bare.manifest.version}/14/${X}/${Y}.mvt`],
  ] as const)('a place %s is empty without a read', async ([, path]) => {
    const watched = watchedBucket();
    const service = new Service({ TILES: watched.TILES });
    const response = await service.fetch(path);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([
      204,
      'public, max-age=31536000, immutable',
    ]);
    expect(ofTiles(watched.read)).toEqual([]);
  });

  test.for([
    ['an earlier version', before.manifest.version],
    ['no version', 'drawn-ffffffffffffffff'],
  ] as const)('%s is unknown, though its tiles may be in the bucket', async ([, other]) => {
    const key = keyOf(before, 14, X, Y);
    await env.TILES.put(key, drawn.objects.get(keyOf(drawn, 14, X, Y))!);
    const watched = watchedBucket();
    const service = new Service({ TILES: watched.TILES });
    for (let call = 0; call < 3; call++) {
      const response = await service.fetch(`/map/${other}/14/${X}/${Y}.mvt`);
      expect([response.status, (await response.json<{ success: boolean }>()).success]).toEqual([404, false]);
    }
    expect(watched.read).toEqual([CURRENT_KEY]);
    await env.TILES.delete(key);
  });
});

describe('every path below /map', () => {
  const paths: readonly (readonly [string, number, RequestInit?])[] = [
    ['/map/regions.json', 200],
    [pathOfTile(), 200],
    [pathOfTile(1, 1), 204],
    ['/map', 404],
    ['/map/', 404],
    [`/map/${version}/names?q=a`, 200],
    [`/map/${version}/names/`, 404],
    [`/map/${version}/names`, 405, { method: 'POST' }],
    ['/map/nothing', 404],
    [`/map/${version}/14/1`, 404],
    [`/map/${version}/x/1/1.mvt`, 404],
    ['/map/..%2Fcurrent/1/1/1.mvt', 404],
    [`/map/${version}/14/1/1.mvt/`, 404],
    ['/map/regions.json', 405, { method: 'POST' }],
    [pathOfTile(), 405, { method: 'DELETE' }],
    [pathOfTile(), 204, { method: 'OPTIONS' }],
    ['/map/nothing', 404, { method: 'OPTIONS' }],
    [`/map/regions.json?${'x'.repeat(16_385)}`, 414],
  ];

  test.for(paths)('%s: %i, reported once, with the common headers', async ([path, status, init = {}]) => {
    const log = watchLog();
    const response = await new Service().fetch(path, init);
    expect(response.status).toBe(status);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0].text)).toMatchObject({
      id: response.headers.get('X-Request-Id'),
      status,
    });
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
    expect(response.headers.get('Allow')).toBe(
      status === 405 || (init.method && status === 204) ? 'GET, HEAD, OPTIONS' : null,
    );
    if (status >= 400 && init.method !== 'OPTIONS') {
      expect(await response.json()).toEqual({ success: false, error: expect.any(String) });
    }
  });

  test.for(['/map/regions.json', pathOfTile(), `/map/${version}/names?q=b`])(
    '%s: 503 where storage fails',
    async (path) => {
      const failing = new Service({ TILES: { get: () => Promise.reject(new Error('down')) } });
      const response = await failing.fetch(path);
      expect([response.status, response.headers.has('Retry-After')]).toEqual([503, true]);
      expect(await response.json()).toMatchObject({ success: false });
    },
  );

  test('is limited for each address, before anything is read', async () => {
    const watched = watchedBucket();
    const service = new Service({ TILES: watched.TILES });
    const ask = (address: string, path = pathOfTile()): Promise<Response> =>
      service.fetch(path, { headers: { 'CF-Connecting-IP': address } });
    watchLog();
    let answered = 0;
    let last = await ask('2001:db8:1:2::7');
    // Twice the limit: windows change.
    while (last.status === 200 && answered++ < 2_500)
      last = await ask(`2001:db8:1:2::${answered.toString(16)}`);
    expect(last.status).toBe(429);
    expect(answered).toBeLessThanOrEqual(2_400);
    expect(last.headers.get('Retry-After')).toBe(String(RATE_PERIOD_S));
    expect((await last.json<{ error: string }>()).error).toContain('address');
    watched.read.length = 0;
    expect((await ask('2001:db8:1:2::1', '/map/regions.json')).status).toBe(429);
    expect((await ask('2001:db8:1:2::1', `/map/${version}/names?q=a`)).status).toBe(429);
    expect(watched.read).toEqual([]);
    expect((await ask('2001:db8:1:3::7')).status).toBe(200);
  });
});
