/**
 * Sentences on a census' balance (people in its file = counted + not counted, by reason) and on units that differ in a build.
 */
import { UNCOUNTED, UNCOUNTED_REASONS, type Uncounted } from '../dataset/ledger.ts';
import { whole } from '../numbers/whole-number.ts';
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
  const uncounted = UNCOUNTED_REASONS.filter((reason) => found.uncounted_people[reason] > 0).map(
    (reason) =>
      ` + ${rounded(found.uncounted_people[reason])} who ${UNCOUNTED[reason]}${isOneOfSeveral && reason === 'off_coverage' ? ', or where a finer census counts' : ''}`,
  );
  return `${rounded(people)} people in ${whole(units)} ${units === 1 ? 'unit' : 'units'} of the file = ${rounded(found.counted_people)} counted${uncounted.join('')}`;
}

/** `null` if all units agree. */
export function differencesOf({ units_off, differing_units, differing }: Recount): string | null {
  if (differing_units === 0)
    return units_off === 0 ? null : `the file has ${whole(units_off)} units more or fewer than the build`;
  const named = differing
    .slice(0, NAMED)
    .map(
      ({ id, people_in_file, people_in_build }) =>
        `${id} (${exact(people_in_file)} in the file, ${exact(people_in_build)} in the build)`,
    );
  const others = differing_units > NAMED ? `; and ${whole(differing_units - NAMED)} more` : '';
  return `${differing_units === 1 ? '1 unit has' : `${whole(differing_units)} units have`} other people in the build than in the file: ${named.join('; ')}${others}`;
}

/** Less than half a person is not nobody. */
const rounded = (people: number): string => (people > 0 && people < 10 ? exact(people) : whole(people));
const exact = (people: number): string => String(Math.round(people * 1_000) / 1_000);
