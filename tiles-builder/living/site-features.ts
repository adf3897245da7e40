/** Which figures of a dwelling site tell how many live there, and what is taken for granted of each before a census tells more. */
import { peoplePer100m2, placeAmongKnots, WIDTH_KNOTS } from './dwelling-defaults.ts';
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
  // How many houses are missing is guessed to a factor of two.
  { name: 'missing', prior: { mean: 0, deviation: 0.7 } },
  // People a square metre differ by country and time, all buildings alike.
  { name: 'level', prior: { mean: 0, deviation: 1.5 } },
];

/** Logarithm of what is expected of a site if all its features were 0. */
export const offsetOf = ({ usable_m2, floorsToExpected }: Sites, site: number): number =>
  Math.log((usable_m2[site] / 100) * floorsToExpected[site]);

/** Sets the features of a site. @param into has an entry for each of FEATURES */
export function setFeatures(into: Float32Array, sites: Sites, site: number): void {
  into.fill(0);
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
  into[next++] = sites.mapped[site] === 1 ? 0 : 1;
  into[next] = 1;
}
