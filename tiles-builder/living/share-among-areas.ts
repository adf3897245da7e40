/** Apportions each census unit's people to its partitions, before their cells. */
import { apportion } from '../numbers/largest-remainder.ts';

/** Units in one partition, ascending; 20 bytes a unit. */
export interface UnitsInArea {
  readonly unit: Uint32Array;
  /** Expected people of homes inside the coverage, see EXPECTED_PER_PERSON. */
  readonly expected: Float64Array;
  /** Cells for unhoused people. */
  readonly places: Float64Array;
}

/** Thousandths of a person allocated to one partition, ascending by unit. */
export interface PeopleInArea {
  readonly unit: Uint32Array;
  readonly housed: Float64Array;
  readonly unhoused: Float64Array;
}

/**
 * @param areas in a fixed order, which breaks ties
 * @param people thousandths by unit: in homes, and elsewhere
 */
export function shareAmongAreas(
  areas: readonly UnitsInArea[],
  people: { readonly housed: (unit: number) => number; readonly unhoused: (unit: number) => number },
): PeopleInArea[] {
  const shared = areas.map(
    ({ unit }): PeopleInArea => ({
      unit,
      housed: Float64Array.from(unit, people.housed),
      unhoused: Float64Array.from(unit, people.unhoused),
    }),
  );
  for (const parts of unitsInSeveral(areas)) {
    const unit = areas[parts[0].area].unit[parts[0].at];
    const housed = shareAt(people.housed(unit), parts, ({ area, at }) => areas[area].expected[at]);
    const unhoused = shareAt(people.unhoused(unit), parts, ({ area, at }) => areas[area].places[at]);
    for (const [i, { area, at }] of parts.entries()) {
      shared[area].housed[at] = housed[i];
      shared[area].unhoused[at] = unhoused[i];
    }
  }
  return shared;
}

const shareAt = <Part>(
  whole: number,
  parts: readonly Part[],
  weightOf: (part: Part) => number,
): ArrayLike<number> =>
  whole === 0 ? new Float64Array(parts.length) : apportion(whole, parts.map(weightOf));

interface Part {
  readonly area: number;
  /** Index in the partition's list. */
  readonly at: number;
}

/** Parts of units in several partitions, which are few. */
function unitsInSeveral(areas: readonly UnitsInArea[]): Iterable<readonly Part[]> {
  const most = areas.reduce((most, { unit }) => Math.max(most, unit.at(-1) ?? -1), -1);
  const inAreas = new Uint8Array(most + 1);
  for (const { unit } of areas) for (const own of unit) inAreas[own] = Math.min(2, inAreas[own] + 1);
  const parts = new Map<number, Part[]>();
  for (const [area, { unit }] of areas.entries()) {
    for (let at = 0; at < unit.length; at++) {
      if (inAreas[unit[at]] < 2) continue;
      const own = parts.get(unit[at]);
      if (own) own.push({ area, at });
      else parts.set(unit[at], [{ area, at }]);
    }
  }
  return parts.values();
}
