import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { assignOccupations } from '../../tiles-builder/simulate/assign-occupations.ts';
import type { Kind } from '../../tiles-builder/simulate/fill-dwellings.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import type { BuildingUse, TownBuilding } from '../../tiles-builder/simulate/place-buildings.ts';

const MANY = 6_000;
const HOME: Point = [125, 125];

const building = (use: BuildingUse, centre: Point, levels = 1, half_m = 10): TownBuilding => ({
  use,
  rectangle: { centre, along: [1, 0], halfLength_m: half_m, halfDepth_m: half_m },
  levels,
  footprint: [],
  tags: {},
  dwellings: 0,
});

const sent = (kind: Kind, buildings: readonly TownBuilding[], home = HOME) =>
  assignOccupations(
    Array.from({ length: MANY }, () => ({ kind, home })),
    buildings,
    new Random(3),
  );

function ratio(kind: Kind, first: TownBuilding, second: TownBuilding): number {
  const people = sent(kind, [building('house', HOME), first, second]);
  const counts = [1, 2].map((own) => people.filter(({ building: found }) => found === own).length);
  expect(counts[0] + counts[1]).toBe(MANY);
  return counts[0] / counts[1];
}

const [near, far]: readonly Point[] = [HOME, [125 + 3_500, 125]];

test.each<[string, number, number]>([
  ['twice the floors', ratio('commute', building('office', near, 2), building('office', near)), 2],
  [
    'four times the footprint',
    ratio('commute', building('office', near, 1, 20), building('office', near)),
    4,
  ],
  ['an office for a shop', ratio('commute', building('office', near), building('retail', near)), 60 / 25],
  ['a shop for a factory', ratio('shift', building('retail', near), building('industrial', near)), 80 / 60],
  ['a school for an office', ratio('part-time', building('school', near), building('office', near)), 25 / 12],
  ['3.5 km less to work', ratio('commute', building('office', near), building('office', far)), Math.E],
  [
    '900 m less to school',
    ratio('study', building('school', near), building('school', [125, 1_025])),
    Math.E,
  ],
])('%s draws more people: %d times as many, where it should be %d', (_, found, expected) => {
  expect(Math.abs(found / expected - 1)).toBeLessThan(0.12);
});

test('pupils go to schools, workers anywhere where people work, and others stay at home', () => {
  const buildings = (['house', 'office', 'school', 'garage'] as const).map((use) => building(use, near));
  const usesOf = (kind: Kind) =>
    new Set(sent(kind, buildings).map(({ building: own }) => (own === null ? null : buildings[own].use)));
  expect(usesOf('study')).toEqual(new Set(['school']));
  for (const kind of ['commute', 'part-time', 'shift'] as const) {
    expect(usesOf(kind)).toEqual(new Set(['office', 'school']));
  }
  for (const kind of ['home-work', 'retired'] as const) {
    for (const person of sent(kind, buildings))
      expect(person).toEqual({ kind, home: HOME, occupation: HOME, building: null });
  }
});

test('they are inside the building, all over it, and without one they stay at home', () => {
  const people = sent('commute', [building('office', [500, 700], 1, 10)]);
  const [xs, ys] = [0, 1].map((axis) => people.map(({ occupation }) => occupation[axis]));
  for (const [coordinates, centre] of [
    [xs, 500],
    [ys, 700],
  ] as const) {
    expect(Math.min(...coordinates)).toBeGreaterThanOrEqual(centre - 9);
    expect(Math.min(...coordinates)).toBeLessThan(centre - 8.9);
    expect(Math.max(...coordinates)).toBeLessThanOrEqual(centre + 9);
    expect(Math.max(...coordinates)).toBeGreaterThan(centre + 8.9);
  }
  expect(sent('commute', [building('house', near)])[0]).toEqual({
    kind: 'retired',
    home: HOME,
    occupation: HOME,
    building: null,
  });
  expect(sent('study', [building('office', near)])[0].kind).toBe('retired');
});

test('homes in other squares see other distances', () => {
  const buildings = [building('office', [125, 125]), building('office', [14_125, 125])];
  for (const [home, own] of [
    [HOME, 0],
    [[14_125, 125], 1],
  ] as const) {
    const people = sent('commute', buildings, home);
    expect(people.filter(({ building: found }) => found === own).length / MANY).toBeGreaterThan(0.95);
  }
});
