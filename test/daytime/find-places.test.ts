import { cellToLatLng, greatCircleDistance, latLngToCell, UNITS } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { requireTimezone } from '../../tiles-builder/daytime/find-places.ts';
import { readLocations } from '../support/files/read-locations.ts';
import {
  drawDay,
  dropTables,
  engineOfTests,
  type Place,
  panelIn,
  pingsCsv,
  pingsOf,
  type Stay,
  stopsCsv,
  stopsOf,
  writeFile,
} from './timelines.ts';

const HOME: Place = [7.42, 43.74];
const OFFICE: Place = [7.44, 43.75];
const SHOP: Place = [7.43, 43.745];
const cell = ([lon, lat]: Place): string => latLngToCell(lat, lon, 12);
const WEEK = ['2024-01-15', '2024-01-16', '2024-01-17', '2024-01-18', '2024-01-19'];
const WEEKEND = ['2024-01-20', '2024-01-21'];

const office = (device: string, date: string, offset = '+01:00'): Stay[] =>
  drawDay(device, date, offset, [
    [HOME, '########...........#####'],
    [OFFICE, '.........########.......'],
    [SHOP, '.................##.....'],
  ]);
const atHome = (device: string, date: string): Stay[] =>
  drawDay(device, date, '+01:00', [
    [HOME, '##########.#############'],
    [SHOP, '..........#.............'],
  ]);

const sql = engineOfTests();

async function placesOf(stays: readonly Stay[], timezone = 'Europe/Paris', holidays: string[] = []) {
  await readLocations(stopsOf(writeFile('stops.csv', stopsCsv(stays))), sql.engine);
  return panelIn(sql.engine, timezone, holidays);
}

describe('home and usual occupation place', () => {
  test('nights at one place and nine to five at another', async () => {
    const stays = [...WEEK.flatMap((day) => office('a', day)), ...WEEKEND.flatMap((day) => atHome('a', day))];
    const { panel, days } = await placesOf(stays);
    expect(panel).toEqual([{ home: cell(HOME), occupation: cell(OFFICE), persons: 1 }]);
    expect(days).toEqual([...WEEK, ...WEEKEND]);
  });

  test('at home in working hours, but for an errand', async () => {
    const stays = WEEK.flatMap((day, i) =>
      i < 2 ? atHome('a', day) : drawDay('a', day, '+01:00', [[HOME, '########################']]),
    );
    expect((await placesOf(stays)).panel).toEqual([{ home: cell(HOME), occupation: cell(HOME), persons: 1 }]);
  });

  test('a place that is slept at now and then is no workplace, however long the days there', async () => {
    const stays = WEEK.flatMap((day, i) =>
      i < 2
        ? office('a', day)
        : drawDay('a', day, '+01:00', [
            [HOME, '#####...................'],
            [SHOP, '.......#################'],
          ]),
    );
    expect((await placesOf(stays)).panel).toEqual([{ home: cell(HOME), occupation: null, persons: 1 }]);
  });

  test('the weekend is no working time, two visits are no habit', async () => {
    const stays = [
      ...WEEK.flatMap((day, i) =>
        i < 2 ? office('a', day) : drawDay('a', day, '+01:00', [[HOME, '######..........######..']]),
      ),
      ...WEEKEND.flatMap((day) => office('a', day)),
    ];
    expect((await placesOf(stays)).panel).toEqual([{ home: cell(HOME), occupation: null, persons: 1 }]);
  });

  test('holidays are no working days', async () => {
    const stays = [
      ...WEEK.flatMap((day, i) =>
        i < 4 ? office('a', day) : drawDay('a', day, '+01:00', [[HOME, '########################']]),
      ),
    ];
    expect((await placesOf(stays, 'Europe/Paris', WEEK.slice(0, 2))).panel).toMatchObject([
      { occupation: null },
    ]);
    await dropTables(sql.engine);
    expect((await placesOf(stays, 'Europe/Paris', WEEK.slice(0, 1))).panel).toMatchObject([
      { occupation: cell(OFFICE) },
    ]);
  });

  test.each([
    [2, 24],
    [2, 3],
  ])(
    'a week away is neither home nor workplace, though at home two nights alone are seen: %i and %i of 28',
    async (...nights) => {
      const HOTEL: Place = [8.9, 44.4];
      const days = Array.from({ length: 28 }, (_, i) =>
        new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
      );
      const stays = days.flatMap((day, i) => {
        const isAway = i >= 8 && i < 15;
        const isNightSeen = isAway || nights.includes(i);
        return drawDay('a', day, '+01:00', [
          [
            isAway ? HOTEL : HOME,
            isAway
              ? '#......####.####.......#'
              : isNightSeen
                ? '####.....######.........'
                : '.........######.........',
          ],
        ]);
      });
      expect((await placesOf(stays)).panel).toEqual([
        { home: cell(HOME), occupation: cell(HOME), persons: 1 },
      ]);
    },
  );

  test('one night is no home, though its evening and its morning lie on two days', async () => {
    const stays = [
      ...drawDay('a', WEEK[0], '+01:00', [[HOME, '..................######']]),
      ...drawDay('a', WEEK[1], '+01:00', [[HOME, '########................']]),
      ...WEEK.slice(2).flatMap((day) => drawDay('a', day, '+01:00', [[HOME, '.........###########....']])),
    ];
    expect((await placesOf(stays)).panel).toEqual([]);
  });

  test('nights are those that brute force counts, minute by minute', async () => {
    const source = new Random(7);
    const random = (): number => source.next() / 2 ** 32;
    const first_s = Date.parse('2024-01-15T00:00:00+01:00') / 1000;
    const stays = Array.from({ length: 60 }, (_, device) =>
      Array.from({ length: 12 }, (): [number, number] => {
        const from_s = first_s + 60 * Math.floor(random() * 10 * 24 * 60);
        return [from_s, from_s + 60 * Math.ceil(random() * 20 * 60)];
      }).map(([from_s, to_s]) => ({ device: `person ${device}`, place: HOME, from_s, to_s })),
    );
    const isoOf = (time_s: number): string => new Date(time_s * 1000).toISOString();
    const nightsOf = (own: (typeof stays)[number]): number => {
      const nights = new Set<number>();
      for (const { from_s, to_s } of own) {
        for (let time_s = from_s; time_s < to_s; time_s += 60) {
          const hour = Math.floor((time_s - first_s) / 3600);
          if (hour % 24 >= 22 || hour % 24 < 6) nights.add(Math.floor((hour - 6) / 24));
        }
      }
      return nights.size;
    };
    await placesOf(
      stays.flat().map(({ from_s, to_s, ...stay }) => ({ ...stay, from: isoOf(from_s), to: isoOf(to_s) })),
    );
    const rows = await sql.engine.query<{ nights: number }>(
      'SELECT arrayJoin(places).nights AS nights FROM places',
    );
    const counted = (nights: number[]): number[] => nights.toSorted((a, b) => a - b);
    expect(counted(rows.map(({ nights }) => nights))).toEqual(counted(stays.map(nightsOf)));
  });

  test('stays within 50 m of each other are one place anywhere on the globe, those 400 m away another', async () => {
    const random = new Random(Date.now() % 1e9);
    const between = (low: number, high: number): number => low + (random.next() / 2 ** 32) * (high - low);
    const centres: Place[] = [
      ...Array.from({ length: 30 }, (): Place => [between(-180, 180), between(-85, 85)]),
      ...[-80, -16.8, 0, 17, 48, 71].map((lat): Place => [180, lat]),
    ];
    const moved = ([lon, lat]: Place, east_m: number, north_m: number): Place => {
      const east = lon + east_m / 111_195 / Math.cos((lat * Math.PI) / 180);
      return [east > 180 ? east - 360 : east, lat + north_m / 111_195];
    };
    const stays = centres.flatMap((centre, i) => {
      const other = i % 2 === 0 ? moved(centre, 400, 0) : moved(centre, 0, 400);
      const near = (place: Place): Place => moved(place, between(-17, 17), between(-17, 17));
      return WEEK.flatMap((day) => [
        ...drawDay(`device ${i}`, day, '+01:00', [[near(centre), '########']]),
        ...drawDay(`device ${i}`, day, '+01:00', [[near(other), '.........########']]),
      ]);
    });
    await placesOf(stays);
    const rows = await sql.engine.query<{ found: number }>('SELECT length(places) AS found FROM places');
    expect(rows).toHaveLength(centres.length);
    expect(rows.filter(({ found }) => found !== 2)).toEqual([]);
  });

  test('hours are those of the time zone', async () => {
    const stays = WEEK.flatMap((day) => office('a', day, '-08:00'));
    expect((await placesOf(stays, 'America/Los_Angeles')).panel).toMatchObject([
      { home: cell(HOME), occupation: cell(OFFICE) },
    ]);
  });

  test('a device without nights has no home, a silent one no stay', async () => {
    const stays = [
      ...WEEK.flatMap((day) => drawDay('day', day, '+01:00', [[OFFICE, '.........########.......']])),
      { device: 'silent', place: HOME, from: '2024-01-15T12:00:00Z', to: '2024-01-15T12:00:00Z' },
    ];
    const { panel, report } = await placesOf(stays);
    expect(panel).toEqual([]);
    expect(report).toMatchObject({ persons_with_stays: 1, persons_with_home: 0 });
  });
});

test('time zones that a configuration may name are known to the engine, and others are refused', async () => {
  const check = (timezone: string) => requireTimezone(sql.engine, timezone, 'pings.csv');
  const unknown: string[] = [];
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+2']) {
    await check(name).catch(() => unknown.push(name));
  }
  // Chile made this zone in 2025.
  expect(unknown.filter((name) => name !== 'America/Coyhaique')).toEqual([]);
  await expect(check('+02:00')).rejects.toThrow(
    /pings\.csv: this ClickHouse does not know the time zone \+02:00/,
  );
});

describe('daylight saving', () => {
  // Clocks in Paris went forward in the night to 2024-03-31.
  const usedHours = async (stays: readonly Stay[]) => {
    await placesOf(stays);
    const [row] = await sql.engine.query<{ work: number; night: number }>(
      'SELECT sum(place.work_s) / 3600 AS work, sum(place.night_s) / 3600 AS night FROM places ARRAY JOIN places AS place',
    );
    return row;
  };
  test.each([
    ['2024-03-29', '+01:00'],
    ['2024-04-01', '+02:00'],
  ])('moves working hours with the clocks: %s', async (date, offset) => {
    const stays = drawDay('a', date, offset, [
      [HOME, '########................'],
      [OFFICE, '........########........'],
    ]);
    expect(await usedHours(stays)).toEqual({ work: 7, night: 6 });
  });

  test('makes a stop over the night of the change an hour shorter', async () => {
    const [from, to] = ['2024-03-30T22:00:00+01:00', '2024-03-31T06:00:00+02:00'];
    expect(await usedHours([{ device: 'a', place: HOME, from, to }])).toEqual({ work: 0, night: 7 });
  });
});

describe('stops from pings', () => {
  const stopRows = () =>
    sql.engine.query<{ device: string; minutes: number; lon: number; lat: number }>(
      'SELECT toUInt32(round((end - start) / 60)) AS minutes, round(lon / 1e6, 3) AS lon, round(lat / 1e6, 3) AS lat FROM stops ORDER BY start',
    );
  const read = (csv: string) => readLocations(pingsOf(writeFile('pings.csv', csv)), sql.engine);

  test('noise of 60 m, duplicates and one impossible jump do not break a stay', async () => {
    const csv = pingsCsv(drawDay('a', '2024-01-15', '+01:00', [[HOME, '##......................']]), 5, 60);
    const lines = csv.split('\n');
    const jump = `a,${Date.parse('2024-01-15T01:07:00+01:00') / 1000},9.5,45`;
    await read([...lines, lines[3], lines[3], jump].join('\n'));
    expect(await stopRows()).toEqual([{ minutes: 120, lon: 7.42, lat: 43.74 }]);
  });

  test('a walk is no stop, a short halt neither, a long silence ends a stay', async () => {
    const walk = Array.from({ length: 30 }, (_, i): Stay => {
      const time = new Date(Date.parse('2024-01-15T08:00:00Z') + i * 60_000).toISOString();
      return { device: 'a', place: [7.42 + i * 0.001, 43.74], from: time, to: time };
    });
    const halt = { device: 'a', place: SHOP, from: '2024-01-15T08:40:00Z', to: '2024-01-15T08:48:00Z' };
    const before = { device: 'a', place: OFFICE, from: '2024-01-15T09:00:00Z', to: '2024-01-15T10:00:00Z' };
    const after = { device: 'a', place: OFFICE, from: '2024-01-15T15:00:00Z', to: '2024-01-15T16:00:00Z' };
    await read(pingsCsv([...walk, halt, before, after], 1, 0));
    expect(await stopRows()).toEqual([
      { minutes: 60, lon: 7.44, lat: 43.75 },
      { minutes: 60, lon: 7.44, lat: 43.75 },
    ]);
  });

  test('pings of a working week give the same places as its stops', async () => {
    await read(
      pingsCsv(
        WEEK.flatMap((day) => office('a', day)),
        10,
        50,
      ),
    );
    const { panel } = await panelIn(sql.engine, 'Europe/Paris');
    expect(panel).toHaveLength(1);
    const distance_m = (found: string, [lon, lat]: Place) =>
      greatCircleDistance(cellToLatLng(found), [lat, lon], UNITS.m);
    expect(distance_m(panel[0].home, HOME)).toBeLessThan(40);
    expect(distance_m(panel[0].occupation!, OFFICE)).toBeLessThan(40);
  });
});
