import { join } from 'node:path';
import { cellToLatLng, greatCircleDistance, UNITS } from 'h3-js';
import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../../tiles-builder/base/numbers/add-to.ts';
import type { Building } from '../../tiles-builder/base/records.ts';
import { findPersons } from '../../tiles-builder/daytime/find-persons.ts';
import { squareOf } from '../../tiles-builder/simulate/census-squares.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { square } from '../support/zones/rectangle.ts';
import { drawPersons, Town, writePanel } from './nation-panel.ts';

const folder = temporaryFolder();

const WEST: Position = [-1.7, 48.1];
const EAST: Position = [-1.6, 48.1];
const EMPTY: Position = [-1.65, 48.12];
const SIDE = 0.0004;

/** 450 m apart: never one place. */
const buildingsAt = ([lon, lat]: Position): Building[] =>
  [0, 1, 2].map((i) => {
    const ring = square(lon + i * 0.006, lat, SIDE);
    return { id: `${lon} ${i}`, footprint: [[ring]], tags: {} };
  });
const cornerOf = (place: Position): string => {
  const [, north, east] = /N(\d+)E(\d+)/.exec(squareOf(place, 1_000))!;
  return `${east},${north}`;
};
const town = new Town(
  [WEST, EAST, EMPTY].flatMap(buildingsAt),
  new Map([
    [cornerOf(WEST), 3_000],
    [cornerOf(EAST), 1_000],
    ['0,0', 500],
  ]),
);
const WANTED = { copies: 2, copySize_m: [20_000, 0], share: 0.1 } as const;

interface Drawn {
  readonly device: string;
  readonly home: Position;
  readonly occupation: Position;
}
const drawn = (wanted: Parameters<typeof drawPersons>[1]): Drawn[] =>
  [...drawPersons(town, wanted)]
    .join('')
    .trim()
    .split('\n')
    .map((row) => {
      const [device, ...degrees] = row.split(',');
      const [a, b, c, d] = degrees.map(Number);
      return { device: device!, home: [a!, b!], occupation: [c!, d!] };
    });

test('homes follow the census, each copy draws its own persons, the same seed draws the same', () => {
  const persons = drawn(WANTED);
  expect(drawn(WANTED)).toEqual(persons);
  expect(drawn({ ...WANTED, seed: 2 })).not.toEqual(persons);
  expect(town.people).toBe(4_000);
  expect(persons).toHaveLength(800);
  expect(new Set(persons.map(({ device }) => device)).size).toBe(800);
  const [first, second] = ['0-', '1-'].map((copy) => persons.filter(({ device }) => device.startsWith(copy)));
  const inWest = first!.filter(({ home }) => squareOf(home, 1_000) === squareOf(WEST, 1_000));
  // Four standard deviations are 35.
  expect(Math.abs(inWest.length - 300)).toBeLessThan(35);
  expect(
    inWest.length + first!.filter(({ home }) => squareOf(home, 1_000) === squareOf(EAST, 1_000)).length,
  ).toBe(400);
  const atHome = first!.filter(({ home, occupation }) => home.join() === occupation.join());
  expect(atHome.length).toBeGreaterThan(120);
  expect(atHome.length).toBeLessThan(280);
  const east = (places: readonly Drawn[]): number => Math.min(...places.map(({ home }) => home[0]));
  // 20 km at this latitude.
  expect(east(second!) - east(first!)).toBeGreaterThan(0.24);
  expect(east(second!) - east(first!)).toBeLessThan(0.29);
});

test('the builder finds homes and occupation places where they were drawn', async () => {
  const file = join(folder, 'stops.parquet');
  await writePanel(file, town, WANTED);
  const truth = drawn(WANTED);
  const found: [string, string | null, number][] = [];
  const columns = { device: 'device', start: 'start', end: 'end', lon: 'lon', lat: 'lat' } as const;
  const { panel } = await findPersons(
    {
      locations: { file, kind: 'stops', ...columns },
      timezone: 'Europe/Paris',
      clickhouse: undefined,
      progress: () => {},
    },
    ({ home, occupation, persons }) => found.push([home, occupation, persons]),
  );
  expect(panel).toMatchObject({ persons_read: 800, days: 21, first_day: '2026-01-12' });
  const places = new Map(
    truth.flatMap(({ home, occupation }) => [home, occupation]).map((at) => [at.join(), at]),
  );
  const nearest = (cell: string): string => {
    const [lat, lon] = cellToLatLng(cell);
    const metresTo = ([toLon, toLat]: Position) => greatCircleDistance([lat, lon], [toLat, toLon], UNITS.m);
    const [name, at] = [...places].reduce((a, b) => (metresTo(a[1]) < metresTo(b[1]) ? a : b));
    expect(metresTo(at)).toBeLessThan(40);
    return name;
  };
  const byPair = new Map<string, number>();
  for (const [home, occupation, persons] of found) {
    addTo(byPair, `${nearest(home)} ${nearest(occupation!)}`, persons);
  }
  const expected = new Map<string, number>();
  for (const { home, occupation } of truth) addTo(expected, `${home.join()} ${occupation.join()}`, 1);
  expect(byPair).toEqual(expected);
});
