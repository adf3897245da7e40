/** Simulates a panel of devices: draws owners, and times and noisy places of their locations, with gaps. */

import type { Random } from '../base/numbers/random.ts';
import type { Person } from './fill-dwellings.ts';
import { type Habits, liveADay } from './live-a-day.ts';
import type { Point } from './local-plane.ts';

export interface Ping {
  readonly device: string;
  /** Unix time. */
  readonly timestamp_s: number;
  readonly at: Point;
}

export interface PanelOptions {
  readonly share: number;
  /** Unix time of a local Monday; no change of daylight saving may follow. */
  readonly firstMidnight_s: number;
  readonly days: number;
}

/** Share of rarely located devices. */
const SILENT = 0.08;
const SILENT_PINGS_A_DAY = 0.15;
/** Share of a device's days without location. */
const DARK_DAYS = 0.12;
/** Between locations, on the way and at a place. */
const MOVING_MINUTES = [5, 12] as const;
const STAYING_MINUTES = [10, 30] as const;
const NIGHT_HOURS = [0, 6] as const;
const NIGHT_PING_KEPT = 0.25;
/** Probability of a gap after a location, and its minutes. */
const GAP_CHANCE = 0.16;
const GAP_MINUTES = [40, 240] as const;
/** Deviation by axis, drawn for each location. */
const NOISE_M = [10, 100] as const;
/** Share of locations wrong by kilometres. */
const JUMPS = 0.002;
const JUMP_M = 4_000;

/** Draws exactly the share, in proportion to `rather`. */
export function choosePanel(
  persons: readonly Person[],
  share: number,
  rather: (person: Person) => number,
  random: Random,
): Person[] {
  return random.order(persons, rather).slice(0, Math.round(persons.length * share));
}

export function* locateDevices(
  panel: readonly Person[],
  errands: readonly Point[],
  options: PanelOptions,
  random: Random,
): Generator<Ping> {
  for (const [number, person] of panel.entries()) {
    const device = `d${String(number).padStart(6, '0')}`;
    const habits = formHabits(person, errands, random);
    const isSilent = random.chance(SILENT);
    for (let day = 0; day < options.days; day++) {
      if (random.chance(isSilent ? 1 - SILENT_PINGS_A_DAY : DARK_DAYS)) continue;
      for (const { hour, at } of locateDay(habits, day, random)) {
        yield {
          device,
          timestamp_s: options.firstMidnight_s + Math.round(hour * 3600),
          at: blur(at, random),
        };
        if (isSilent) break;
      }
    }
  }
}

function formHabits(person: Person, errands: readonly Point[], random: Random): Habits {
  const own = Array.from({ length: 4 }, () => errands[random.integer(0, errands.length - 1)] ?? person.home);
  return {
    person,
    leaves_h: Math.min(10, Math.max(6.5, 8 + random.normal() * 0.7)),
    halfDays: random.chance(0.5),
    shiftPhase: random.integer(0, 6),
    errands: own,
  };
}

function* locateDay(habits: Habits, day: number, random: Random): Generator<{ hour: number; at: Point }> {
  let hour = day * 24 + random.between(0, 0.5);
  for (const { from_h, to_h, at, towards } of liveADay(habits, day, random)) {
    hour = Math.max(hour, from_h);
    while (hour < to_h) {
      const isNight = hour % 24 >= NIGHT_HOURS[0] && hour % 24 < NIGHT_HOURS[1];
      if (!isNight || random.chance(NIGHT_PING_KEPT)) {
        const share = towards ? (hour - from_h) / (to_h - from_h) : 0;
        const [x, y] = at;
        yield { hour, at: towards ? [x + (towards[0] - x) * share, y + (towards[1] - y) * share] : at };
      }
      const minutes = random.chance(GAP_CHANCE) ? GAP_MINUTES : towards ? MOVING_MINUTES : STAYING_MINUTES;
      hour += random.between(minutes[0], minutes[1]) / 60;
    }
  }
}

function blur([x, y]: Point, random: Random): Point {
  const deviation_m = random.chance(JUMPS) ? JUMP_M : NOISE_M[0] * (NOISE_M[1] / NOISE_M[0]) ** random.unit();
  return [x + random.normal() * deviation_m, y + random.normal() * deviation_m];
}
