/** Decides where each of several censuses counts: the finest one that covers. */
import type { Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import type { CensusOnMap } from './census-on-map.ts';
import type { UnlistedPlace } from './known-land.ts';

export interface DecidedCoverages {
  /** Union of the coverages; empty where no census meets the map. */
  readonly covered: Zone;
  /** Places of homes in no census, see KnownLand; by census. */
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
  /** Index of the counting census with the widest units; `null` if none counts. */
  readonly coarsest: number | null;
}

/**
 * @param censuses with results of all partitions; their coverages are set
 * @param mapped where homes and roads are complete
 */
export function decideCoverages(censuses: readonly CensusOnMap[], mapped: Zone): DecidedCoverages {
  const known = new Map(censuses.map((census) => [census, census.judgeUnits(mapped)]));
  const sizes_m2 = new Map(censuses.map((census) => [census, census.medianUnit_m2()]));
  const finestFirst = [...censuses].sort((a, b) => sizes_m2.get(a)! - sizes_m2.get(b)!);
  let covered: Zone = [];
  for (const census of finestFirst) {
    const { source, reach } = census;
    const isReachKnown = source.coverage !== null && source.units.land === undefined;
    const own = isReachKnown ? reach : intersectionOf(known.get(census)!.zone, reach);
    census.decideCoverage(differenceOf(own, covered));
    covered = unionOf(covered, census.counts);
  }
  const coarsest = finestFirst.findLast(({ counts }) => counts.length > 0);
  return {
    covered,
    unlisted: censuses.map((census) => {
      const others = censuses.filter((other) => other !== census);
      const isCountedElsewhere = ({ position }: UnlistedPlace): boolean =>
        others.some(({ countsArea }) => countsArea.contains(position));
      return known.get(census)!.unlisted.filter((place) => !isCountedElsewhere(place));
    }),
    coarsest: coarsest ? censuses.indexOf(coarsest) : null,
  };
}
