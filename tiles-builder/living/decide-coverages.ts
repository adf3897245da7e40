/** Of several censuses, which counts where: where two cover, the finer one. */
import type { Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import type { CensusOnMap } from './census-on-map.ts';
import type { UnlistedPlace } from './known-land.ts';

export interface DecidedCoverages {
  /** Where any counts; empty where no census meets the map. */
  readonly covered: Zone;
  /** Places of homes that a census does not know and no other counts, see KnownLand; by census in the order given. */
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
  /** Of the censuses in the order given, the number of the one with the widest units that counts anywhere; `null` where none does. */
  readonly coarsest: number | null;
}

/**
 * A census counts where it knows who lives, and no finer one does.
 * @param censuses with what all areas hold of them; each learns where it counts
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
