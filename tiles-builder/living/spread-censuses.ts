/** Several censuses side by side: where two cover, the finer one counts. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../clip-zones.ts';
import type { CensusUnit, MillipersonsByCell, Progress } from '../records.ts';
import type { DwellingSite } from './dwelling-features.ts';
import { areaWithin, cornersOf, PlanarArea } from './planar-area.ts';
import { type SpreadReport, spreadCensus } from './spread-census.ts';
import { type Dwelling, weighDwellings } from './weigh-dwellings.ts';

/** A census that is read. */
export interface Census {
  readonly units: readonly CensusUnit[];
  /** Where it is complete. */
  readonly coverage: Zone;
}

/** Where people of any census may be put. */
export interface Places {
  readonly sites: readonly DwellingSite[];
  readonly roadside: ReadonlySet<Cell>;
  /** Where the above is complete. */
  readonly coverage: Zone;
}

export interface SpreadCensuses {
  readonly people: MillipersonsByCell;
  /** Empty where no census meets the places. */
  readonly coverage: Zone;
  readonly report: SpreadReport;
  /** The census with the widest units that counts anywhere, cut to where it does; `null` where none does. */
  readonly coarsest: (Census & { readonly dwellings: readonly Dwelling[] }) | null;
}

/**
 * Spreads each census where none with smaller units covers. A unit that a finer census covers in part counts by what is
 * left of its dwellings, like one at the edge of the coverage. What a dwelling holds is learnt from each census alone.
 */
export function spreadCensuses(
  censuses: readonly Census[],
  places: Places,
  progress: Progress,
): SpreadCensuses {
  const finestFirst = [...censuses].sort((a, b) => medianUnitArea(a) - medianUnitArea(b));
  const people = new Map<Cell, number>();
  let covered: Zone = [];
  let report = NOTHING_SPREAD;
  let coarsest: SpreadCensuses['coarsest'] = null;
  for (const { units, coverage } of finestFirst) {
    const own = differenceOf(intersectionOf(coverage, places.coverage), covered);
    if (own.length === 0) continue;
    progress('Learn from the census who lives in which buildings');
    const dwellings = weighDwellings(places.sites, units, own);
    progress('Spread the census');
    const spread = spreadCensus({
      units,
      dwellings,
      roadside: places.roadside,
      coverage: own,
      buildingsCoverage: places.coverage,
    });
    for (const [cell, count] of spread.people) people.set(cell, (people.get(cell) ?? 0) + count);
    report = addedReports(report, spread.report, people.size);
    coarsest = { units, coverage: own, dwellings };
    covered = unionOf(covered, own);
  }
  return { people, coverage: covered, report, coarsest };
}

const NOTHING_SPREAD: SpreadReport = {
  listed_people: 0,
  census_total_millipersons: 0,
  units: 0,
  units_cut: 0,
  units_outside: 0,
  units_without_buildings: 0,
  people_without_buildings: 0,
  units_without_data: 0,
  people_without_data: 0,
  cells: 0,
};

function addedReports(a: SpreadReport, b: SpreadReport, cells: number): SpreadReport {
  const sums = Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof SpreadReport]]),
  ) as unknown as SpreadReport;
  return { ...sums, cells };
}

/** Square degrees. */
function medianUnitArea({ units }: Census): number {
  const areas = units.map(({ outline }) => {
    const area = new PlanarArea(outline);
    return areaWithin(cornersOf(area.box), [area]);
  });
  return areas.sort((a, b) => a - b)[areas.length >> 1] ?? 0;
}
