import { VectorTile } from '@mapbox/vector-tile';
import { latLngToCell } from 'h3-js';
import { PbfReader } from 'pbf';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { areaOfPolygon_m2 } from '../../src/geo/area.ts';
import { tileAt } from '../../src/geo/map-tiles.ts';
import type { Position } from '../../src/geo/positions.ts';
import { type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';
import { flip, gone, whileDamaged } from './damage.ts';
import {
  basic,
  bodyOf,
  CALLER,
  EAGER,
  livingTown,
  publish,
  REVOKED,
  Service,
  seed,
  town,
  towns,
} from './service.ts';
import { watchLog } from './watch-log.ts';
import { watchedBucket } from './watched-bucket.ts';

const KEY = { Authorization: basic(CALLER) };
const ZOOM = 10;
const [LON, LAT] = town.centre;
const [X, Y] = tileAt(LON, LAT, ZOOM);
const pathOf = (layer = 'living', { version } = town.manifest, [zoom, x, y] = [ZOOM, X, Y]): string =>
  `/map/${version}/density/${layer}/${zoom}/${x}/${y}.mvt`;
const ask = (path: string, service = new Service()): Promise<Response> =>
  service.fetch(path, { headers: KEY });

async function drawnIn(response: Response, [zoom, x, y] = [ZOOM, X, Y]): Promise<Map<number, Position[][]>> {
  const { density } = new VectorTile(new PbfReader(await response.arrayBuffer())).layers;
  const classes = new Map<number, Position[][]>();
  for (let i = 0; i < density.length; i++) {
    const feature = density.feature(i);
    const geometry = feature.toGeoJSON(x, y, zoom).geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    classes.set(
      feature.properties.class as number,
      polygons.map(([ring]) => ring as unknown as Position[]),
    );
  }
  return classes;
}

const again = streetTown({ region: 'again', near: [31, 52], version: 'again-0000000000000012' });

/** The first covers all people, or hardly any. */
const overlapping = (lon: number, reach_m: number): [StreetTown, StreetTown] => {
  const version = `-00000000000000${lon}`;
  const near = [lon, 52] as const;
  return [
    streetTown({ region: `first${lon}`, near, version: `first${lon}${version}`, coverageReach_m: reach_m }),
    streetTown({
      region: `second${lon}`,
      near,
      version: `second${lon}${version}`,
      coverageReach_m: 6_000,
      factor: 400,
    }),
  ];
};
const shared = overlapping(33, 3_000);
const hardly = overlapping(36, 350);

beforeAll(async () => {
  await seed();
  await publish([...towns, again, ...shared, ...hardly]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('without a valid key', () => {
  test.for<readonly [string, RequestInit]>([
    ['none', {}],
    ['a wrong secret', { headers: { Authorization: basic({ ...CALLER, secret: 'a guess' }) } }],
    ['a revoked one', { headers: { Authorization: basic(REVOKED) } }],
  ])('%s gets the same 401 wherever it asks', async ([, init]) => {
    const paths = [
      pathOf(),
      pathOf('working'),
      pathOf('living', { ...town.manifest, version: 'town-0000000000000009' }),
      pathOf('living', town.manifest, [ZOOM, 0, 0]),
      pathOf('living', town.manifest, [ZOOM + 1, 2 * X, 2 * Y]),
      pathOf('living', town.manifest, [17, 0, 0]),
    ];
    const texts = new Set<string>();
    for (const path of paths) {
      const response = await new Service().fetch(path, init);
      expect(response.status).toBe(401);
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
      texts.add(await response.text());
    }
    expect(texts.size).toBe(1);
  });

  test('a tile that was asked for with a key is not given away', async () => {
    const service = new Service();
    expect((await ask(pathOf(), service)).status).toBe(200);
    expect((await service.fetch(pathOf())).status).toBe(401);
  });
});

describe('with a key', () => {
  test.for([ZOOM, ZOOM + 1])(
    'a tile shows the cell of the people in the class that counts give, for this caller alone (zoom level %i)',
    async (zoom) => {
      const at: [number, number, number] = [zoom, ...tileAt(LON, LAT, zoom)];
      const response = await ask(pathOf('living', town.manifest, at));
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/x-protobuf');
      expect(response.headers.get('Cache-Control')).toBe('private, max-age=3600, immutable');
      expect(response.headers.get('Vary')).toBe('Authorization');
      const classes = await drawnIn(response, at);
      const rings = [...classes.values()].flat();
      for (const [density, own] of classes) {
        for (const ring of own) {
          const zone = {
            type: 'Polygon',
            coordinates: [ring.map((at) => at.map((one) => Number(one.toFixed(6))))],
          };
          const { livingcount } = await bodyOf(await new Service().ask('livingcount', { zone }));
          const perKm2 = livingcount! / (areaOfPolygon_m2([ring]) / 1e6);
          expect([0, 10, 100, 500, 1_500, 5_000, 15_000].findLastIndex((from) => perKm2 >= from)).toBe(
            density,
          );
        }
      }
      const homes = new Set(
        [
          [0, 0],
          [150, 0],
          [300, 0],
          [0, 300],
        ].map(([east, north]) => {
          const [lon, lat] = town.at([east, north]);
          return latLngToCell(lat, lon, 8);
        }),
      );
      const middles = rings.map((ring) => {
        const [lon, lat] = [0, 1].map(
          (axis) => ring.slice(0, -1).reduce((sum, at) => sum + at[axis], 0) / (ring.length - 1),
        );
        return latLngToCell(lat, lon, 8);
      });
      expect(middles.sort()).toEqual([...homes].sort());
    },
  );

  test('there is nothing where nobody is shown: too few, uncovered, or no data', async () => {
    expect((await ask(pathOf('working'))).status).toBe(204);
    expect((await ask(pathOf('living', town.manifest, [7, X >> 3, Y >> 3]))).status).toBe(204);
    expect((await ask(pathOf('living', town.manifest, [ZOOM, X + 5, Y]))).status).toBe(204);
    expect((await ask(pathOf('working', livingTown.manifest))).status).toBe(204);
  });

  test.for([
    ['the first of them, where both cover it as a whole', shared, 0],
    ['the one that covers it, where the other hardly does', hardly, 1],
  ] as const)(
    'a cell of overlapping datasets is drawn from the one that a count of it is answered from: %s',
    async ([, pair, drawing]) => {
      const [x, y] = tileAt(...pair[0].centre, ZOOM);
      const at: [number, number, number] = [ZOOM, x, y];
      const [drawn, other] = [pair[drawing], pair[1 - drawing]];
      expect((await ask(pathOf('living', other.manifest, at))).status).toBe(204);
      const classes = await drawnIn(await ask(pathOf('living', drawn.manifest, at)), at);
      expect(classes.size).toBeGreaterThan(0);
      for (const [density, rings] of classes) {
        for (const ring of rings) {
          const coordinates = [ring.map((corner) => corner.map((one) => Number(one.toFixed(6))))];
          const asked = { zone: { type: 'Polygon', coordinates }, details: true };
          const body = await bodyOf(await new Service().ask('livingcount', asked));
          expect(body.details!.datasets).toMatchObject([{ version: drawn.manifest.version }]);
          const perKm2 = body.livingcount! / (areaOfPolygon_m2([ring]) / 1e6);
          expect([0, 10, 100, 500, 1_500, 5_000, 15_000].findLastIndex((from) => perKm2 >= from)).toBe(
            density,
          );
        }
      }
    },
  );

  test.for([
    ['another version', pathOf('living', { ...town.manifest, version: 'town-0000000000000009' })],
    ['another zoom level', pathOf('living', town.manifest, [12, 4 * X, 4 * Y])],
    ['another zoom level of people at work', pathOf('working', town.manifest, [11, 2 * X, 2 * Y])],
    ['a column beyond the globe', pathOf('living', town.manifest, [4, 16, 3])],
    ['another layer', pathOf('sleeping')],
  ])('%s is unknown', async ([, path]) => {
    expect((await ask(path)).status).toBe(404);
  });

  test('it counts against the limit of the key', async () => {
    const service = new Service({
      CALLS_PER_KEY: { limit: async ({ key }: { key: string }) => ({ success: key !== EAGER.key }) },
    });
    const response = await service.fetch(pathOf(), { headers: { Authorization: basic(EAGER) } });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    expect((await ask(pathOf(), service)).status).toBe(200);
  });

  test('it comes from the edge once it was drawn', async () => {
    const [x, y] = tileAt(...again.centre, ZOOM);
    const path = pathOf('living', again.manifest, [ZOOM, x, y]);
    const watched = watchedBucket();
    const first = await ask(path, new Service({ TILES: watched.TILES }));
    const ofCounts = (): string[] => watched.read.filter((key) => key.includes('/living/'));
    expect(ofCounts().length).toBeLessThanOrEqual(3);
    expect(ofCounts().length).toBeGreaterThan(0);
    watched.read.length = 0;
    const second = await ask(path, new Service({ TILES: watched.TILES }));
    expect(watched.read.filter((key) => key !== CURRENT_KEY)).toEqual([]);
    expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer());
  });

  test('damage is a fault, never an empty tile', async () => {
    vi.spyOn(caches, 'open').mockRejectedValue(new TypeError('gone'));
    watchLog();
    const keys = [...town.objects.keys()].filter((key) => key.includes('/living/'));
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) {
      for (const change of [gone, flip(-9)])
        await whileDamaged(key, change, async () => {
          const response = await ask(pathOf());
          expect([response.status, response.headers.get('Cache-Control')]).toEqual([
            503,
            'private, no-cache',
          ]);
        });
    }
    expect((await ask(pathOf())).status).toBe(200);
  });
});
