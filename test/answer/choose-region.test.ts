/** Choice of the region, against a plain search. */
import fc from 'fast-check';
import { intersection } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { bestCovering, regionsOfOrigin } from '../../src/answer/choose-region.ts';
import { COMPARED, mayCover, regionsNear, versionsOf } from '../../src/answer/regions-near.ts';
import { boxesOf, readCurrent, writeCurrent } from '../../src/format/current.ts';
import type { LiveRegion, LiveRegions } from '../../src/format/live-regions.ts';
import type { Coverage } from '../../src/format/manifest.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { MIN_COVERED_SHARE } from '../../src/limits.ts';
import { BUILT_AT, NOTHING_KEPT, storedTileSets } from '../support/datasets/stored-tile-sets.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const SEED = 20261123;
const NEAR_SHARE = 1e-4;

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
    live: readCurrent(writeCurrent({ regions, ...NOTHING_KEPT, writes: [] })).regions,
    coverageOf: async ({ version }) => {
      read.push(version);
      return byVersion.get(version)!;
    },
    read,
  };
}

const shareBy = (zone: Zone, coverage: Zone): number =>
  areaOfZone_m2(intersection(zone as never, coverage as never) as Zone) / areaOfZone_m2(zone);

describe.each([
  ['fixed', SEED],
  ['fresh', Math.floor(Math.random() * 2 ** 31)],
])('from a %s seed (%i)', (_, seed) => {
  test('a zone is answered by the region that covers most of it, the first of equals, and its version is in the key', async () => {
    let answered = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(coverages, stars(0.02, 0.4), async (list, zone) => {
        const { live, coverageOf } = serve(list);
        const near = regionsNear({ option: 'zone', zone }, 'living', live);
        const best = await bestCovering(
          [zone],
          'living',
          mayCover([zone], 'living', near.counts),
          coverageOf,
        );
        const shares = list.map(({ people }) => (people ? shareBy([zone], [people]) : 0));
        const most = Math.max(...shares);
        if (Math.abs(most - MIN_COVERED_SHARE) < NEAR_SHARE) return;
        if (most < MIN_COVERED_SHARE) {
          refused++;
          expect(best?.coveredShare ?? 0).toBeLessThan(MIN_COVERED_SHARE);
          return;
        }
        answered++;
        expect(best!.coveredShare).toBeCloseTo(most, 6);
        expect(versionsOf(near)).toContain(best!.region.version);
        const wholly = shares.findIndex((share) => share > 1 - 1e-9);
        const first = wholly >= 0 ? wholly : shares.indexOf(most);
        const rivals = shares.filter((share) => Math.abs(share - most) < NEAR_SHARE).length;
        if (wholly >= 0 || rivals === 1)
          expect(best!.region.region).toBe(`region-${String(first).padStart(3, '0')}`);
      }),
      { numRuns: 300, seed },
    );
    expect([answered > 30, refused > 30]).toEqual([true, true]);
  });
});

const square = (lon: number, lat: number, half: number): Polygon => [
  rectangle(lon - half, lat - half, lon + half, lat + half),
];

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
    const best = await bestCovering([zone], 'living', mayCover([zone], 'living', near.counts), coverageOf);
    expect(best?.region.region).toBe(`region-${String(number).padStart(3, '0')}`);
    expect(read.length).toBeLessThanOrEqual(2 * COMPARED);
  }
});
