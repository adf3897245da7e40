import { beforeAll, describe, expect, test } from 'vitest';
import { type Panel, tileSetsOf } from '../../src/format/manifest.ts';
import { manifestKey } from '../../src/format/object-keys.ts';
import type { StreetTown } from '../support/datasets/street-dataset.ts';
import { LAT, LON, pathOfTile, drawn as townOnMap } from './drawn-town.ts';
import { basic, CALLER, callers, publish, Service, seed, town } from './service.ts';

const PANEL = {
  persons_used: 8_675_309,
  persons_dropped: {
    ...{ no_stay: 8_675_311, no_home: 8_675_323 },
    ...{ no_occupation_place: 8_675_339, occupation_place_outside: 8_675_357 },
  },
  ...{ days: 8_675_371, first_day: '1987-03-01', last_day: '1987-03-29' },
  weights: {
    ...{ mean: 86.75309, min: 86.75311, median: 86.75323, max: 86.75339 },
    ...{ persons_trimmed: 8_675_383, design_effect: 86.75357 },
  },
  ...{ min_persons: 8_675_399, smallest_group_persons: 8_675_407, persons_withheld: 8_675_413 },
  groups: { own: '0a1b'.repeat(16), followed: '2c3d'.repeat(16) },
} satisfies Panel;
const drawn: StreetTown = withPanel(townOnMap);

function withPanel(town: StreetTown): StreetTown {
  const manifest = { ...town.manifest, panel: PANEL };
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  return {
    ...town,
    manifest,
    objects: new Map(town.objects).set(manifestKey(manifest.version), bytes),
  };
}

const leavesOf = (value: object): string[] =>
  Object.values(value).flatMap((own) => (typeof own === 'object' ? leavesOf(own) : [String(own)]));
const TILE_PATH = pathOfTile();
const WRONG = { key: CALLER.key, secret: 'a guess' };
const UNKNOWN = { key: 'pc_nobody', secret: 'a guess' };

const HEADERS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'server-timing',
  'strict-transport-security',
  'timing-allow-origin',
  'x-content-type-options',
  'x-request-id',
];

const OPEN: readonly (readonly [string, RequestInit, readonly string[]])[] = [
  ['/healthz', {}, []],
  ['/map/regions.json', {}, []],
  [TILE_PATH, {}, []],
  [TILE_PATH.replace('/14/', '/13/'), {}, []],
  ['/map/drawn-0000000000000006/14/1/1.mvt', {}, ['failure-reason']],
  [`/map/${drawn.manifest.version}/names?q=drawn`, {}, []],
  [`/map/${drawn.manifest.version}/names?q=`, {}, []],
  ['/map/drawn-0000000000000006/names?q=drawn', {}, ['failure-reason']],
  ['/nowhere', {}, ['failure-reason']],
  [
    `/map/${drawn.manifest.version}/density/living/10/1/1.mvt`,
    {},
    ['failure-reason', 'ratelimit-policy', 'www-authenticate'],
  ],
  ['/api/v1/livingcount', {}, ['failure-reason', 'ratelimit-policy', 'www-authenticate']],
  [
    '/api/v1/livingcount',
    { headers: { Authorization: basic(WRONG) } },
    ['failure-reason', 'ratelimit-policy', 'www-authenticate'],
  ],
  [
    '/api/v1/livingcount?lon=20&lat=52&travel=pedestrian&time=60',
    { headers: { Authorization: basic(UNKNOWN) } },
    ['failure-reason', 'ratelimit-policy', 'www-authenticate'],
  ],
];

beforeAll(async () => {
  await seed();
  await publish([town, drawn]);
});

async function secrets(): Promise<string[]> {
  const found: string[] = [...leavesOf(PANEL)];
  for (const { manifest, objects } of [town, drawn]) {
    for (const entry of Object.values(tileSetsOf(manifest))) {
      if (entry) found.push(entry.list_sha256);
    }
    for (const { sha256, file } of manifest.sources) found.push(sha256, file);
    for (const layer of [manifest.living, manifest.working]) {
      if (layer) found.push(String(layer.total_millipersons));
    }
    const bytes = objects.get(manifestKey(manifest.version))!;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
    found.push(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  for (const { name, secrets } of await callers()) {
    found.push(name, ...secrets.flatMap(({ salt, sha256 }) => [salt, sha256]));
  }
  return found;
}

describe('without a key', () => {
  test.for(OPEN)('%s has these headers and says nothing that is not public', async ([path, init, more]) => {
    const response = await new Service().fetch(path, init);
    const text = `${await response.text()}\n${[...response.headers].join('\n')}`;
    const hasType = response.headers.has('content-type');
    expect([...response.headers.keys()].sort()).toEqual(
      [...HEADERS.filter((name) => hasType || name !== 'content-type'), ...more].sort(),
    );
    for (const secret of await secrets()) expect(text).not.toContain(secret);
  });

  test('not even a caller with a key is told of the panel', async () => {
    const headers = { Authorization: basic(CALLER) };
    const asked = `/api/v1/workingcount?lon=${LON}&lat=${LAT}&travel=pedestrian&time=60&details=true`;
    const paths = [manifestKey(drawn.manifest.version), `map/${drawn.manifest.version}/manifest.json`];
    for (const path of [asked, ...paths.map((own) => `/${own}`)]) {
      const response = await new Service().fetch(path, { headers });
      expect(response.status).toBe(path === asked ? 200 : 404);
      const text = await response.text();
      for (const leaf of leavesOf(PANEL)) expect(text).not.toContain(leaf);
    }
  });

  test('regions have these members alone', async () => {
    const regions = await (await new Service().fetch('/map/regions.json')).json<Record<string, unknown>[]>();
    for (const region of regions) {
      expect(Object.keys(region).sort()).toEqual(
        [
          'basemap',
          'bounds',
          'builder_version',
          'built_at',
          'coverage',
          'density',
          'region',
          'simulated',
          'sources',
          'version',
        ].sort(),
      );
      for (const source of region.sources as object[]) {
        expect(Object.keys(source).sort()).toEqual(['attribution', 'role', 'vintage']);
      }
    }
  });

  test('a name that is found has these members alone', async () => {
    const path = `/map/${drawn.manifest.version}/names?q=drawn`;
    const [found] = await (await new Service().fetch(path)).json<object[]>();
    expect(Object.keys(found).sort()).toEqual(['kind', 'lat', 'lon', 'name', 'near', 'order']);
  });
});
