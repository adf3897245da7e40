/** What the map page reads: regions and basemap tiles, without credentials. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { basemapName, manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import type { MapRegion } from '../../src/response/map-region.ts';
import { BUILT_AT, setsInMemory, UPLOAD } from '../support/stored-tile-sets.ts';
import { livingTown, Service, seed, town, towns } from './service.ts';

const { version } = town.manifest;

beforeAll(async () => {
  await seed();
  const basemap = setsInMemory(town.manifest).basemap!;
  await env.TILES.put(
    tileSetPrefix('basemap', basemap) + basemapName(14, 8647, 5400),
    Uint8Array.of(1, 2, 3),
  );
});

describe('/map/regions.json', () => {
  test('lists the live regions with what they cover and where they come from', async () => {
    const response = await new Service().fetch('/map/regions.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=30');
    const regions = await response.json<MapRegion[]>();
    expect(regions.map(({ region }) => region)).toEqual(towns.map(({ manifest }) => manifest.region));
    const [first] = regions;
    const { simulated, coverage } = town.manifest;
    expect(first).toMatchObject({
      version,
      built_at: BUILT_AT,
      simulated,
      coverage,
      basemap: { min_zoom: 8, max_zoom: 14 },
    });
    const [lon, lat] = town.centre;
    expect(first!.bounds.west).toBeLessThan(lon);
    expect(first!.bounds.north).toBeGreaterThan(lat);
    const withoutWorking = regions.find(({ region }) => region === livingTown.manifest.region);
    expect(withoutWorking!.coverage.working).toBeNull();
  });

  test('leaves out a region whose manifest is damaged', async () => {
    const key = manifestKey(town.manifest.version, UPLOAD);
    const manifest = (await (await env.TILES.get(key))!.text()) as string;
    await env.TILES.put(key, manifest.replace('town', 'down'));
    const response = await new Service().fetch('/map/regions.json');
    const listed = (await response.json<MapRegion[]>()).map(({ region }) => region);
    expect(listed).toEqual(towns.slice(1).map(({ manifest: { region } }) => region));
    await env.TILES.put(key, manifest);
  });

  test('says that storage fails', async () => {
    const failing = new Service({ TILES: { get: () => Promise.reject(new Error('down')) } });
    const response = await failing.fetch('/map/regions.json');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe('/map/<version>/<zoom>/<x>/<y>.mvt', () => {
  test('is a tile that never changes', async () => {
    const response = await new Service().fetch(`/map/${version}/14/8647/5400.mvt`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3]);
    expect(response.headers.get('Content-Type')).toBe('application/x-protobuf');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  test('is empty where there is none', async () => {
    expect((await new Service().fetch(`/map/${version}/14/1/1.mvt`)).status).toBe(204);
  });

  test.each(['/map', `/map/${version}/14/1`, `/map/${version}/x/1/1.mvt`, '/map/..%2Fcurrent/1/1/1.mvt'])(
    '%s is unknown',
    async (path) => {
      const response = await new Service().fetch(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false });
    },
  );
});
