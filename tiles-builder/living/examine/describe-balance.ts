/** Describes in sentences that the people in a census's file are those counted plus those not counted, by reason. */

import { roundToSum } from '../../base/numbers/largest-remainder.ts';
import { counted, whole } from '../../base/numbers/whole-number.ts';
import type { CensusExamination } from '../examine-census.ts';
import { UNCOUNTED, UNCOUNTED_REASONS } from '../uncounted.ts';

export function describeBalance(
  {
    units,
    listed_people,
    counted_people,
    uncounted_people,
  }: Pick<CensusExamination, 'units' | 'listed_people' | 'counted_people' | 'uncounted_people'>,
  isOneOfSeveral: boolean,
): string {
  const reasons = UNCOUNTED_REASONS.filter((reason) => uncounted_people[reason] > 0);
  const [inside, ...numbers] = roundParts([
    counted_people,
    ...reasons.map((reason) => uncounted_people[reason]),
  ]);
  const uncounted = reasons.map(
    (reason, i) =>
      ` + ${numbers[i] === 0 ? 'fewer than one' : whole(numbers[i])} who ${UNCOUNTED[reason]}${isOneOfSeveral && reason === 'off_coverage' ? ', or where a finer census counts' : ''}`,
  );
  return `${whole(listed_people)} people in ${counted(units, 'unit', 'units')} of the file = ${whole(inside)} counted${uncounted.join('')}`;
}

/** Rounds to whole people whose sum is the rounded sum of the parts. */
function roundParts(parts: readonly number[]): Float64Array {
  const sum = parts.reduce((sum, people) => sum + people, 0);
  return roundToSum(Float64Array.from(parts), Math.round(sum));
}
