/**
 * Defines the features of dwelling sites (width, densities around, floors, dwellings) for the log-linear model of people, its
 * offset, and the normal prior of each coefficient.
 */
import {
  floorsByWidth,
  PEOPLE_A_DWELLING,
  peoplePer100m2,
  placeAmongKnots,
  USUAL_DWELLING_M2,
  WIDTH_KNOTS,
} from './dwelling-defaults.ts';
import type { NormalPrior } from './fit-log-sums.ts';
import type { Sites } from './sites.ts';

const WIDE_FROM_M = 13;

interface Feature {
  readonly name: string;
  readonly prior: NormalPrior;
}

/** Features in the order of `setFeatures`. */
export const FEATURES: readonly Feature[] = [
  // May be off by a factor of two.
  ...WIDTH_KNOTS.map(({ width_m, floors, dwellingShare }) => ({
    name: `width_${width_m}_m`,
    prior: { mean: Math.log(peoplePer100m2(floors, dwellingShare)), deviation: 0.8 },
  })),
  // Dense buildings are higher and more often residential.
  { name: 'built_area', prior: { mean: 0.5, deviation: 0.15 } },
  { name: 'buildings_around', prior: { mean: 0.3, deviation: 0.15 } },
  { name: 'streets_around', prior: { mean: 0.3, deviation: 0.15 } },
  // Among homes, flats above shops; among halls, a hall.
  { name: 'wide_among_homes', prior: { mean: 0.7, deviation: 0.3 } },
  // Blocks of flats or resort villas.
  { name: 'large_homes_around', prior: { mean: 0, deviation: 0.5 } },
  // Less for attics and shops.
  { name: 'floors', prior: { mean: 0, deviation: 0.3 } },
  // Replaces size and neighbourhood.
  { name: 'dwellings', prior: { mean: 0, deviation: 0.5 } },
  // Small flats have fewer than two people.
  { name: 'dwelling_size', prior: { mean: 0.3, deviation: 0.15 } },
  // Where all others report dwellings, probably none.
  { name: 'unreported_dwellings', prior: { mean: -4, deviation: 2 } },
  // More than the unbuilt share says; known to a factor of 1.6.
  { name: 'missing', prior: { mean: 0.2, deviation: 0.5 } },
  // Blocks of flats among blocks of flats.
  { name: 'missing_among_homes', prior: { mean: 0.5, deviation: 0.3 } },
  // Differs by country and time.
  { name: 'level', prior: { mean: 0, deviation: 1.5 } },
];

const DWELLINGS = FEATURES.findIndex(({ name }) => name === 'dwellings');

/** Partly residential buildings look larger. */
const DWELLING_M2 = [30, 250] as const;

const reportsDwellings = ({ dwellings, usable_m2 }: Sites, site: number): boolean =>
  dwellings[site] > 0 && usable_m2[site] > 0;

/** Returns the logarithm of expected people if all features are zero. */
export const offsetOf = (sites: Sites, site: number): number =>
  Math.log(
    reportsDwellings(sites, site)
      ? PEOPLE_A_DWELLING * sites.dwellings[site]
      : (sites.usable_m2[site] / 100) * sites.floorsToExpected[site],
  );

function dwellingSize_m2({ usable_m2, width_m, floorsToExpected, dwellings }: Sites, site: number): number {
  const floors = floorsToExpected[site] * floorsByWidth(width_m[site]);
  const [least_m2, most_m2] = DWELLING_M2;
  return Math.min(most_m2, Math.max(least_m2, (usable_m2[site] * floors) / dwellings[site]));
}

export function setFeatures(into: Float32Array, sites: Sites, site: number): void {
  into.fill(0);
  into[FEATURES.length - 1] = 1;
  if (reportsDwellings(sites, site)) {
    into[DWELLINGS] = 1;
    into[DWELLINGS + 1] = Math.log(dwellingSize_m2(sites, site) / USUAL_DWELLING_M2);
    return;
  }
  const { knot, share } = placeAmongKnots(sites.width_m[site]);
  into[knot] = 1 - share;
  into[knot + 1] = share;
  const builtArea = sites.builtArea[site];
  const isWide = sites.width_m[site] >= WIDE_FROM_M;
  let next = WIDTH_KNOTS.length;
  into[next++] = builtArea;
  into[next++] = sites.buildingsAround[site];
  into[next++] = sites.streetsAround[site];
  into[next++] = isWide ? builtArea : 0;
  into[next++] = sites.largeHomesAround[site];
  into[next++] = Math.log(sites.floorsToExpected[site]);
  next = DWELLINGS + 2;
  // A missing number is meaningful if nearly all others report one.
  into[next++] = sites.unreported[site] ** 2;
  into[next++] = sites.mapped[site] === 1 ? 0 : 1;
  into[next] = sites.homesAlong[site];
}
