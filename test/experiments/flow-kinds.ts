/**
 * Kinds of simulated towns of commuting flows, without streets or devices. `sites`: one centre, a few huge workplaces; `shops`:
 * several centres, many small workplaces; `villages`: forty, with five large workplaces between. `concentrated`: employers follow
 * Zipf's law in few shared buildings, half of them mapped, with errors about those of a real city.
 */
import type { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import { smoothField } from './smooth-field.ts';

/** Only the first two may tune the builder. */
export const FLOW_TOWNS = ['sites', 'shops', 'villages', 'concentrated'] as const;
export type FlowTownKind = (typeof FLOW_TOWNS)[number];

export interface Settlement {
  readonly at: Point;
  readonly share: number;
  /** Density falls by 1 / e. */
  readonly reach_m: Point;
}

export interface Kind {
  readonly settlements: (random: Random) => Settlement[];
  /** Power law of sizes; smaller is more concentrated. */
  readonly sizeExponent: number;
  readonly largestJobs: number;
  /** Share of workplaces in industrial parks. */
  readonly inParks: number;
  readonly parks: (random: Random) => Point[];
  /** Of log mapped capacity per person. */
  readonly capacityDeviation: number;
  /** Mistaken capacity by day per inhabitant. */
  readonly capacityInDwellings: number;
  /** Share of the town; elsewhere only roads. */
  readonly mapped: number;
  readonly gravity_m: number;
  /** Relative probability of carrying a device. */
  readonly carries: (random: Random) => (home: Point) => number;
  /** If absent, sites have grounds. */
  readonly inBuildings?: SitesInBuildings;
}

interface SitesInBuildings {
  readonly smallestJobs: number;
  /** Share of sites in shared buildings. */
  readonly shared: number;
  readonly atHome: number;
}

export const INHABITANTS = 150_000;
export const HALF_SIDE_M = 13_000;
const AT_HOME = 0.35;
/** P(size ≥ s) ∝ s^-1.059 (Axtell, Zipf Distribution of U.S. Firm Sizes, Science 293, 2001). */
const FIRMS_EXPONENT = 1.059;
/** American Community Survey 2019 (Burrows et al., ACS-48). */
const WORKERS_AT_HOME = 0.057;

const patches = (spacing_m: number, least: number) => (random: Random) => {
  const field = smoothField(random, spacing_m);
  return ([x, y]: Point): number => least + 2 * (1 - least) * field(x, y);
};
export const around = (random: Random, side_m: number): Point => [
  random.between(-side_m, side_m),
  random.between(-side_m, side_m),
];

/** Equal settlements at random in a square of 2 `side_m`. */
const scattered = (
  count: number,
  side_m: number,
  alike: Omit<Settlement, 'at'>,
  random: Random,
): Settlement[] => Array.from({ length: count }, () => ({ at: around(random, side_m), ...alike }));

export const KINDS: Readonly<Record<FlowTownKind, Kind>> = {
  sites: {
    settlements: (random) => [
      { at: [0, 0], share: 0.75, reach_m: [1_800, 1_800] },
      ...scattered(8, 9_000, { share: 0.03, reach_m: [350, 350] }, random),
    ],
    sizeExponent: 1.05,
    largestJobs: 6_000,
    inParks: 0.35,
    parks: (random) => Array.from({ length: 12 }, () => around(random, 7_000)),
    capacityDeviation: 1,
    capacityInDwellings: 0.7,
    mapped: 0.5,
    gravity_m: 5_000,
    carries: patches(2_000, 0.4),
  },
  shops: {
    settlements: (random) =>
      Array.from({ length: 6 }, (_, i) => ({
        at: around(random, 6_000),
        share: 1 / (i + 2),
        reach_m: [1_000, 1_000] as Point,
      })),
    sizeExponent: 1.9,
    largestJobs: 400,
    inParks: 0.05,
    parks: (random) => Array.from({ length: 4 }, () => around(random, 7_000)),
    capacityDeviation: 0.5,
    capacityInDwellings: 0.07,
    mapped: 1,
    gravity_m: 3_000,
    carries: patches(3_000, 0.8),
  },
  villages: {
    settlements: (random) =>
      Array.from({ length: 40 }, () => ({
        at: around(random, 11_500),
        share: random.unit() ** -0.8,
        reach_m: [180, 180] as Point,
      })),
    sizeExponent: 1.6,
    largestJobs: 8_000,
    inParks: 0.1,
    parks: (random) => Array.from({ length: 5 }, () => around(random, 9_000)),
    capacityDeviation: 1.3,
    capacityInDwellings: 0.7,
    mapped: 0.3,
    gravity_m: 12_000,
    carries: patches(5_000, 0.3),
  },
  concentrated: {
    settlements: (random) => [
      { at: [0, 0], share: 0.6, reach_m: [2_000, 2_000] },
      ...scattered(8, 9_000, { share: 0.05, reach_m: [600, 600] }, random),
    ],
    sizeExponent: FIRMS_EXPONENT,
    largestJobs: 2_000,
    inParks: 0.5,
    parks: (random) => Array.from({ length: 12 }, () => around(random, 8_000)),
    capacityDeviation: 1,
    capacityInDwellings: 1,
    mapped: 0.5,
    gravity_m: 6_000,
    carries: patches(3_000, 0.5),
    inBuildings: { smallestJobs: 1, shared: 0.95, atHome: WORKERS_AT_HOME },
  },
};

export const atHomeIn = ({ inBuildings }: Kind): number => inBuildings?.atHome ?? AT_HOME;

export const isInside = ([x, y]: Point): boolean => Math.abs(x) < HALF_SIDE_M && Math.abs(y) < HALF_SIDE_M;
