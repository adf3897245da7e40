import type { ErrorModel, LivingErrorModel } from '../format/error-model.ts';
import type { Manifest } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { PeopleCount } from './count-people.ts';
import type { CutUnit, ZoneUnits } from './cut-units.ts';

/** The range in which the true count is expected to lie nine times out of ten; whole persons, both ends included. */
export interface CountInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Between two counts of the model its ranges are interpolated, beyond the last count they grow in proportion. The count
 * itself, rounded, is always within.
 * @param people as counted, not rounded
 */
export function countInterval({ knots }: ErrorModel, people: number): CountInterval {
  const next = knots.findIndex((knot) => knot.people > people);
  const last = knots[knots.length - 1];
  const [a, b, share] =
    next < 0
      ? [{ people: 0, low: 0, high: 0 }, last, people / last.people]
      : [
          knots[next - 1],
          knots[next],
          (people - knots[next - 1].people) / (knots[next].people - knots[next - 1].people),
        ];
  const at = (end: 'low' | 'high'): number => a[end] + (b[end] - a[end]) * share;
  const rounded = Math.round(people);
  return { low: Math.min(rounded, Math.floor(at('low'))), high: Math.max(rounded, Math.ceil(at('high'))) };
}

/** The interval of a count; `null` where the dataset cannot tell how far its counts are off. */
export function intervalOf(
  errorModel: Manifest['error_model'],
  layer: Layer,
  { people, units }: Pick<PeopleCount, 'people' | 'units'>,
): CountInterval | null {
  if (layer === 'working') return errorModel.working && countInterval(errorModel.working, people);
  return errorModel.living && units && livingInterval(errorModel.living, people, units);
}

/** Nine times out of ten a normal variable is no farther from its mean than so many deviations, squared. */
const SQUARED_DEVIATIONS = 1.645 ** 2;
/** Where a zone cuts units, its map may lack houses of as many people, by those of a usual unit. */
const UNSEEN_SHARE = 0.01;
/** Cells on a border have people of several units, by this share of the variance of all their people. */
const MIXED_SHARE = 0.25;

/**
 * Whole units have exactly their people, so that the interval follows from those that the zone cuts and from the cells on its
 * edge: it may follow the borders of the units that it does not cut.
 * @param people as counted, not rounded
 */
export function livingInterval(
  model: LivingErrorModel,
  people: number,
  { cut, isWhole, edgeVariance, borderChange }: ZoneUnits,
): CountInterval {
  const ofUnits = cut.reduce((sum, unit) => sum + squaredError(model, unit), 0);
  const unseen = isWhole ? 0 : (model.relative_error * UNSEEN_SHARE * model.usual_people) ** 2;
  const atEdge = borderChange ** 2 + MIXED_SHARE * edgeVariance;
  const error = Math.sqrt(ofUnits + unseen + atEdge);
  const rounded = Math.round(people);
  return {
    low: Math.max(0, Math.min(rounded, Math.floor(people - error))),
    high: Math.max(rounded, Math.ceil(people + error)),
  };
}

/**
 * Half the range of the people of a unit inside a zone, squared: a unit's people divide like a few clusters of them. The
 * larger the unit among those of its dataset, the more clusters it has, and the fewer the more people its homes on the map do not
 * account for. No number from 0 to all of the unit's people whose mean is `inside` has a variance above `inside` times `outside`
 * (Bhatia and Davis 2000).
 */
export function squaredError({ usual_people, relative_error }: LivingErrorModel, unit: CutUnit): number {
  const unevenness = relative_error ** 2 * unevennessOf(unit, usual_people);
  return Math.min(SQUARED_DEVIATIONS, unevenness) * unit.inside * unit.outside;
}

/** How unevenly a unit's people divide, by those of a usual unit. */
export const unevennessOf = (
  { inside, outside, observedToExpected }: CutUnit,
  usual_people: number,
): number => (inside + outside > 0 ? observedToExpected * Math.sqrt(usual_people / (inside + outside)) : 0);
