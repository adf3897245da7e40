/** Several censuses side by side: where two cover, the finer one counts. */

import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import { areaWithin, cornersOf, PlanarArea } from '../geometry/planar-area.ts';
import type { CensusUnit, MillipersonsByCell, Progress } from '../records.ts';
import { type Dwelling, type DwellingSite, dwellingSites, weighedDwellings } from './dwelling-list.ts';
import { knownLand, type UnlistedHome, type UnlistedPlace } from './known-land.ts';
import { TeachingSample } from './learn-weights.ts';
import type { Sites } from './sites.ts';
import { type SpreadReport, spreadCensus } from './spread-census.ts';
import { cellsBesidesHomes, type UnitHoldings, unitHoldings } from './unit-holdings.ts';
import type { Weights } from './weights.ts';

/** A census that is read. */
export interface CensusSource {
  readonly units: readonly CensusUnit[];
  /** Where it is complete by the configuration's word; `null` where its units and the map are to tell. */
  readonly coverage: Zone | null;
  /** What weighs how much; learnt from the census where nothing is given. */
  readonly weights?: Weights | undefined;
}

/** A census and where it is complete. */
export interface Census extends CensusSource {
  readonly coverage: Zone;
}

/** Where people of any census may be put. */
export interface Places {
  /** Ascending by area. */
  readonly areas: readonly Sites[];
  readonly roadside: ReadonlySet<Cell>;
  /** Where the above is complete. */
  readonly coverage: Zone;
}

/** What a census and the map say of each other. Its people are counted, contradicted, or elsewhere. */
export interface CensusExamination {
  readonly units: number;
  readonly listed_people: number;
  /** Id of the first unit, as the source spells it, where it is a table of squares; else `null`. */
  readonly first_square_id: string | null;
  /** Whether the configuration says where it is complete: then contradicted units are counted all the same. */
  readonly coverage_is_named: boolean;
  readonly counted_people: number;
  /** People of units beyond the map, or that a finer census covers. */
  readonly elsewhere_people: number;
  /** Units with people where the map is known and holds nothing for them to live in, the fullest first. */
  readonly contradicted: readonly ContradictedUnit[];
  readonly contradicted_people: number;
  /** Homes on the map that no unit lists, the largest place first: the census does not know them. */
  readonly unlisted: readonly UnlistedPlace[];
}

export interface ContradictedUnit {
  readonly id: string;
  readonly people: number;
  /** Its middle. */
  readonly position: Position;
}

export interface SpreadCensuses {
  readonly people: MillipersonsByCell;
  /** Of the areas, in their order. */
  readonly sites: readonly DwellingSite[];
  /** What weighs how much; one a census, in the order given. */
  readonly weights: readonly Weights[];
  /** Empty where no census meets the places. */
  readonly coverage: Zone;
  readonly report: SpreadReport;
  /** One a census, in the order given. */
  readonly examinations: readonly CensusExamination[];
  /** The census with the widest units that counts anywhere, cut to where it does; `null` where none does. */
  readonly coarsest: (Census & { readonly dwellings: readonly Dwelling[] }) | null;
}

/**
 * Spreads each census where none with smaller units covers. A unit that a finer census covers in part counts by what is
 * left of its dwellings, like one at the edge of the coverage. What a dwelling holds is learnt from each census alone.
 */
export function spreadCensuses(
  censuses: readonly CensusSource[],
  places: Places,
  progress: Progress,
): SpreadCensuses {
  const sites = dwellingSites(places.areas);
  const held = censuses.map((census) => holdCensus(census, places, sites, progress));
  const people = new Map<Cell, number>();
  let covered: Zone = [];
  let report = NOTHING_SPREAD;
  let coarsest: SpreadCensuses['coarsest'] = null;
  const examinations = new Map<CensusSource, CensusExamination>();
  const finestFirst = [...held].sort((a, b) => medianUnitArea(a.holdings) - medianUnitArea(b.holdings));
  for (const own of finestFirst) {
    const { census, reach, dwellings, besides, holdings } = own;
    const { units, coverage } = census;
    const { standings } = holdings;
    const unlisted = unlistedHomes(sites, own, held);
    const known = knownLand(units, standings, unlisted, places.coverage);
    const counts = differenceOf(coverage === null ? intersectionOf(known.zone, reach) : reach, covered);
    const counting = units.filter(
      (_, i) => standings[i] === 'placed' || (coverage !== null && standings[i] === 'contradicted'),
    );
    let counted_people = 0;
    if (counts.length > 0) {
      progress('Spread the census');
      const spread = spreadCensus({
        units: counting,
        dwellings,
        roadside: besides,
        coverage: counts,
        buildingsCoverage: places.coverage,
      });
      for (const [cell, count] of spread.people) people.set(cell, (people.get(cell) ?? 0) + count);
      counted_people = spread.report.census_total_millipersons / MILLIPERSONS;
      report = addedReports(report, spread.report, people.size);
      coarsest = { units, coverage: counts, dwellings };
      covered = unionOf(covered, counts);
    }
    const listed_people = peopleOf(units);
    const contradicted = contradictedUnits(units, holdings);
    const contradicted_people = peopleOf(contradicted);
    const left_people = coverage === null ? contradicted_people : 0;
    examinations.set(census, {
      units: units.length,
      listed_people,
      first_square_id: units[0]?.square ? units[0].id : null,
      coverage_is_named: coverage !== null,
      counted_people,
      elsewhere_people: Math.max(0, listed_people - counted_people - left_people),
      contradicted,
      contradicted_people,
      unlisted: known.unlisted,
    });
  }
  const all = {
    listed_people: censuses.reduce((sum, { units }) => sum + peopleOf(units), 0),
    units: censuses.reduce((sum, { units }) => sum + units.length, 0),
  };
  const units_outside = report.units_outside + all.units - report.units;
  return {
    people,
    sites,
    weights: held.map(({ weights }) => weights),
    coverage: covered,
    report: { ...report, ...all, units_outside },
    examinations: censuses.map((census) => examinations.get(census)!),
    coarsest,
  };
}

/** A census beside what the map holds of it. */
interface HeldCensus {
  readonly census: CensusSource;
  /** Where it could count at most. */
  readonly reach: Zone;
  readonly area: PlanarArea;
  readonly weights: Weights;
  readonly dwellings: readonly Dwelling[];
  readonly besides: ReadonlySet<Cell>;
  readonly holdings: UnitHoldings;
}

function holdCensus(
  census: CensusSource,
  { areas, roadside, coverage }: Places,
  sites: readonly DwellingSite[],
  progress: Progress,
): HeldCensus {
  const reach = census.coverage === null ? coverage : intersectionOf(census.coverage, coverage);
  const area = new PlanarArea(reach);
  const weights = census.weights ?? learnWeights(areas, census.units, reach, progress);
  const dwellings = weighedDwellings(areas, sites, weights);
  const besides = cellsBesidesHomes(roadside, sites, dwellings);
  const holdings = unitHoldings(census.units, sites, dwellings, besides, area);
  return { census, reach, area, weights, dwellings, besides, holdings };
}

function learnWeights(
  areas: readonly Sites[],
  units: readonly CensusUnit[],
  complete: Zone,
  progress: Progress,
): Weights {
  progress('Learn from the census who lives in which buildings');
  const sample = new TeachingSample(units, complete);
  for (const sites of areas) sample.take(sites);
  return sample.weights();
}

/**
 * Homes on the map that no unit of any census lists. Houses that are taken to be missing along a street are as likely there as
 * those are among the homes that this census lists: where buildings are mapped, a street without them has none.
 */
function unlistedHomes(
  sites: readonly DwellingSite[],
  { dwellings, area, holdings }: HeldCensus,
  held: readonly HeldCensus[],
): UnlistedHome[] {
  const expectedIn = (i: number): number => dwellings[i]!.people_m2 * sites[i]!.area_m2;
  let listed = 0;
  let listedMissing = 0;
  for (const [i, { mapped }] of sites.entries()) {
    if (holdings.siteIsListed[i] === 0) continue;
    listed += expectedIn(i);
    if (!mapped) listedMissing += expectedIn(i);
  }
  const missingShare = listed > 0 ? listedMissing / listed : 1;
  return sites.flatMap(({ centre, mapped }, i) => {
    const expected_people = expectedIn(i) * (mapped ? 1 : missingShare);
    const isListed = held.some((other) => other.holdings.siteIsListed[i] === 1);
    return isListed || expected_people <= 0 || !area.contains(centre)
      ? []
      : [{ position: centre, expected_people }];
  });
}

function contradictedUnits(
  units: readonly CensusUnit[],
  { standings, outlines }: UnitHoldings,
): ContradictedUnit[] {
  return units
    .flatMap(({ id, people }, i): ContradictedUnit[] => {
      const { west, south, east, north } = outlines[i]!.box;
      const position: Position = [(west + east) / 2, (south + north) / 2];
      return standings[i] === 'contradicted' ? [{ id, people, position }] : [];
    })
    .sort((a, b) => b.people - a.people);
}

const peopleOf = (units: readonly { readonly people: number }[]): number =>
  units.reduce((sum, { people }) => sum + people, 0);

const NOTHING_SPREAD: SpreadReport = {
  listed_people: 0,
  census_total_millipersons: 0,
  units: 0,
  units_cut: 0,
  units_outside: 0,
  units_without_buildings: 0,
  people_without_buildings: 0,
  cells: 0,
};

function addedReports(a: SpreadReport, b: SpreadReport, cells: number): SpreadReport {
  const sums = Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof SpreadReport]]),
  ) as unknown as SpreadReport;
  return { ...sums, cells };
}

/** Square degrees. */
function medianUnitArea({ outlines }: UnitHoldings): number {
  const areas = outlines.map((area) => areaWithin(cornersOf(area.box), [area]));
  return areas.sort((a, b) => a - b)[areas.length >> 1] ?? 0;
}
