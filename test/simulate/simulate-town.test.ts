import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { squareOf } from '../../tiles-builder/simulate/census-squares.ts';
import { demoTown } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import { type Rectangle, verticesOf } from '../../tiles-builder/simulate/rectangles.ts';
import {
  type LocatedPing,
  simulateTown,
  type Town,
  type TownOptions,
  type TownPerson,
} from '../../tiles-builder/simulate/simulate-town.ts';
import { writeTown } from '../../tiles-builder/simulate/write-town.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { fingerprintOf } from '../support/numbers/fingerprint.ts';
import { CENTRE, coveragePolygon, FIRST_DAY_S, streetFeatures } from '../support/towns/grid-town.ts';

const OPTIONS: TownOptions = {
  seed: 4,
  centre: CENTRE,
  coverage: coveragePolygon(),
  persons: 4_000,
  panel: { share: 0.05, firstMidnight_s: FIRST_DAY_S, days: 7 },
  census_square_m: 1_000,
};
const streets = { type: 'FeatureCollection' as const, features: streetFeatures() };
const simulate = (options: Partial<TownOptions> = {}): Town =>
  simulateTown(streets, { ...OPTIONS, ...options });

describe('a simulated town', () => {
  let town: Town;
  beforeAll(() => {
    town = simulate();
  });

  test('has the wanted inhabitants, all of them in the census', () => {
    expect(town.inhabitants).toHaveLength(OPTIONS.persons);
    const census = [...town.census.values()].reduce((sum, people) => sum + people, 0);
    expect(census).toBe(OPTIONS.persons);
    for (const square of town.census.keys()) expect(square).toMatch(/^CRS3035RES1000mN\d+000E\d+000$/);
  });

  test('has a panel of exactly the wanted share', () => {
    expect(town.panel).toHaveLength(200);
    expect(simulate({ panel: { ...OPTIONS.panel, share: 0.2 } }).panel).toHaveLength(800);
  });

  test('has at most as many persons at home as fit its dwellings, each in a building', () => {
    const { toPlane } = localPlane(CENTRE);
    const dwellings = town.buildings.filter((building) => building.dwellings > 0);
    for (const { home } of town.inhabitants) {
      const point = toPlane(home);
      expect(dwellings.some(({ rectangle }) => contains(rectangle, point))).toBe(true);
    }
  });

  test('sends people to places of the right use', () => {
    const { toPlane } = localPlane(CENTRE);
    for (const { kind, home, occupation } of town.inhabitants.slice(0, 500)) {
      const at = town.buildings.find(({ rectangle }) => contains(rectangle, toPlane(occupation)))!;
      if (kind === 'retired' || kind === 'home-work') expect(occupation).toEqual(home);
      else if (kind === 'study') expect(at.use).toBe('school');
      else expect(['office', 'retail', 'industrial', 'school']).toContain(at.use);
    }
  });

  test('locates devices in order of time within the days', () => {
    let before = { device: '', timestamp_s: 0 };
    const devices = new Set<string>();
    for (const ping of town.pings()) {
      if (ping.device === before.device) expect(ping.timestamp_s).toBeGreaterThan(before.timestamp_s);
      before = ping;
      devices.add(ping.device);
      const day = (ping.timestamp_s - FIRST_DAY_S) / 86_400;
      expect(day).toBeGreaterThanOrEqual(0);
      expect(day).toBeLessThan(OPTIONS.panel.days);
    }
    expect(devices.size).toBeGreaterThan(0.95 * town.panel.length);
    expect(devices.size).toBeLessThanOrEqual(town.panel.length);
  });

  test('locates devices at home in the evening, and those of commuters at work in the middle of the day', () => {
    const { toPlane } = localPlane(CENTRE);
    const NEAR_M = 300;
    const share = (isMeant: (hour: number, ping: LocatedPing) => boolean, place: 'home' | 'occupation') => {
      const near = [...town.pings()]
        .filter((ping) => isMeant(((ping.timestamp_s - FIRST_DAY_S) / 3_600) % 168, ping))
        .map(({ device, position }) => {
          const [x, y] = toPlane(carrierOf(device)[place]);
          const [pingX, pingY] = toPlane(position);
          return Math.hypot(pingX - x, pingY - y) < NEAR_M;
        });
      expect(near.length).toBeGreaterThan(500);
      return near.filter(Boolean).length / near.length;
    };
    const carrierOf = (device: string): TownPerson => town.panel[Number(device.slice(1))];
    const isCommuter = ({ device }: LocatedPing): boolean => carrierOf(device).kind === 'commute';
    expect(share((hour) => hour % 24 > 22.5, 'home')).toBeGreaterThan(0.9);
    expect(
      share((hour, ping) => hour < 120 && hour % 24 > 10 && hour % 24 < 15 && isCommuter(ping), 'occupation'),
    ).toBeGreaterThan(0.75);
  });

  test('has devices that are hardly ever located', () => {
    const pings = new Map<string, number>();
    for (const { device } of town.pings()) pings.set(device, (pings.get(device) ?? 0) + 1);
    const silent = town.panel.length - [...pings.values()].filter((count) => count > 10).length;
    expect(silent / town.panel.length).toBeGreaterThan(0.03);
    expect(silent / town.panel.length).toBeLessThan(0.15);
  });

  // Evaluations compare such towns across versions: measure them again with new fingerprints.
  test('has not changed', () => {
    const { buildings, inhabitants, census, pings } = town;
    expect({
      buildings: fingerprintOf(buildings),
      inhabitants: fingerprintOf(inhabitants),
      census: fingerprintOf([...census]),
      pings: fingerprintOf([...pings()]),
    }).toEqual({
      buildings: '8e4a9f722a952489',
      inhabitants: '8f9258477845b0f5',
      census: '39a15027cbd7b9c8',
      pings: '047d76ee6e9ba464',
    });
  });

  test('is another one for another seed', () => {
    expect(simulate({ seed: 5 }).inhabitants).not.toEqual(town.inhabitants);
    expect(simulate().inhabitants).toEqual(town.inhabitants);
  });

  test('is written as the same bytes twice, and read as it is', async () => {
    const description = {
      name: 'grid',
      timezone: 'Europe/Berlin',
      streets: {
        features: [],
        vintage: '2024',
        attribution: 'Grid',
      },
    };
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'town-')));
    try {
      for (const folder of folders) await writeTown(folder, simulate(), OPTIONS, description);
      const [first, second] = folders.map((folder) => (name: string) => readFileSync(join(folder, name)));
      for (const name of ['buildings.geojson', 'census.csv', 'pings.csv.gz', 'config.json']) {
        expect(first!(name).equals(second!(name)), name).toBe(true);
      }
      const config = readConfig(join(folders[0], 'config.json'));
      expect(config).toMatchObject({ simulated: true, timezone: 'Europe/Berlin' });
      const rows = gunzipSync(readFileSync(config.locations!.file)).toString().trimEnd().split('\n');
      expect(rows[0]).toBe('device_id,timestamp,lon,lat');
      expect(rows.length - 1).toBe([...town.pings()].length);
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });
});

describe('the town of the demo', () => {
  const { options, features } = demoTown();
  let town: Town;
  beforeAll(() => {
    town = simulateTown({ type: 'FeatureCollection', features }, options);
  });

  test('has its inhabitants', () => {
    expect(town.inhabitants).toHaveLength(75_000);
    expect(town.panel).toHaveLength(3_750);
  });

  test('has people in the villages, most of them in the town, and some who go from one to the other', () => {
    const { toPlane } = localPlane(options.centre);
    const isCountry = (at: Position): boolean => Math.hypot(...toPlane(at)) > 7_000;
    const villages = options.villages!.map(toPlane);
    const inVillages = new Array<number>(villages.length).fill(0);
    for (const { home } of town.inhabitants) {
      const [x, y] = toPlane(home);
      const village = villages.findIndex((at) => Math.hypot(x - at[0], y - at[1]) < 400);
      if (village >= 0) inVillages[village]++;
    }
    expect(inVillages.filter((own) => own > 20).length).toBeGreaterThan(0.8 * villages.length);
    const people = inVillages.reduce((sum, own) => sum + own, 0);
    expect(people).toBeGreaterThan(8_000);
    expect(people).toBeLessThan(25_000);
    const commuters = town.inhabitants.filter(
      ({ home, occupation }) => isCountry(home) && !isCountry(occupation),
    );
    expect(commuters.length).toBeGreaterThan(100);
    const census = [...town.census.values()].reduce((sum, own) => sum + own, 0);
    expect(census).toBe(town.inhabitants.length);
  });

  test('has no two buildings that overlap, and none outside the coverage', () => {
    const [[west, south], , [east, north]] = options.coverage[0] as [Point, Point, Point];
    const rectangles = town.buildings.map(({ rectangle }) => rectangle);
    rectangles.sort((a, b) => a.centre[0] - b.centre[0]);
    const LARGEST_M = 130;
    const overlapping = rectangles.filter((a, index) => {
      for (let other = index + 1; other < rectangles.length; other++) {
        const b = rectangles[other];
        if (b.centre[0] - a.centre[0] > LARGEST_M) return false;
        if (Math.abs(b.centre[1] - a.centre[1]) > LARGEST_M) continue;
        const isIn = (one: Rectangle, two: Rectangle): boolean =>
          verticesOf(one).some((corner) => contains(two, corner));
        if (isIn(a, b) || isIn(b, a)) return true;
      }
      return false;
    });
    expect(overlapping).toEqual([]);
    const outside = town.buildings.filter(({ footprint }) =>
      footprint[0].some(([lon, lat]) => !(lon > west && lon < east && lat > south && lat < north)),
    );
    expect(outside).toEqual([]);
  });

  test('is denser in the middle', () => {
    const { toPlane } = localPlane(options.centre);
    const within = (radius_m: number): number =>
      town.inhabitants.filter(({ home }) => Math.hypot(...toPlane(home)) < radius_m).length / radius_m ** 2;
    expect(within(1_200)).toBeGreaterThan(1.5 * within(2_400));
    expect(within(2_400)).toBeGreaterThan(1.5 * within(4_800));
  });
});

describe('squareOf', () => {
  test('names the square of a known centre as INSEE does', () => {
    expect(squareOf([7.349137, 43.716578], 200)).toBe('CRS3035RES200mN2293400E4106800');
  });
});

function contains({ centre, along, halfLength_m, halfDepth_m }: Rectangle, [x, y]: Point): boolean {
  const TOLERANCE_M = 0.02;
  const [dx, dy] = [x - centre[0], y - centre[1]];
  const length = Math.abs(dx * along[0] + dy * along[1]);
  const depth = Math.abs(dy * along[0] - dx * along[1]);
  return length <= halfLength_m + TOLERANCE_M && depth <= halfDepth_m + TOLERANCE_M;
}
