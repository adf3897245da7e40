/** How many people live on a square metre of each footprint, learnt from the census units themselves. */
import type { Zone } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import type { CensusUnit } from '../records.ts';
import { peoplePer100m2, WIDTH_KNOTS } from './dwelling-defaults.ts';
import { CONTEXTS, type DwellingSite, placeAmongKnots } from './dwelling-features.ts';
import { fitLogSums, type KnownSum, type LogSumParts, type NormalPrior } from './fit-log-sums.ts';

/** A footprint with the people expected on it, before a census unit says how many there are in all. */
export interface Dwelling {
  readonly footprint: Zone;
  readonly people_m2: number;
  /** Whether it stands in the data; else it is made up for houses that are likely to be missing there. */
  readonly mapped: boolean;
}

/** A context at which it changes nothing: a suburb of houses. */
const USUAL_CONTEXT = 0.1;
/** Keeps a lone building's context from being nothing. */
const LONE_CONTEXT = 0.02;
/**
 * By how much people grow with each context: with twice the density, buildings are taken to be a storey for two higher and
 * less often used for something else.
 */
const CONTEXT_PRIORS: Readonly<Record<(typeof CONTEXTS)[number], NormalPrior>> = {
  built_area: { mean: 0.5, deviation: 0.15 },
  buildings: { mean: 0.3, deviation: 0.15 },
  streets: { mean: 0.3, deviation: 0.15 },
};
/** Each width's people may be off by a factor of two. */
const WIDTH_DEVIATION = 0.8;
/** A large house for one family has two storeys rather than the four of a block of its width, and often nobody at home. */
const VILLA_PRIOR: NormalPrior = { mean: -1, deviation: 0.4 };
/** A long building was planned as a block of flats, and has a storey more than others. */
const SLAB_PRIOR: NormalPrior = { mean: 0.2, deviation: 0.2 };
/** A wide building among homes is one of flats above shops or around a court, one among halls a hall. */
const WIDE_AMONG_HOMES_PRIOR: NormalPrior = { mean: 0.7, deviation: 0.3 };
const WIDE_FROM_M = 13;
/** Large homes side by side may be blocks of flats or the villas of a resort: only the census tells. */
const LARGE_HOMES_AROUND_PRIOR: NormalPrior = { mean: 0, deviation: 0.5 };
const USUAL_HOME_M2 = 130;
/** By what factor the homes around differ in size from usual ones at most. */
const MOST_OF_USUAL = Math.E;
const BUILT_AREA = CONTEXTS.indexOf('built_area');
/** How many houses are missing is guessed to a factor of two. */
const MISSING_PRIOR: NormalPrior = { mean: 0, deviation: 0.7 };
/** People a square metre differ by country and time, all buildings alike. */
const LEVEL_PRIOR: NormalPrior = { mean: 0, deviation: 1.5 };
/** What a unit's people differ from the model by, whatever their number, */
const UNIT_DEVIATION = 0.2;
/** and by how many of them live as others do next door: as many chances are one. */
const PEOPLE_ALIKE = 15;

/** A unit teaches if it lies in the data whole, has people and at least so much footprint for each. */
const MIN_PEOPLE = 20;
const MIN_M2_A_PERSON = 5;
const WHOLE = 1 - 1e-6;
/** With fewer units the defaults are all that is known. */
const MIN_UNITS = 4;

const VILLA = WIDTH_KNOTS.length + CONTEXTS.length;
const SLAB = VILLA + 1;
const WIDE_AMONG_HOMES = SLAB + 1;
const LARGE_HOMES_AROUND = WIDE_AMONG_HOMES + 1;
const MISSING = LARGE_HOMES_AROUND + 1;
const LEVEL = MISSING + 1;
const COEFFICIENTS = LEVEL + 1;

const PRIORS: readonly NormalPrior[] = [
  ...WIDTH_KNOTS.map(
    ({ floors, dwellingShare }): NormalPrior => ({
      mean: Math.log(peoplePer100m2(floors, dwellingShare)),
      deviation: WIDTH_DEVIATION,
    }),
  ),
  ...CONTEXTS.map((context) => CONTEXT_PRIORS[context]),
  VILLA_PRIOR,
  SLAB_PRIOR,
  WIDE_AMONG_HOMES_PRIOR,
  LARGE_HOMES_AROUND_PRIOR,
  MISSING_PRIOR,
  LEVEL_PRIOR,
];

/**
 * @param complete where units, buildings and streets are all known: units that lie in it whole are learnt from
 * @returns one entry a site
 */
export function weighDwellings(
  sites: readonly DwellingSite[],
  units: readonly CensusUnit[],
  complete: Zone,
): Dwelling[] {
  const parts = partsOf(sites, units);
  const coefficients = fitLogSums(parts, teachingUnits(sites, parts.group, units, complete), PRIORS);
  return sites.map(({ footprint, area_m2, mapped }, site) => {
    let log = parts.offset[site]!;
    for (let k = 0; k < COEFFICIENTS; k++) {
      log += parts.features[site * COEFFICIENTS + k]! * coefficients[k]!;
    }
    return { footprint, people_m2: area_m2 > 0 ? Math.exp(log) / area_m2 : 0, mapped };
  });
}

function partsOf(sites: readonly DwellingSite[], units: readonly CensusUnit[]): LogSumParts {
  const outlines = units.map(({ outline }) => new PlanarArea(outline));
  const index = new AreaIndex(outlines.map(({ box }) => box));
  const group = new Int32Array(sites.length).fill(-1);
  const offset = new Float64Array(sites.length);
  const features = new Float32Array(sites.length * COEFFICIENTS);
  for (const [i, site] of sites.entries()) {
    const { centre, usable_m2, width_m, floorsToExpected, mapped, context } = site;
    const [lon, lat] = centre;
    group[i] =
      index
        .meeting({ west: lon, east: lon, south: lat, north: lat })
        .find((unit) => outlines[unit]!.contains(centre)) ?? -1;
    offset[i] = Math.log((usable_m2 / 100) * floorsToExpected);
    const first = i * COEFFICIENTS;
    const { knot, share } = placeAmongKnots(width_m);
    features[first + knot] = 1 - share;
    features[first + knot + 1] = share;
    const densities = context.map((density) =>
      Math.log((LONE_CONTEXT + density) / (LONE_CONTEXT + USUAL_CONTEXT)),
    );
    features.set(densities, first + WIDTH_KNOTS.length);
    features[first + VILLA] = site.villa;
    features[first + SLAB] = site.slab;
    features[first + WIDE_AMONG_HOMES] = width_m >= WIDE_FROM_M ? densities[BUILT_AREA]! : 0;
    const ofUsual = site.homesAround_m2 / USUAL_HOME_M2;
    features[first + LARGE_HOMES_AROUND] = Math.log(
      Math.min(MOST_OF_USUAL, Math.max(1 / MOST_OF_USUAL, ofUsual)),
    );
    features[first + MISSING] = mapped ? 0 : 1;
    features[first + LEVEL] = 1;
  }
  return { group, offset, features };
}

function teachingUnits(
  sites: readonly DwellingSite[],
  group: Int32Array,
  units: readonly CensusUnit[],
  complete: Zone,
): KnownSum[] {
  const usable_m2 = new Float64Array(units.length);
  for (const [i, site] of sites.entries()) if (group[i]! >= 0) usable_m2[group[i]!]! += site.usable_m2;
  const area = new PlanarArea(complete);
  const teaching = units.flatMap(({ people, outline }, unit): KnownSum[] => {
    const teaches =
      people >= MIN_PEOPLE &&
      usable_m2[unit]! >= MIN_M2_A_PERSON * people &&
      shareInside(new PlanarArea(outline), area) >= WHOLE;
    if (!teaches) return [];
    return [{ group: unit, sum: people, variance: UNIT_DEVIATION ** 2 + PEOPLE_ALIKE / people }];
  });
  return teaching.length < MIN_UNITS ? [] : teaching;
}
