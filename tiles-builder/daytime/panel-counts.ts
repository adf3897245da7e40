/** Learns from a partition's panel by day which capacity model fits it, and counts its people by k-anonymous group. */

import { type CapacityExponents, capacityLikelihoods, capacityScales } from './capacity-exponents.ts';
import {
  addPeople,
  type ByWhereabouts,
  byWhereabouts,
  type GroupFigure,
  groupPartition,
  type Released,
  type ReleaseOptions,
  releasePart,
  sumOf,
  type Workplaces,
} from './count-partition.ts';
import type { RoundPeople } from './keyed-rounding.ts';
import { type PartitionByDay, placesOf, workplacesOf } from './panel-by-day.ts';
import type { WeightOf } from './panel-homes.ts';
import type { PeopleByCell, Places } from './partition-columns.ts';

/** What a partition contributes to `likeliestExponents`, see `capacityLikelihoods`; `null` without groups of that kind. */
export type Likelihoods = ByWhereabouts<Float64Array | null>;

/** @param earlier groups of the version before */
export function likelihoodsIn(byDay: PartitionByDay, earlier: readonly GroupFigure[] = []): Likelihoods {
  const places = placesOf(byDay);
  const parts = groupPartition(workplacesOf(byDay.workers, byDay.areas), places, earlier);
  return byWhereabouts((whereabouts) => {
    const part = parts.find((own) => own.whereabouts === whereabouts);
    const inhabitants = whereabouts === 'away' ? byDay.inhabitants : undefined;
    return part ? capacityLikelihoods(places[whereabouts], part.workplaces, inhabitants) : null;
  });
}

export interface CountRules {
  readonly weightOf: WeightOf;
  readonly capacity: ByWhereabouts<CapacityExponents>;
  readonly earlier?: readonly GroupFigure[] | undefined;
  readonly round?: RoundPeople | undefined;
}

export interface CountedPartition extends Omit<Released, 'people'> {
  readonly persons: number;
  readonly personsOutside: number;
}

export function countByDay(
  byDay: PartitionByDay,
  { weightOf, capacity, earlier, round }: CountRules,
): CountedPartition & { readonly people: PeopleByCell } {
  const { workers, areas, personsOutside } = byDay;
  const places = placesOf(byDay);
  const scales = scalesOf(byDay, places, capacity);
  const released = release(workplacesOf(workers, areas, weightOf), places, scales, { earlier, round });
  return { ...released, persons: sumOf(workers.persons), personsOutside };
}

/** Groups persons, and disaggregates the figures of groups over cells. */
export function release(
  workplaces: ByWhereabouts<Workplaces>,
  places: ByWhereabouts<Places>,
  scales: ByWhereabouts<(area: number) => number>,
  options: Omit<ReleaseOptions, 'places' | 'scaleOf'>,
): Released {
  const parts = groupPartition(workplaces, places, options.earlier, options.minPersons).map((part) =>
    releasePart(part, {
      ...options,
      places: places[part.whereabouts],
      scaleOf: scales[part.whereabouts],
    }),
  );
  const [first, ...others] = parts.map(({ people }) => people);
  const total = (of: (part: Released) => number): number => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    people: addPeople(first, ...others),
    groups: parts.flatMap(({ groups }) => groups),
    coded: { groups: total(({ coded }) => coded.groups), persons: total(({ coded }) => coded.persons) },
    withheld: total(({ withheld }) => withheld),
  };
}

export const scalesOf = (
  { inhabitants }: PartitionByDay,
  places: ByWhereabouts<Places>,
  capacity: ByWhereabouts<CapacityExponents>,
): ByWhereabouts<(area: number) => number> => ({
  at_home: capacityScales(places.at_home, capacity.at_home),
  away: capacityScales(places.away, capacity.away, inhabitants),
});
