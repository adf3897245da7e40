import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import {
  type Offset,
  type StreetTown,
  type StreetTownOptions,
  streetTown,
  WORKING_FACTOR,
} from '../support/datasets/street-dataset.ts';
import { type Body, bodyOf, polygon, Service, seed } from './service.ts';

beforeAll(seed);

const RUNS = 15;

type Box = readonly [southWest: Offset, northEast: Offset];
/** In metres from the town's middle. */
const box = (west: number, south: number, east: number, north: number): Box => [
  [west, south],
  [east, north],
];

let numbered = 0;
const village = (region: string, census: Box, more: Partial<StreetTownOptions> = {}): StreetTown =>
  streetTown({
    near: [14, 52],
    region,
    version: `${region}-${String(++numbered).padStart(16, '0')}`,
    census,
    ...more,
  });

const WEST: Box = box(-1_000, -1_000, 0, 1_000);
const EAST: Box = box(0, -1_000, 1_000, 1_000);
const west = village('a-west', WEST);
const east = village('b-east', EAST, { factor: 100 });

const walkFrom = (offset: Offset, time = 60, travel = 'pedestrian'): Record<string, unknown> => {
  const [lon, lat] = west.at(offset);
  return { lon, lat, travel, time, details: true };
};

async function ask(
  live: readonly StreetTown[],
  endpoint: Endpoint,
  question: Record<string, unknown>,
): Promise<Body & { readonly status: number }> {
  const objects = new Map(live.flatMap((one) => [...one.objects]));
  objects.set(CURRENT_KEY, await currentInMemory(live));
  const get = async (key: string): Promise<object | null> => {
    const bytes = objects.get(key);
    return bytes ? { arrayBuffer: async () => new Uint8Array(bytes).buffer } : null;
  };
  const service = new Service({ TILES: { get }, CODE_VERSION: { id: `overlapping-${++numbered}` } });
  const response = await service.ask(endpoint, question);
  return { ...(await bodyOf(response)), status: response.status };
}

const regionsOf = ({ details }: Body): readonly string[] =>
  (details?.datasets as { readonly region: string }[] | undefined)?.map(({ region }) => region) ?? [];

describe('two villages cut from one extract', () => {
  test.for<readonly [string, Offset, StreetTown]>([
    ['west', [-250, 0], west],
    ['east', [250, 0], east],
  ])('an isochrone in the %s is answered as by its region alone', async ([, offset, own]) => {
    for (const endpoint of ['livingcount', 'workingcount'] as const) {
      const question = walkFrom(offset);
      const together = await ask([west, east], endpoint, question);
      expect(together.status).toBe(200);
      expect(together).toEqual(await ask([own], endpoint, question));
    }
  });

  test('which of them is listed first makes no difference', async () => {
    const last = village('z-west', WEST);
    const body = await ask([east, last], 'livingcount', walkFrom([-250, 0]));
    expect([body.status, regionsOf(body)]).toEqual([200, ['z-west']]);
  });

  test.for([
    [0, 0],
    [-40, 20],
    [10, -30],
  ] as const)('an isochrone across their border is answered as by one region, from %j', async (offset) => {
    const all = village('all', box(-1_000, -1_000, 1_000, 1_000));
    const other = village('b-east', EAST);
    for (const endpoint of ['livingcount', 'workingcount'] as const) {
      const question = walkFrom(offset, 200);
      const { details, ...parts } = await ask([west, other], endpoint, question);
      const { details: ofAll, ...whole } = await ask([all], endpoint, question);
      expect(parts.status).toBe(200);
      expect(parts).toEqual(whole);
      const { datasets, interval, ...rest } = details!;
      const { datasets: _, interval: ofOne, ...restOfAll } = ofAll!;
      expect(rest).toEqual(restOfAll);
      expect(interval === null).toBe(ofOne === null);
      const shares = datasets as { region: string; share_of_area: number; share_of_people: number }[];
      expect(new Set(shares.map(({ region }) => region))).toEqual(new Set(['a-west', 'b-east']));
      for (const share of ['share_of_area', 'share_of_people'] as const)
        expect(shares.reduce((sum, one) => sum + one[share], 0)).toBeCloseTo(1, 3);
    }
  });

  test('the people of an overlap are counted once, whichever region is listed first', async () => {
    const wide = village('c-wide', box(-1_000, -1_000, 600, 1_000));
    const all = village('all', box(-1_000, -1_000, 1_000, 1_000));
    const zone = { zone: polygon(west.box([-900, -900], [900, 900])), details: true };
    for (const endpoint of ['livingcount', 'workingcount'] as const) {
      const whole = await ask([all], endpoint, zone);
      for (const other of [village('b-east', EAST), village('z-east', EAST)]) {
        const { details, ...parts } = await ask([wide, other], endpoint, zone);
        expect({ ...parts, details: whole.details }).toEqual(whole);
        expect(regionsOf({ details } as Body)).toEqual(['c-wide', other.manifest.region]);
      }
    }
  });

  test('a zone of which less than nine tenths lie in both together is refused', async () => {
    const zone = { zone: polygon(west.box([-1_500, -900], [900, 900])) };
    const body = await ask([west, east], 'livingcount', zone);
    expect([body.status, body.error]).toEqual([422, expect.stringContaining('79 %')]);
  });

  test('an origin outside all counts is answered where its isochrone is covered', async () => {
    // Its census ends short of the origin; the drive reaches all streets.
    const inner = village('b-inner', box(-1_000, -1_000, 380, 1_000));
    const far = village('a-far', box(1_000, -1_000, 1_900, 1_000));
    const question = walkFrom([395, 0], 300, 'motorized');
    const alone = await ask([inner], 'livingcount', question);
    const together = await ask([far, inner], 'livingcount', question);
    expect([together.status, together]).toEqual([200, alone]);
  });

  test('where both cover an isochrone alike, one of them answers', async () => {
    const all: Box = box(-1_500, -1_500, 1_500, 1_500);
    const one = village('a-one', all);
    const two = village('b-two', all, { factor: 100 });
    const body = await ask([one, two], 'livingcount', walkFrom([0, 0]));
    expect([body.status, regionsOf(body), body.livingcount]).toEqual([200, ['a-one'], 1]);
  });
});

describe('the count of an isochrone is that of its polygon, asked as a zone', () => {
  test.for<readonly [string, readonly StreetTown[], Record<string, unknown>]>([
    ['in two villages', [west, east], walkFrom([250, 0])],
    [
      'where a region covers most of it whose roads end before its origin',
      [
        village('a-roads', box(-280, -1_500, 1_500, 1_500)),
        village('b-census', box(-1_800, -1_500, 144, 1_500), {
          factor: 100,
          roads: box(-1_500, -1_500, -350, 1_500),
        }),
        village('c-census', box(-1_500, -1_500, 1_500, 1_500), {
          factor: 10_000,
          roads: box(-1_500, -1_500, -350, 1_500),
        }),
      ],
      walkFrom([-300, 0], 120),
    ],
  ])('%s', async ([, live, question]) => {
    for (const endpoint of ['livingcount', 'workingcount'] as const) {
      const asked = await ask(live, endpoint, question);
      expect(asked.status).toBe(200);
      const { geometry } = asked.isochrone!;
      expect(geometry.type).toBe('Polygon');
      const zone = await ask(live, endpoint, { zone: polygon(geometry.coordinates), details: true });
      expect([zone.status, regionsOf(zone), zone[endpoint]]).toEqual([
        200,
        regionsOf(asked),
        asked[endpoint],
      ]);
      expect(zone.workingcountzone).toEqual(asked.workingcountzone);
    }
  });
});

test.each([
  ['fixed', 20_261_123],
  ['fresh', Math.floor(Math.random() * 2 ** 31)],
])(
  '… in villages that overlap at random, from a %s seed (%i)',
  async (_, seed) => {
    const random = new Random(seed);
    const between = (low: number, high: number): number => random.between(low, high);
    const boxAtRandom = (): Box => [
      [between(-1_500, -100), between(-1_500, -200)],
      [between(100, 1_500), between(200, 1_500)],
    ];
    let answered = 0;
    for (let run = 0; run < RUNS; run++) {
      const live = ['a', 'b', 'c'].map((region, number) =>
        village(region, boxAtRandom(), { roads: boxAtRandom(), factor: 100 ** number }),
      );
      const question = walkFrom([between(-300, 300), between(-300, 300)], Math.round(between(60, 400)));
      const asked = await ask(live, 'livingcount', question);
      if (asked.status !== 200) continue;
      const { geometry } = asked.isochrone!;
      if (geometry.type !== 'Polygon') continue;
      answered++;
      const zone = await ask(live, 'livingcount', { zone: polygon(geometry.coordinates), details: true });
      const found = [zone.status, regionsOf(zone), zone.livingcount, zone.details!.coverage];
      expect(found).toEqual([200, regionsOf(asked), asked.livingcount, asked.details!.coverage]);
    }
    expect(answered).toBeGreaterThan(0);
  },
  60_000,
);

test('roads of one region and counts of another: both are named', async () => {
  const roads = village('a-roads', box(-280, -1_500, 1_500, 1_500));
  const counts = village('b-counts', box(-1_500, -1_500, 1_500, 1_500), {
    factor: 100,
    attribution: 'Another one',
    roads: box(-1_500, -1_500, -350, 1_500),
  });
  const body = await ask([roads, counts], 'workingcount', walkFrom([-150, 0], 150));
  expect([body.status, body.workingcount]).toEqual([200, 100 * WORKING_FACTOR]);
  expect(body.details!.datasets).toMatchObject([
    {
      region: 'b-counts',
      sources: [{ role: 'roads', attribution: 'Drawn by hand' }],
    },
  ]);
});

test('an isochrone that the roads of one region cut short is that of the region that covers most of it', async () => {
  const extract = village('a-extract', WEST, { goesOn: true, cut_isochrones: 'answer', slowness: 2 });
  const whole = village('b-whole', box(-1_000, -1_000, 1_000, 1_000));
  const question = walkFrom([-150, 0], 300, 'motorized');
  const together = await ask([extract, whole], 'livingcount', question);
  expect(together).toEqual(await ask([whole], 'livingcount', question));
  expect(together.details!.cut).toBe(false);
});

test('an origin far from the roads of the first region starts on those of the second', async () => {
  const around = 6_000;
  const off = village('a-off', box(-around, -around, around, around), {
    near: [14.045, 52],
    coverageReach_m: around,
  });
  const alone = await ask([off], 'livingcount', walkFrom([-250, 0]));
  expect([alone.status, alone.error]).toEqual([422, expect.stringContaining('road')]);
  const body = await ask([off, west], 'livingcount', walkFrom([-250, 0]));
  expect([body.status, body.details!.origin]).toEqual([200, expect.anything()]);
});
