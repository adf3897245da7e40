/** Simulates a person's day as stays and ways, by habits and random times. */

import type { Random } from '../base/numbers/random.ts';
import type { Kind, Person } from './fill-dwellings.ts';
import type { Point } from './local-plane.ts';

/** At one place, or on the way. Hours count from the first midnight. */
export interface Stay {
  readonly from_h: number;
  readonly to_h: number;
  readonly at: Point;
  /** End of the way; `null` at one place. */
  readonly towards: Point | null;
}

export interface Habits {
  readonly person: Person;
  readonly leaves_h: number;
  /** Part-time: half days, else three days a week. */
  readonly halfDays: boolean;
  /** First early week of a shift worker. */
  readonly shiftPhase: number;
  readonly errands: readonly Point[];
}

/** Presence at the occupation place; `null` on a day off. */
type Duty = readonly [number, number] | null;

/** By bicycle, bus and car. */
const SPEED_M_PER_H = 18_000;
const SHORTEST_WAY_H = 0.08;
const DAY_OFF = 0.06;

/** @param day 0: a Monday */
export function* liveADay(habits: Habits, day: number, random: Random): Generator<Stay> {
  const { person, errands } = habits;
  const midnight_h = day * 24;
  const isWeekend = day % 7 >= 5;
  const duty = random.chance(DAY_OFF) ? null : dutyOn(habits, day, isWeekend, random);
  const visits: { at: Point; start_h: number; end_h: number }[] = [];
  if (duty) visits.push({ at: person.occupation, start_h: duty[0], end_h: duty[1] });
  const errandChance = isWeekend ? 0.7 : duty ? 0.35 : 0.5;
  if (random.chance(errandChance)) {
    const earliest_h = duty ? duty[1] + 0.4 : 10;
    const start_h = random.between(earliest_h, Math.max(earliest_h + 0.5, 18));
    const end_h = start_h + random.between(0.4, isWeekend ? 3 : 1.6);
    if (end_h < 22.5) visits.push({ at: errands[random.integer(0, errands.length - 1)], start_h, end_h });
  }
  let now_h = 0;
  let place = person.home;
  for (const { at, start_h, end_h } of [...visits, { at: person.home, start_h: 0, end_h: 24 }]) {
    const way_h = Math.max(SHORTEST_WAY_H, Math.hypot(at[0] - place[0], at[1] - place[1]) / SPEED_M_PER_H);
    if (at !== place) {
      const leaves_h = Math.min(24, Math.max(now_h, start_h - way_h));
      const arrives_h = Math.min(24, leaves_h + way_h);
      yield { from_h: midnight_h + now_h, to_h: midnight_h + leaves_h, at: place, towards: null };
      yield { from_h: midnight_h + leaves_h, to_h: midnight_h + arrives_h, at: place, towards: at };
      now_h = arrives_h;
      place = at;
    }
    const until_h = Math.min(24, Math.max(now_h, end_h));
    yield { from_h: midnight_h + now_h, to_h: midnight_h + until_h, at: place, towards: null };
    now_h = until_h;
  }
}

const ON_DUTY_AWAY: ReadonlySet<Kind> = new Set(['commute', 'part-time', 'shift', 'study']);
const SHIFTS: readonly (readonly [number, number])[] = [
  [6, 14],
  [9.5, 18],
  [14, 22],
];

function dutyOn(habits: Habits, day: number, isWeekend: boolean, random: Random): Duty {
  const { person, leaves_h, halfDays, shiftPhase } = habits;
  if (!ON_DUTY_AWAY.has(person.kind)) return null;
  if (person.kind === 'shift') {
    if ((day + shiftPhase) % 7 >= 5) return null;
    const [start_h, end_h] = SHIFTS[(Math.floor(day / 7) + shiftPhase) % SHIFTS.length];
    return [start_h, end_h];
  }
  if (isWeekend) return null;
  const start_h = leaves_h + random.normal() * 0.2;
  if (person.kind === 'study') return [start_h, start_h + random.between(5.5, 7.5)];
  if (person.kind === 'part-time') {
    if (halfDays) return [start_h, start_h + random.between(4, 5)];
    return day % 2 === 0 ? [start_h, start_h + 8] : null;
  }
  return [start_h, start_h + random.between(7.8, 9.2)];
}
