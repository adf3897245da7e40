import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/endpoints.ts';
import { setsOf } from '../../src/format/current.ts';
import { CURRENT_KEY, tileSetPrefix } from '../../src/format/object-keys.ts';
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

type Objects = Map<string, Uint8Array>;

/** @param onRead runs before each read */
async function serviceOf(
  live: readonly StreetTown[],
  change: (objects: Objects) => void = () => {},
  onRead: (objects: Objects) => void = () => {},
) {
  const objects: Objects = new Map(live.flatMap((one) => [...one.objects]));
  change(objects);
  objects.set(CURRENT_KEY, await currentInMemory(live));
  const get = async (key: string): Promise<object | null> => {
    onRead(objects);
    const bytes = objects.get(key);
    return bytes ? { arrayBuffer: async () => new Uint8Array(bytes).buffer } : null;
  };
  return new Service({ TILES: { get }, CODE_VERSION: { id: `overlapping-${++numbered}` } });
}

async function ask(
  live: readonly StreetTown[],
  endpoint: Endpoint,
  question: Record<string, unknown>,
  change?: (objects: Objects) => void,
): Promise<Body & { readonly status: number }> {
  const service = await serviceOf(live, change);
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

  test('an origin outside all counts is answered where its isochrone is covered', async () => {
    // Its census ends short of the origin; the drive reaches all streets.
    const inner = village('b-inner', box(-1_000, -1_000, 380, 1_000));
    const far = village('a-far', box(1_000, -1_000, 1_900, 1_000));
    const question = walkFrom([395, 0], 300, 'motorized');
    const alone = await ask([inner], 'livingcount', question);
    const together = await ask([far, inner], 'livingcount', question);
    expect([together.status, together]).toEqual([200, alone]);
  });
});

describe('a border between two villages', () => {
  const east2 = village('b-east', EAST);
  const across = { zone: polygon(west.box([-900, -700], [800, 900])) };

  test.for(['living', 'working', 'pedestrian'] as const)(
    'a neighbour with damaged tiles for %s is a failure, and none where it is not needed',
    async (set) => {
      const damage = (objects: Objects): void => {
        const prefix = tileSetPrefix(set, setsOf(east2.manifest)[set]!);
        const damaged = [...objects.keys()].filter((key) => key.startsWith(prefix));
        expect(damaged.length).toBeGreaterThan(0);
        for (const key of damaged)
          objects.set(
            key,
            objects.get(key)!.map((byte) => byte ^ 4),
          );
      };
      const endpoint = set === 'working' ? 'workingcount' : 'livingcount';
      const question = set === 'pedestrian' ? walkFrom([0, 0], 200) : across;
      expect((await ask([west, east2], endpoint, question)).status).toBe(200);
      const { status, [endpoint]: count } = await ask([west, east2], endpoint, question, damage);
      expect([status, count]).toEqual([503, undefined]);
      expect((await ask([west, east2], endpoint, walkFrom([-250, 0]), damage)).status).toBe(200);
    },
  );

  test.for(['zone', 'isochrone'] as const)(
    'where a neighbour is published during a call, and its old version is gone, a count of the %s is of one version',
    async (option) => {
      const next = village('b-east', EAST, { factor: 50 });
      const current = await currentInMemory([west, next]);
      const gone = [...east2.objects.keys()].filter(
        (key) => !next.objects.has(key) && !west.objects.has(key),
      );
      const question = option === 'zone' ? { ...across, details: true } : walkFrom([-40, 20], 200);
      const answerOf = async (live: readonly StreetTown[], onRead?: (objects: Objects) => void) => {
        const response = await (await serviceOf(live, undefined, onRead)).ask('livingcount', question);
        return response.status === 200 ? [response.headers.get('ETag'), await response.text()].join() : '503';
      };
      const [before, after] = [await answerOf([west, east2]), await answerOf([west, next])];
      const answers = new Set<string>();
      for (let first = 0, isPublished = true; isPublished; first++) {
        let reads = 0;
        const publish = (objects: Objects): void => {
          if (reads++ !== first) return;
          objects.set(CURRENT_KEY, current);
          for (const [key, bytes] of next.objects) objects.set(key, bytes);
          for (const key of gone) objects.delete(key);
        };
        answers.add(await answerOf([west, east2], publish));
        isPublished = reads > first;
      }
      expect(new Set([before, after]).size).toBe(2);
      expect(answers).toEqual(new Set([before, after]));
    },
  );

  test('an answer changes its ETag where a neighbour is published again or withdrawn, and nowhere else', async () => {
    const question = { ...across, details: true };
    const far = village('c-far', box(4_000, -1_000, 5_000, 1_000), { near: [14.2, 52] });
    const tagOf = async (live: readonly StreetTown[]): Promise<string> =>
      (await (await serviceOf(live)).ask('livingcount', question)).headers.get('ETag')!;
    const tag = await tagOf([west, east2]);
    expect(await tagOf([west, east2, far])).toBe(tag);
    expect(await tagOf([west, village('b-east', EAST)])).not.toBe(tag);
    const service = await serviceOf([west, east2]);
    const again = await service.ask('livingcount', question, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const alone = await ask([west], 'livingcount', across);
    expect([alone.status, alone.error]).toEqual([422, expect.stringContaining('52 %')]);
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
