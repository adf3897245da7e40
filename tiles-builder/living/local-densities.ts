/**
 * Computes what surrounds dwelling sites, by Gaussian kernels: buildings, streets and size of homes as logarithms relative to
 * usual values, and the share of buildings that report dwellings.
 */
import { joined } from '../base/numbers/sum-by-key.ts';
import { type Amounts, type Blur, densityAround } from './density.ts';
import { HOUSE_AREA_M2 } from './dwelling-defaults.ts';

type Places = Pick<Amounts, 'x_m' | 'y_m'>;

/** Buildings and streets of a partition and its halo, in the partition's plane. */
export interface NearbyBuildings {
  readonly mapped: Places & {
    readonly area_m2: Float64Array;
    readonly width_m: Float64Array;
    readonly mayBeHome: Uint8Array;
    readonly reportsDwellings: Uint8Array;
  };
  readonly missing: Places & { readonly usable_m2: Float64Array };
  /** Buildable metres of streets. */
  readonly streets: Amounts;
}

/** Values in the order of the places. */
export interface LocalDensities {
  readonly largeHomesAround: Float32Array;
  readonly builtArea: Float32Array;
  readonly buildingsAround: Float32Array;
  readonly streetsAround: Float32Array;
  /** Share of buildings that report dwellings, by footprint. */
  readonly reportingAround: Float32Array;
}

/** Density in a suburb of houses. */
const USUAL_CONTEXT = 0.1;
const LONE_CONTEXT = 0.02;
const USUAL_HOME_M2 = 130;
const MOST_OF_USUAL = Math.E;

const contextOf = (density: number): number =>
  Math.log((LONE_CONTEXT + density) / (LONE_CONTEXT + USUAL_CONTEXT));

/** Sizes of homes vary by street rather than by quarter. */
const AROUND: Blur = { cell_m: 25, deviation_m: 200, reach_cells: 24 };
const HOMES_AROUND: Blur = { cell_m: 25, deviation_m: 100, reach_cells: 12 };
/** These bring the densities of a suburb near 0.1. */
const M2_OF_A_BUILDING = 130;
const M_ACROSS_A_STREET = 8;
/** Excludes sheds and halls. */
const HOME_WIDTHS_M = [2.5, 13] as const;

export function localDensitiesAt(
  places: Places,
  { mapped, missing, streets }: NearbyBuildings,
): LocalDensities {
  const { area_m2, width_m, mayBeHome, reportsDwellings } = mapped;
  const isHome = (i: number): boolean =>
    mayBeHome[i] === 1 && width_m[i] > HOME_WIDTHS_M[0] && width_m[i] < HOME_WIDTHS_M[1];
  const x_m = joined(mapped.x_m, missing.x_m);
  const y_m = joined(mapped.y_m, missing.y_m);
  const missingHouses = missing.usable_m2.map((usable_m2) => usable_m2 / HOUSE_AREA_M2);
  const homes_m2 = joined(
    area_m2.map((own_m2, i) => (isHome(i) ? own_m2 : 0)),
    missing.usable_m2,
  );
  const homes = joined(
    area_m2.map((_, i) => (isHome(i) ? 1 : 0)),
    missingHouses,
  );
  const buildings = joined(Float64Array.from(mayBeHome), missingHouses);
  const around = (amount: Float64Array, blur: Blur): Float64Array =>
    densityAround({ x_m, y_m, amount }, blur, places);
  const reportingAround = (): Float32Array => {
    if (!reportsDwellings.includes(1)) return new Float32Array(places.x_m.length);
    const mappedAround = (amount: Float64Array): Float64Array =>
      densityAround({ x_m: mapped.x_m, y_m: mapped.y_m, amount }, AROUND, places);
    const all = mappedAround(area_m2.map((own_m2, i) => own_m2 * mayBeHome[i]));
    const reporting = mappedAround(area_m2.map((own_m2, i) => own_m2 * mayBeHome[i] * reportsDwellings[i]));
    return Float32Array.from(reporting, (own, i) => (own > 0 ? own / all[i] : 0));
  };
  const homesNear = around(homes, HOMES_AROUND);
  const homesNear_m2 = around(homes_m2, HOMES_AROUND);
  return {
    reportingAround: reportingAround(),
    largeHomesAround: Float32Array.from(homesNear, (count, i) => {
      const ofUsual = (count > 0 ? homesNear_m2[i] / count : HOUSE_AREA_M2) / USUAL_HOME_M2;
      return Math.log(Math.min(MOST_OF_USUAL, Math.max(1 / MOST_OF_USUAL, ofUsual)));
    }),
    builtArea: Float32Array.from(around(homes_m2, AROUND), contextOf),
    buildingsAround: Float32Array.from(around(buildings, AROUND), (density) =>
      contextOf(density * M2_OF_A_BUILDING),
    ),
    streetsAround: Float32Array.from(densityAround(streets, AROUND, places), (density) =>
      contextOf(density * M_ACROSS_A_STREET),
    ),
  };
}
