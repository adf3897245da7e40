/** Division of a zone among regions, against plain overlays. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { intersection, setPrecision, union } from 'polyclip-ts';
import { afterAll, describe, expect, test } from 'vitest';
import { divideZone } from '../../src/answer/divide-zone.ts';
import { COMPARED, regionsNear, versionsOf } from '../../src/answer/regions-near.ts';
import { regionsOfOrigin } from '../../src/answer/regions-of-origin.ts';
import { boxesOf } from '../../src/format/current.ts';
import { type LiveRegion, LiveRegions } from '../../src/format/live-regions.ts';
import type { Coverage } from '../../src/format/manifest.ts';
import { areaOfZone_m2, perimeterOfZone_m } from '../../src/geo/area.ts';
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { MAX_REGIONS_PER_ZONE, SLIVER_WIDTH_M } from '../../src/limits.ts';
import { BUILT_AT, storedTileSets } from '../support/datasets/stored-tile-sets.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const SEED = 20261123;

afterAll(() => setPrecision());
function star([lon, lat]: Position, radius: number, shares: readonly number[]): Polygon {
  const ring = shares.map((share, vertex): Position => {
    const angle = (2 * Math.PI * vertex) / shares.length;
    return [lon + radius * share * Math.cos(angle), lat + radius * share * Math.sin(angle)];
  });
  return [[...ring, ring[0]!]];
}

const place = fc.tuple(
  fc.double({ min: 9, max: 11, noNaN: true }),
  fc.double({ min: 49, max: 51, noNaN: true }),
);
const stars = (least: number, most: number): fc.Arbitrary<Polygon> =>
  fc
    .tuple(
      place,
      fc.double({ min: least, max: most, noNaN: true }),
      fc.array(fc.double({ min: 0.7, max: 1, noNaN: true }), { minLength: 5, maxLength: 12 }),
    )
    .map(([at, radius, shares]) => star(at, radius, shares));
const coverages = fc.array(
  fc.record({ roads: stars(0.5, 2), people: fc.option(stars(0.1, 1.5), { freq: 9 }) }),
  { minLength: 1, maxLength: 12 },
);

const square = (lon: number, lat: number, half: number): Polygon => [
  rectangle(lon - half, lat - half, lon + half, lat + half),
];

interface Served {
  readonly live: LiveRegions;
  readonly coverageOf: (region: Pick<LiveRegion, 'version'>) => Promise<Coverage>;
  readonly read: string[];
}

function serve(list: readonly { readonly roads: Polygon; readonly people: Polygon | null }[]): Served {
  const byVersion = new Map<string, Coverage>();
  const regions = list.map(({ roads, people }, number): LiveRegion => {
    const region = `region-${String(number).padStart(3, '0')}`;
    const version = `${region}-${String(number).padStart(16, '0')}`;
    const coverage: Coverage = { roads: [roads], living: people && [people], working: null };
    byVersion.set(version, coverage);
    return {
      region,
      version,
      manifest_sha256: '0'.repeat(64),
      built_at: BUILT_AT,
      since: BUILT_AT,
      sets: storedTileSets({}),
      boxes: boxesOf(coverage),
    };
  });
  const read: string[] = [];
  return {
    live: new LiveRegions(regions),
    coverageOf: async ({ version }) => {
      read.push(version);
      return byVersion.get(version)!;
    },
    read,
  };
}

/** In exact arithmetic, to which the service returns, plain overlays of random coverages may never end. */
function plain(operation: typeof intersection, ...zones: readonly Zone[]): Zone {
  setPrecision(1e-12);
  return operation(...(zones as unknown as [never])) as Zone;
}
const overlap = (a: Zone, b: Zone): Zone => plain(intersection, a, b);

describe.each([
  ['fixed', SEED],
  ['fresh', Math.floor(Math.random() * 2 ** 31)],
])('from a %s seed (%i)', (_, seed) => {
  test('all land that any region covers is counted, once, by regions whose versions are in the key', async () => {
    let several = 0;
    await fc.assert(
      fc.asyncProperty(coverages, stars(0.02, 0.8), async (list, zone) => {
        const { live, coverageOf } = serve(list);
        const near = regionsNear({ option: 'zone', zone }, 'living', live);
        const divided = await divideZone([zone], 'living', near.counts, coverageOf);
        const parts = divided.ok ? divided.value : [];
        for (const { region } of parts) expect(versionsOf(near)).toContain(region.version);
        const counted = await Promise.all(
          parts.map(async ({ region, zone: part }) => overlap(part, (await coverageOf(region)).living!)),
        );
        for (const [i, one] of counted.entries()) {
          expect(areaOfZone_m2(one) / areaOfZone_m2([zone])).toBeCloseTo(parts[i]!.coveredShare, 6);
          for (const other of counted.slice(0, i)) {
            for (const polygon of overlap(one, other))
              expect(2 * areaOfZone_m2([polygon])).toBeLessThan(
                SLIVER_WIDTH_M * perimeterOfZone_m([polygon]),
              );
          }
        }
        const people = list.flatMap(({ people }) => (people ? [[people]] : []));
        const covered = people.length > 0 ? plain(union, ...people) : [];
        const all_m2 = areaOfZone_m2(overlap([zone], covered));
        const counted_m2 = counted.reduce((sum, one) => sum + areaOfZone_m2(one), 0);
        expect(counted_m2 / areaOfZone_m2([zone])).toBeCloseTo(all_m2 / areaOfZone_m2([zone]), 2);
        if (parts.length > 1) several++;
      }),
      { numRuns: 150, seed },
    );
    expect(several).toBeGreaterThan(5);
  });
});

test('of regions that cover a zone alike, the one that was made for the smaller area counts', async () => {
  const zone = square(10, 50, 0.1);
  for (const halves of [
    [1, 2, 3],
    [3, 2, 1],
  ]) {
    const { live, coverageOf } = serve(
      halves.map((half) => ({ roads: square(10, 50, half), people: square(10, 50, half) })),
    );
    const divided = await divideZone([zone], 'living', live.all, coverageOf);
    const names = divided.ok && divided.value.map(({ region }) => region.region);
    expect(names).toEqual([`region-00${halves.indexOf(1)}`]);
  }
});

test('a zone or an isochrone over too many regions is refused', async () => {
  const cells = Array.from({ length: MAX_REGIONS_PER_ZONE + 1 }, (_, number) => {
    const cell = square(10 + number * 0.02, 50, 0.01);
    return { roads: cell, people: cell };
  });
  const { live, coverageOf } = serve(cells);
  const zone: Polygon = [rectangle(9.99, 49.99, 10.34, 50.01)];
  const refused = async (...what: ['isochrone from lon, lat'?]) => {
    const divided = await divideZone([zone], 'living', live.all, coverageOf, ...what);
    return divided.ok ? null : divided.failure;
  };
  const message = (words: string) => ({ kind: 'cannot-serve', message: expect.stringMatching(words) });
  expect(await refused()).toMatchObject(message('^The zone .* ask for its parts one by one'));
  expect(await refused('isochrone from lon, lat')).toMatchObject(
    message('^The isochrone .* ask for a shorter time'),
  );
});

test('of hundreds of villages with equal roads, the one around the origin comes first, and few coverages are read', async () => {
  const roads = square(10, 50, 2);
  const villages = Array.from({ length: 300 }, (_, number) => {
    const at: Position = [9 + (number % 20) * 0.1, 49.3 + Math.floor(number / 20) * 0.1];
    return { roads, people: square(at[0], at[1], 0.05) };
  });
  for (const number of [0, 17, 160, 299]) {
    const { live, coverageOf, read } = serve(villages);
    const [[[lon, lat]]] = [villages[number]!.people[0]!];
    const origin: Position = [lon + 0.05, lat + 0.05];
    const query = { origin, travel: 'pedestrian', time_s: 900 } as const;
    const near = regionsNear({ option: 'isochrone', isochrone: query }, 'living', live);
    const chosen = await regionsOfOrigin(query, 'livingcount', near.roads, { live, coverageOf });
    expect(chosen.ok && chosen.value[0]!.region).toBe(`region-${String(number).padStart(3, '0')}`);
    expect(read.length).toBeLessThanOrEqual(COMPARED);
    const zone = square(origin[0], origin[1], 0.01);
    const divided = await divideZone([zone], 'living', near.counts, coverageOf);
    const names = divided.ok && divided.value.map(({ region }) => region.region);
    expect(names).toEqual([`region-${String(number).padStart(3, '0')}`]);
    expect(read.length).toBeLessThanOrEqual(2 * COMPARED);
  }
});

test('an overlay of nearly coincident edges ends', () => {
  const part = [
    [
      [
        [9.192233530240161, 49.57756680494665],
        [9.245282945544885, 49.544086288969666],
        [9.438097480955175, 49.37698844450219],
        [9.438097480955175, 49.37698844450219],
        [9.193249381867702, 49.58917986198229],
        [9.192233530240161, 49.57756680494665],
      ],
    ],
  ];
  const coverage = [
    [
      [
        [9.241766479452766, 49.52534280181043],
        [9.558314940871833, 49.28614805828359],
        [9.562048569492733, 49.286557760480086],
        [9.362132222738099, 49.56171900575981],
        [9.241766479452766, 49.52534280181043],
      ],
    ],
  ];
  const module = new URL('../../src/answer/divide-zone.ts', import.meta.url).href;
  const program = `
    const { overlay } = await import(${JSON.stringify(module)});
    const { intersection } = await import(${JSON.stringify(import.meta.resolve('polyclip-ts'))});
    console.log(JSON.stringify(overlay(intersection, ${JSON.stringify(part)}, ${JSON.stringify(coverage)})));`;
  const command = ['--input-type=module', '-e', program];
  // Only another process can be ended while it computes.
  expect(execFileSync(process.execPath, command, { encoding: 'utf8', timeout: 30_000 }).trim()).toBe('[]');
});
