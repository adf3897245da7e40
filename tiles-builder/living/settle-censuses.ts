/**
 * Puts the people of several censuses into cells: where two cover, the finer one counts. Area by area; what stays in memory for
 * all areas is some 90 bytes a census unit, and 30 more for each area that a unit lies in.
 *
 * The people of each unit are shared among its dwellings by the people expected there (a dwelling across units by the part
 * of its footprint in each), and a dwelling's people among the cells that its footprint covers by area. A unit without
 * dwellings shares its people equally among its road-side cells, or among all its cells where it has few roads or none.
 * Dasymetric mapping; Eicher and Brewer: Dasymetric mapping and areal interpolation, 2001. Each unit's cells hold exactly its
 * people inside the coverage, rounded to a thousandth of a person.
 */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { differenceOf, intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import type { Progress } from '../records.ts';
import { type CensusExamination, countedUnits, examineCensus } from './examine-census.ts';
import { ExpectedFolder } from './expected-people.ts';
import { giveToAreas } from './give-to-areas.ts';
import { type CensusSource, HeldCensus } from './held-census.ts';
import type { Homes } from './homes.ts';
import { judgeContradictions, type Misplaced, NOBODY_MISPLACED } from './judge-contradictions.ts';
import type { KnownLand } from './known-land.ts';
import type { Gifts } from './settle-area.ts';
import { reportSpread, type SpreadReport } from './spread-report.ts';
import { AreaWalk } from './walk-areas.ts';

/** Censuses of which it is known who is counted, and in which area; their cells are found area by area. */
export interface SettledCensuses {
  /** Empty where no census meets the map. */
  readonly coverage: Zone;
  readonly report: SpreadReport;
  /** One a census, in the order given. */
  readonly examinations: readonly CensusExamination[];
  readonly misplaced: Misplaced;
  /** The census with the widest units that counts anywhere; `null` where none does. */
  readonly coarsest: HeldCensus | null;
  /** One a census, in the order given. */
  readonly censuses: readonly HeldCensus[];
  /** Areas with people, ascending. */
  readonly areas: readonly Cell[];
  /** What the units, numbered through all censuses, give to the cells of an area. */
  readonly settle: (area: Cell) => Gifts;
}

/**
 * @param coverage where homes and roads are complete
 * @param folder takes files that are read while areas are settled; empty, and to be removed afterwards
 */
export function settleCensuses(
  sources: readonly CensusSource[],
  homes: Homes,
  coverage: Zone,
  folder: string,
  progress: Progress,
): SettledCensuses {
  let firstUnit = 0;
  const censuses = sources.map((source) => {
    const census = new HeldCensus(source, firstUnit, coverage);
    firstUnit += source.units.length;
    return census;
  });
  const walk = new AreaWalk(censuses, homes, coverage);
  for (const [done, area] of walk.areas.entries()) {
    progress('See what the map holds of the census', done, walk.areas.length);
    walk.hold(area);
  }
  const { known, finestFirst, covered } = decideCoverages(censuses, coverage);
  const expected = new ExpectedFolder(join(folder, 'expected'));
  const places = {
    besides: new AreaSpill(join(folder, 'besides')),
    everywhere: new AreaSpill(join(folder, 'everywhere')),
  };
  for (const [done, area] of walk.areas.entries()) {
    progress('Spread the census', done, walk.areas.length);
    const { byArea, besides } = walk.expect(area);
    expected.write(area, byArea);
    places.besides.append(area, new Uint8Array(besides.buffer, besides.byteOffset, besides.byteLength));
  }
  for (const census of censuses) census.countPeople();
  const { areas, settle } = giveToAreas(censuses, expected, places);
  const examinations = censuses.map((census) => examineCensus(census, known.get(census)!.unlisted));
  return {
    coverage: covered,
    report: reportSpread(censuses),
    examinations,
    misplaced: examinations.some((own) => own.coverage_is_named && own.contradicted_units > 0)
      ? judgeContradictions(countedUnits(censuses))
      : NOBODY_MISPLACED,
    coarsest: finestFirst.findLast(({ counts }) => counts.length > 0) ?? null,
    censuses,
    areas,
    settle,
  };
}

/** A census counts where it knows who lives, and no finer one does. */
function decideCoverages(
  censuses: readonly HeldCensus[],
  mapped: Zone,
): { known: ReadonlyMap<HeldCensus, KnownLand>; finestFirst: readonly HeldCensus[]; covered: Zone } {
  const known = new Map(censuses.map((census) => [census, census.judgeUnits(mapped)]));
  const sizes_m2 = new Map(censuses.map((census) => [census, census.medianUnit_m2()]));
  const finestFirst = [...censuses].sort((a, b) => sizes_m2.get(a)! - sizes_m2.get(b)!);
  let covered: Zone = [];
  for (const census of finestFirst) {
    const { source, reach } = census;
    const own = source.coverage === null ? intersectionOf(known.get(census)!.zone, reach) : reach;
    census.decideCoverage(differenceOf(own, covered));
    covered = unionOf(covered, census.counts);
  }
  return { known, finestFirst, covered };
}
