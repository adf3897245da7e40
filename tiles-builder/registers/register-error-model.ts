/** How far counts from registers may be off, as far as the sources themselves tell. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import { FEWEST_ZONES, meansAround } from '../working/learn-variance.ts';
import { DEVIATIONS, GREATEST_SHARE, scoreErrorModel } from '../working/working-error-model.ts';
import type { Lesson } from './learn-from-zones.ts';

export interface KnownErrors {
  /** Of the living counts, which people at home follow. */
  readonly living: ErrorModel | null;
  /** Inhabitants at home, as a share of all. */
  readonly at_home: number;
  /** Deviation of all sites together for the bands that they are in, as a share of all people counted. */
  readonly bands: number;
  /** People of the registers who are counted nowhere, as a share of all people counted: there may be so many more. */
  readonly missing: number;
}

/**
 * A count varies by the spreading of groups and wide sites, by bands and by where people live; all bands together may be off
 * in one direction, and who is missing may be anywhere. What no source tells is not in it: a share at home that is wrong, sites
 * that no register lists.
 * @param people counted in all
 * @returns `null` where too little is known to say
 */
export function registerErrorModel(
  lessons: readonly Lesson[],
  people: number,
  { living, at_home, bands, missing }: KnownErrors,
): ErrorModel | null {
  if (living === null || bands > GREATEST_SHARE) return null;
  const zones = lessons.map((lesson) => ({
    people: lesson.people,
    variance: lesson.variance + (at_home * deviationOf(living, lesson.living)) ** 2,
  }));
  const varianceOf = (count: number): number => {
    if (zones.length < FEWEST_ZONES) return people;
    const mean = meansAround(count, zones, (zone) => zone.people);
    return mean((zone) => zone.variance) / mean((zone) => zone.people);
  };
  const { knots } = scoreErrorModel(varianceOf, people, { total: Infinity, share: bands });
  return { knots: knots.map((knot) => ({ ...knot, high: knot.high * (1 + missing) })) };
}

/** One deviation of a count, as the range around it tells. */
function deviationOf({ knots }: ErrorModel, people: number): number {
  const next = knots.findIndex((knot) => knot.people > people);
  const half = ({ low, high }: ErrorModel['knots'][number]): number => (high - low) / 2 / DEVIATIONS;
  if (next < 0) {
    const last = knots[knots.length - 1];
    return half(last) * (people / last.people);
  }
  const [a, b] = [knots[next - 1], knots[next]];
  return half(a) + ((half(b) - half(a)) * (people - a.people)) / (b.people - a.people);
}
