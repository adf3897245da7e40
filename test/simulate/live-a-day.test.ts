import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Kind } from '../../tiles-builder/simulate/fill-dwellings.ts';
import { type Habits, liveADay, type Stay } from '../../tiles-builder/simulate/live-a-day.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';

const HOME: Point = [0, 0];
const WORK: Point = [3_000, 4_000];
const ERRANDS: readonly Point[] = [
  [-600, 800],
  [9_000, 0],
];
const [MONDAY, SATURDAY] = [0, 5];
const WEEKS = 200;

const habitsOf = (kind: Kind, more: Partial<Habits> = {}): Habits => ({
  person: { kind, home: HOME, occupation: WORK, building: null },
  leaves_h: 8,
  halfDays: true,
  shiftPhase: 0,
  errands: ERRANDS,
  ...more,
});

function daysOf(habits: Habits, day: number, seed = 5): Stay[][] {
  const random = new Random(seed);
  return Array.from({ length: WEEKS }, (_, week) => [...liveADay(habits, day + 7 * week, random)]);
}

const hoursAt = (stays: readonly Stay[], place: Point): number =>
  stays.reduce(
    (sum, { at, towards, from_h, to_h }) => sum + (at === place && !towards ? to_h - from_h : 0),
    0,
  );
const isAway = (stays: readonly Stay[], place: Point): boolean => hoursAt(stays, place) > 0;
const shareOf = (days: readonly Stay[][], is: (stays: readonly Stay[]) => boolean): number =>
  days.filter(is).length / days.length;

const isOut = (stays: readonly Stay[]): boolean => ERRANDS.some((place) => isAway(stays, place));
const expectNear = (share: number, expected: number): void =>
  expect(Math.abs(share - expected), `${share} for ${expected}`).toBeLessThan(0.12);

const KINDS: readonly Kind[] = ['commute', 'part-time', 'shift', 'study', 'home-work', 'retired'];

describe.each(KINDS)('a day of kind %s', (kind) => {
  test('goes from midnight to midnight without a gap, and begins and ends at home', () => {
    for (const day of [MONDAY, 3, SATURDAY]) {
      for (const [week, stays] of daysOf(habitsOf(kind), day).entries()) {
        const midnight_h = 24 * (day + 7 * week);
        expect(stays[0]).toMatchObject({ from_h: midnight_h, at: HOME });
        expect(stays.at(-1)).toMatchObject({ to_h: midnight_h + 24, at: HOME, towards: null });
        for (const [i, { from_h, to_h, at, towards }] of stays.entries()) {
          expect(to_h).toBeGreaterThanOrEqual(from_h);
          if (i === 0) continue;
          const before = stays[i - 1];
          expect(from_h).toBe(before.to_h);
          expect(at).toBe(before.towards ?? before.at);
          if (!towards) continue;
          const way_h = Math.hypot(towards[0] - at[0], towards[1] - at[1]) / 18_000;
          if (to_h < midnight_h + 24) expect(to_h - from_h).toBeCloseTo(Math.max(0.08, way_h), 9);
        }
      }
    }
  });

  test('has a visit elsewhere as often as its duty lets it, and more often on weekends', () => {
    const weekend = daysOf(habitsOf(kind), SATURDAY);
    // A late shift may be on a Saturday.
    if (kind !== 'shift') expectNear(shareOf(weekend, isOut), 0.7);
    const off = daysOf(habitsOf(kind), 2).filter((stays) => !isAway(stays, WORK));
    if (off.length > 150) expectNear(shareOf(off, isOut), 0.5);
    const on = daysOf(habitsOf(kind), 2).filter((stays) => isAway(stays, WORK));
    if (kind === 'commute' || kind === 'study') expectNear(shareOf(on, isOut), 0.35);
    for (const stays of [...weekend, ...on, ...off]) {
      const out_h = ERRANDS.reduce((sum, place) => sum + hoursAt(stays, place), 0);
      expect(out_h).toBeLessThan(stays[0].from_h % 168 === 24 * SATURDAY ? 3.01 : 1.61);
      for (const { to_h, at, towards } of stays)
        if (!towards && ERRANDS.includes(at)) expect(to_h - stays[0].from_h).toBeLessThan(23);
    }
    expect(weekend.every((stays) => ERRANDS.some((place) => isAway(stays, place)))).toBe(false);
  });
});

test.each<[Kind, Partial<Habits>, least_h: number, most_h: number]>([
  ['commute', {}, 7.8, 9.2],
  ['study', {}, 5.5, 7.5],
  ['part-time', { halfDays: true }, 4, 5],
  ['part-time', { halfDays: false }, 8, 8],
])(
  '%s with %j is away from %d to %d hours on a day of work, and never on a weekend',
  (kind, more, least_h, most_h) => {
    const habits = habitsOf(kind, more);
    let seen = 0;
    const working = daysOf(habits, MONDAY).filter((stays) => isAway(stays, WORK));
    for (const stays of working) {
      if (isOut(stays)) continue;
      expect(hoursAt(stays, WORK)).toBeGreaterThan(least_h - 1e-9);
      expect(hoursAt(stays, WORK)).toBeLessThan(most_h + 1e-9);
      const { from_h } = stays.find(({ at }) => at === WORK)!;
      expect(Math.abs((from_h % 24) - 8)).toBeLessThan(0.9);
      seen++;
    }
    expect(seen).toBeGreaterThan(30);
    for (const day of [SATURDAY, SATURDAY + 1])
      expect(shareOf(daysOf(habits, day), (stays) => isAway(stays, WORK))).toBe(0);
    const usual = kind === 'part-time' && !more.halfDays ? 0.47 : 0.94;
    expect(shareOf(daysOf(habits, MONDAY), (stays) => isAway(stays, WORK))).toBeGreaterThan(usual - 0.06);
    expect(shareOf(daysOf(habits, MONDAY), (stays) => isAway(stays, WORK))).toBeLessThan(usual + 0.05);
  },
);

test('who works at home or nowhere is never at an occupation place', () => {
  for (const kind of ['home-work', 'retired'] as const)
    for (const day of [MONDAY, SATURDAY])
      expect(daysOf(habitsOf(kind), day).some((stays) => isAway(stays, WORK))).toBe(false);
});

test('shifts change from week to week, over all three, and there are five a week', () => {
  const random = new Random(9);
  for (const shiftPhase of [0, 1, 4]) {
    const starts = new Map<number, number>();
    const days = Array.from({ length: 21 * 40 }, (_, day) => [
      ...liveADay(habitsOf('shift', { shiftPhase }), day, random),
    ]);
    const working = days.filter((stays) => isAway(stays, WORK));
    expect(working.length / days.length).toBeCloseTo((0.94 * 5) / 7, 1);
    for (const stays of working) {
      const own = stays.find(({ at, towards }) => at === WORK && !towards)!;
      const start_h = Number((own.from_h % 24).toFixed(6));
      starts.set(start_h, (starts.get(start_h) ?? 0) + 1);
      if (!isOut(stays)) expect(hoursAt(stays, WORK)).toBeCloseTo(start_h === 9.5 ? 8.5 : 8, 9);
    }
    expect([...starts.keys()].sort((a, b) => a - b)).toEqual([6, 9.5, 14]); // biome-ignore format: a line
    for (const count of starts.values()) expect(count / working.length).toBeCloseTo(1 / 3, 1);
  }
});
