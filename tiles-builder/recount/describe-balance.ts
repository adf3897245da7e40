/**
 * Sentences on a census' balance (people in its file = counted + not counted, by reason) and on units that differ in a build.
 */
import { UNCOUNTED, UNCOUNTED_REASONS, type Uncounted } from '../dataset/ledger.ts';
import { roundToSum } from '../numbers/largest-remainder.ts';
import { counted, whole } from '../numbers/whole-number.ts';
import type { Recount } from './recount-census.ts';

const NAMED = 3;

export function balanceOf(
  { people, units }: Recount,
  found: {
    readonly counted_people: number;
    readonly uncounted_people: Readonly<Record<Uncounted, number>>;
  },
  isOneOfSeveral: boolean,
): string {
  const reasons = UNCOUNTED_REASONS.filter((reason) => found.uncounted_people[reason] > 0);
  const [inside, ...numbers] = roundParts([
    found.counted_people,
    ...reasons.map((reason) => found.uncounted_people[reason]),
  ]);
  const uncounted = reasons.map(
    (reason, i) =>
      ` + ${numbers[i] === 0 ? 'fewer than one' : whole(numbers[i])} who ${UNCOUNTED[reason]}${isOneOfSeveral && reason === 'off_coverage' ? ', or where a finer census counts' : ''}`,
  );
  return `${whole(people)} people in ${counted(units, 'unit', 'units')} of the file = ${whole(inside)} counted${uncounted.join('')}`;
}

/** `null` if all units agree. */
export function differencesOf({ units_off, differing_units, differing }: Recount): string | null {
  if (differing_units === 0)
    return units_off === 0
      ? null
      : `the file has ${counted(units_off, 'unit', 'units')} more or fewer than the build`;
  const named = differing
    .slice(0, NAMED)
    .map(
      ({ id, people_in_file, people_in_build }) =>
        `${id} (${exact(people_in_file)} in the file, ${exact(people_in_build)} in the build)`,
    );
  const others = differing_units > NAMED ? `; and ${whole(differing_units - NAMED)} more` : '';
  return `${counted(differing_units, 'unit has', 'units have')} other people in the build than in the file: ${named.join('; ')}${others}`;
}

/** Rounds to whole people whose sum is the rounded sum of the parts. */
function roundParts(parts: readonly number[]): Float64Array {
  const sum = parts.reduce((sum, people) => sum + people, 0);
  return roundToSum(Float64Array.from(parts), Math.round(sum));
}

const exact = (people: number): string => String(Math.round(people * 1_000) / 1_000);
