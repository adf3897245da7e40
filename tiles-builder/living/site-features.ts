/** Which figures of a dwelling site tell how many live there, and what is taken for granted of each before a census tells more. */
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

/** One for each of what `setFeatures` sets, in its order. */
export const FEATURES: readonly Feature[] = [
  // Each width's people may be off by a factor of two.
  ...WIDTH_KNOTS.map(({ width_m, floors, dwellingShare }) => ({
    name: `width_${width_m}_m`,
    prior: { mean: Math.log(peoplePer100m2(floors, dwellingShare)), deviation: 0.8 },
  })),
  // With twice the density, buildings are taken to be a storey or two higher and less often used for something else.
  { name: 'built_area', prior: { mean: 0.5, deviation: 0.15 } },
  { name: 'buildings_around', prior: { mean: 0.3, deviation: 0.15 } },
  { name: 'streets_around', prior: { mean: 0.3, deviation: 0.15 } },
  // A large house for one family has two storeys rather than the four of a block of its width, and often nobody at home.
  { name: 'villa', prior: { mean: -1, deviation: 0.4 } },
  // A long building was planned as a block of flats, and has a storey more than others.
  { name: 'slab', prior: { mean: 0.2, deviation: 0.2 } },
  // A wide building among homes is one of flats above shops or around a court, one among halls a hall.
  { name: 'wide_among_homes', prior: { mean: 0.7, deviation: 0.3 } },
  // Large homes side by side may be blocks of flats or the villas of a resort: only the census tells.
  { name: 'large_homes_around', prior: { mean: 0, deviation: 0.5 } },
  // Floors that are known count as they are, or less where the rooms under a roof count as one, or shops are below.
  { name: 'floors', prior: { mean: 0, deviation: 0.3 } },
  // Where the number of dwellings is known, it takes the place of all that a building's size and surroundings tell.
  { name: 'dwellings', prior: { mean: 0, deviation: 0.5 } },
  // A family lives in a house, fewer than two people in a small flat.
  { name: 'dwelling_size', prior: { mean: 0.3, deviation: 0.15 } },
  // Where all other homes report their dwellings, a building that does not is likely to have none.
  { name: 'unreported_dwellings', prior: { mean: -4, deviation: 2 } },
  // How many houses are missing is guessed to a factor of two.
  { name: 'missing', prior: { mean: 0, deviation: 0.7 } },
  // People a square metre differ by country and time, all buildings alike.
  { name: 'level', prior: { mean: 0, deviation: 1.5 } },
];

const DWELLINGS = FEATURES.findIndex(({ name }) => name === 'dwellings');

/** What a dwelling's size is held to be at least and at most: a building of which only a part is dwellings looks larger. */
const DWELLING_M2 = [30, 250] as const;

const reportsDwellings = ({ dwellings, usable_m2 }: Sites, site: number): boolean =>
  dwellings[site] > 0 && usable_m2[site] > 0;

/** Logarithm of what is expected of a site if all its features were 0. */
export const offsetOf = (sites: Sites, site: number): number =>
  Math.log(
    reportsDwellings(sites, site)
      ? PEOPLE_A_DWELLING * sites.dwellings[site]
      : (sites.usable_m2[site] / 100) * sites.floorsToExpected[site],
  );

/** Of one of the dwellings that are reported of a building, by floors that are reported or likely. */
function dwellingSize_m2({ usable_m2, width_m, floorsToExpected, dwellings }: Sites, site: number): number {
  const floors = floorsToExpected[site] * floorsByWidth(width_m[site]);
  const [least_m2, most_m2] = DWELLING_M2;
  return Math.min(most_m2, Math.max(least_m2, (usable_m2[site] * floors) / dwellings[site]));
}

/** Sets the features of a site. @param into has an entry for each of FEATURES */
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
  into[next++] = sites.villa[site];
  into[next++] = sites.slab[site];
  into[next++] = isWide ? builtArea : 0;
  into[next++] = sites.largeHomesAround[site];
  into[next++] = Math.log(sites.floorsToExpected[site]);
  next = DWELLINGS + 2;
  // Of half of the homes around nobody may have asked; where nearly all report, a missing number means something.
  into[next++] = sites.unreported[site] ** 2;
  into[next] = sites.mapped[site] === 1 ? 0 : 1;
}
