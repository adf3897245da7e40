/** Decides where each of several censuses counts: finest units first, known land less what finer ones cover (polygon overlay). */
import { boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { type Coverage, type MeasuredCensus, medianUnit_m2 } from './census-on-map.ts';
import { type KnownLand, knownLand, type UnlistedPlace } from './known-land.ts';
import { STATUS, statusOf } from './unit-status.ts';

/** Coverages of censuses as plain data. */
export interface DecidedCoverages {
  /** Coverages in the order of censuses. */
  readonly coverages: readonly Coverage[];
  readonly covered: Zone;
  /** Places of unlisted homes; by census. */
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
}

/** @param mapped where homes and roads are complete */
export function decideCoverages(censuses: readonly MeasuredCensus[], mapped: Zone): DecidedCoverages {
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
  const areas = censuses.map((_, i) => new PlanarArea(counts.get(i)!));
  return {
    coverages: censuses.map((census, i) => coverageOf(census, statuses[i], counts.get(i)!)),
    covered,
    unlisted: known.map(({ unlisted }, i) => {
      const isCountedElsewhere = ({ position }: UnlistedPlace): boolean =>
        areas.some((area, other) => other !== i && area.contains(position));
      return unlisted.filter((place) => !isCountedElsewhere(place));
    }),
  };
}

const statusesOf = ({ source: { units }, capacity }: MeasuredCensus): Uint8Array =>
  Uint8Array.from(units.people, (people, unit) =>
    statusOf(capacity, unit, people, () => new PlanarArea(units.outline(unit))),
  );

/** Finds the land of a census, before that of finer ones is subtracted. */
function landOf(census: MeasuredCensus, statuses: Uint8Array, mapped: Zone): KnownLand {
  const { source, reach, unlisted, grid } = census;
  const { units, coverage } = source;
  if (!units.land) return knownLand(units, statuses, unlisted, grid, mapped);
  const isLeftOut = (unit: number): boolean => coverage === null && statuses[unit] === STATUS.contradicted;
  return { zone: units.land.outlineAround(boundingBoxOf(reach.flat()), isLeftOut), unlisted: [] };
}

function coverageOf({ source }: MeasuredCensus, statuses: Uint8Array, counts: Zone): Coverage {
  const { units, coverage } = source;
  const isCounted = Uint8Array.from(statuses, (status, unit) => {
    const isIn = status === STATUS.placed || (coverage !== null && status === STATUS.contradicted);
    return counts.length > 0 && isIn && units.people[unit] > 0 ? 1 : 0;
  });
  return { statuses, counts, isCounted };
}
