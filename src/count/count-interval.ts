/**
 * Computes 90 % prediction intervals of counts: interpolated in a table by count or, for `living`, from the variance of cut
 * units and edge cells.
 */
import { type ErrorModel, INTERVAL_DEVIATIONS, type LivingErrorModel } from '../format/error-model.ts';
import type { Manifest } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { PeopleCount } from './count-people.ts';
import type { CutUnit, ZoneUnits } from './cut-units.ts';

/** Both bounds are whole persons and belong to the interval. */
export interface CountInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval always includes the rounded count.
 * @param people not rounded
 */
export function countInterval(model: ErrorModel, people: number): CountInterval {
  const { low, high } = rangeAt(model, people);
  return roundedOut(people, low, high);
}

/** Rounds an interval to whole persons, outwards, so that it includes the rounded count. */
function roundedOut(people: number, low: number, high: number): CountInterval {
  const rounded = Math.round(people);
  return {
    low: Math.max(0, Math.min(rounded, Math.floor(low))),
    high: Math.max(rounded, Math.ceil(high)),
  };
}

/** Interpolates linearly, and in proportion beyond the last knot. */
export function rangeAt({ knots }: ErrorModel, people: number): { low: number; high: number } {
  const next = knots.findIndex((knot) => knot.people > people);
  const [a, b] = next < 0 ? [{ people: 0, low: 0, high: 0 }, knots[knots.length - 1]] : knots.slice(next - 1);
  const share = (people - a.people) / (b.people - a.people);
  const at = (end: 'low' | 'high'): number => a[end] + (b[end] - a[end]) * share;
  return { low: at('low'), high: at('high') };
}

/** Returns `null` without an error model or, for `living`, without `units`. */
export function intervalOf(
  errorModel: Manifest['error_model'],
  layer: Layer,
  { people, units }: Pick<PeopleCount, 'people' | 'units'>,
): CountInterval | null {
  if (layer === 'working') return errorModel.working && countInterval(errorModel.working, people);
  return errorModel.living && units && livingInterval(errorModel.living, people, units);
}

/**
 * Combines the intervals of parts that are counted from different datasets, whose errors are independent: squares of the half
 * widths add up, on either side. It is `null` if that of one part is.
 * @param parts people are not rounded
 */
export function combinedInterval(
  parts: readonly { readonly people: number; readonly interval: CountInterval | null }[],
): CountInterval | null {
  if (parts.length === 1) return parts[0].interval;
  const sum = parts.reduce((sum, { people }) => sum + people, 0);
  let below = 0;
  let above = 0;
  for (const { people, interval } of parts) {
    if (interval === null) return null;
    below += (people - Math.min(people, interval.low)) ** 2;
    above += (Math.max(people, interval.high) - people) ** 2;
  }
  return roundedOut(sum, sum - Math.sqrt(below), sum + Math.sqrt(above));
}

/** Unmapped houses of cut units have this share of the people of a usual unit. */
const UNSEEN_SHARE = 0.01;
/** Edge cells in which several units lie add this share of their variance to the squared half width; it was set on three towns. */
const MIXED_SHARE = 0.2;
/** The average person in the EU lives in a household of this many: Σs² / Σs over sizes s (Eurostat, lfst_hhnhtych, 2017). */
const HOUSEHOLD = 3;

/**
 * The interval reaches further on the side of the count along the borders of uncut units.
 * @param people not rounded
 */
export function livingInterval(
  model: LivingErrorModel,
  people: number,
  { cut, isWhole, edgeVariance, borderChange }: ZoneUnits,
): CountInterval {
  const ofUnits = cut.reduce((sum, unit) => sum + squaredError(model, unit), 0);
  const unseen = isWhole ? 0 : (model.relative_error * UNSEEN_SHARE * model.usual_people) ** 2;
  const noise = INTERVAL_DEVIATIONS ** 2 * (model.noise_per_person ?? 0) * people;
  const squared = ofUnits + unseen + MIXED_SHARE * edgeVariance + noise;
  const reach = (change: number): number => Math.sqrt(squared + Math.max(0, change) ** 2);
  return roundedOut(people, people - reach(-borderChange), people + reach(borderChange));
}

/**
 * Squares the half width of the interval for one cut unit. Its people divide like clusters (design effect, Kish 1965): larger
 * units have more clusters, patchy maps fewer, and each has at least a household. The bound is `inside` × `outside` (Bhatia and
 * Davis 2000).
 */
export function squaredError({ usual_people, relative_error }: LivingErrorModel, unit: CutUnit): number {
  const { inside, outside } = unit;
  const unevenness = relative_error ** 2 * unevennessOf(unit, usual_people);
  const ofHouseholds = INTERVAL_DEVIATIONS ** 2 * Math.min(1, HOUSEHOLD / (inside + outside));
  return Math.min(INTERVAL_DEVIATIONS ** 2, unevenness + ofHouseholds) * inside * outside;
}

export const unevennessOf = (
  { inside, outside, observedToExpected }: CutUnit,
  usual_people: number,
): number => (inside + outside > 0 ? observedToExpected * Math.sqrt(usual_people / (inside + outside)) : 0);
