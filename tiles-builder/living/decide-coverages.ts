/**
 * Decides where each of several censuses counts: finest units first, known land less what finer ones cover, by polygon overlay.
 */
import { boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { type CoveredCensus, type IntersectedCensus, medianUnit_m2 } from './census-on-map.ts';
import { type KnownLand, knownLand, type UnlistedPlace } from './known-land.ts';
import { STATUS, statusOf } from './unit-status.ts';

export interface DecidedCoverages {
  readonly censuses: readonly CoveredCensus[];
  readonly covered: Zone;
  /** Places of unlisted homes; by census. */
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
}

/** @param mapped where homes and roads are complete */
export function decideCoverages(censuses: readonly IntersectedCensus[], mapped: Zone): DecidedCoverages {
  const sizes_m2 = censuses.map(({ source }) => medianUnit_m2(source.units));
  const finestFirst = [...censuses.keys()].sort((a, b) => sizes_m2[a] - sizes_m2[b]);
  const statuses = censuses.map(statusesOf);
  const known = censuses.map((census, i) => landOf(census, statuses[i], mapped));
  let covered: Zone = [];
  const counts = new Map<number, Zone>();
  for (const i of finestFirst) {
    const { source, reach } = censuses[i];
    const isReachKnown = source.coverage !== null && source.units.land === undefined;
    const own = isReachKnown ? reach : intersectionOf(known[i].zone, reach);
    counts.set(i, differenceOf(own, covered));
    covered = unionOf(covered, counts.get(i)!);
  }
  const decided = censuses.map((census, i) => coveredCensus(census, statuses[i], counts.get(i)!));
  return {
    censuses: decided,
    covered,
    unlisted: decided.map((census, i) => {
      const others = decided.filter((other) => other !== census);
      const isCountedElsewhere = ({ position }: UnlistedPlace): boolean =>
        others.some(({ countsArea }) => countsArea.contains(position));
      return known[i].unlisted.filter((place) => !isCountedElsewhere(place));
    }),
  };
}

const statusesOf = ({ source: { units }, sums }: IntersectedCensus): Uint8Array =>
  Uint8Array.from(units.people, (people, unit) =>
    statusOf(sums, unit, people, () => new PlanarArea(units.outline(unit))),
  );

/** Before finer censuses. */
function landOf(census: IntersectedCensus, statuses: Uint8Array, mapped: Zone): KnownLand {
  const { source, reach, unlisted, grid } = census;
  const { units, coverage } = source;
  if (!units.land) return knownLand(units, statuses, unlisted, grid, mapped);
  const isLeftOut = (unit: number): boolean => coverage === null && statuses[unit] === STATUS.contradicted;
  return { zone: units.land.outlineAround(boundingBoxOf(reach.flat()), isLeftOut), unlisted: [] };
}

function coveredCensus(census: IntersectedCensus, statuses: Uint8Array, counts: Zone): CoveredCensus {
  const { units, coverage } = census.source;
  const isCounted = Uint8Array.from(statuses, (status, unit) => {
    const isIn = status === STATUS.placed || (coverage !== null && status === STATUS.contradicted);
    return counts.length > 0 && isIn && units.people[unit] > 0 ? 1 : 0;
  });
  return { ...census, statuses, counts, countsArea: new PlanarArea(counts), isCounted };
}
