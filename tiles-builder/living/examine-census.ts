/** Summarises how a census agrees with the map: people counted and not, units without capacity, homes that no unit lists. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Nesting } from '../sources/census/nest-squares.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';
import type { WeightBlend } from './blend-weights.ts';
import type { CountedCensus } from './census-on-map.ts';
import type { UnlistedPlace } from './known-land.ts';
import type { CountedUnit } from './measure-misplaced.ts';
import { type Uncounted, uncountedPeople } from './uncounted.ts';
import { STATUS } from './unit-status.ts';

export interface CensusExamination {
  readonly units: number;
  /** It is `null` if weights are configured. */
  readonly weights: WeightBlend | null;
  readonly listed_people: number;
  /** The id of a square, `null` for polygons. */
  readonly first_square_id: string | null;
  /** Whether the coverage is configured; contradicted units are counted then. */
  readonly coverage_is_named: boolean;
  readonly counted_people: number;
  readonly uncounted_people: Readonly<Record<Uncounted, number>>;
  /** People of units beyond the map, or covered by a finer census. */
  readonly elsewhere_people: number;
  readonly nesting: Nesting;
  /** Units without capacity for their people: at most 1,000, descending by people. */
  readonly contradicted: readonly ContradictedUnit[];
  readonly contradicted_units: number;
  readonly contradicted_people: number;
  readonly unlisted: readonly UnlistedPlace[];
}

export interface ContradictedUnit {
  readonly id: string;
  readonly people: number;
}

const MOST_NAMED = 1_000;

export function examineCensus(
  census: Pick<CountedCensus, 'source' | 'statuses' | 'people' | 'isCounted'>,
  unlisted: readonly UnlistedPlace[],
  weights: WeightBlend | null,
): CensusExamination {
  const {
    source: { units, coverage, nesting },
    statuses,
    people,
  } = census;
  const listed_people = listedPeople(units);
  const counted_people = people.inside.reduce((sum, own) => sum + own, 0) / MILLIPERSONS;
  const contradicted = [...statuses.keys()].filter((unit) => statuses[unit] === STATUS.contradicted);
  const contradicted_people = contradicted.reduce((sum, unit) => sum + units.people[unit], 0);
  const uncounted_people = uncountedPeople(census);
  return {
    units: units.length,
    weights,
    listed_people,
    first_square_id: units.squareSizes_m().length > 0 ? units.id(0) : null,
    coverage_is_named: coverage !== null,
    counted_people,
    uncounted_people,
    elsewhere_people: uncounted_people.off_map + uncounted_people.off_coverage,
    nesting,
    contradicted: contradicted
      .sort((a, b) => units.people[b] - units.people[a] || a - b)
      .slice(0, MOST_NAMED)
      .map((unit) => ({ id: units.id(unit), people: units.people[unit] })),
    contradicted_units: contradicted.length,
    contradicted_people,
    unlisted,
  };
}

export const listedPeople = ({ listed_people }: UnitTable): number =>
  listed_people.reduce((sum, own) => sum + own, 0);

/** Yields units with people, and whether the map contradicts them. */
export function* countedUnits(censuses: readonly CountedCensus[]): Generator<CountedUnit> {
  for (const { source, statuses, people } of censuses) {
    for (const [unit, inside] of people.inside.entries()) {
      if (inside === 0) continue;
      yield {
        position: source.units.middle(unit),
        counted_people: inside / MILLIPERSONS,
        isMisplaced: source.coverage !== null && statuses[unit] === STATUS.contradicted,
      };
    }
  }
}
