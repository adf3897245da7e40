/** Steps that decide who is counted where, alternating between partitions and all of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CensusConfig, Config } from '../../config/config.ts';
import { type LedgerUnit, writeLedger } from '../../dataset/ledger.ts';
import { examinationOf } from '../../examine/examine-sources.ts';
import { readPacked, writePacked } from '../../files/packed-file.ts';
import { expectInJob, holdInJob, readFound } from '../../living/area-jobs.ts';
import type { CensusOnMap, JudgedCensus } from '../../living/census-on-map.ts';
import { decideCoverages } from '../../living/decide-coverages.ts';
import { countedUnits, examineCensus } from '../../living/examine-census.ts';
import { judgeContradictions, NOBODY_MISPLACED } from '../../living/judge-contradictions.ts';
import { placePeople } from '../../living/place-people.ts';
import { reportSpread } from '../../living/spread-report.ts';
import { uncountedOf } from '../../living/uncounted.ts';
import { livingErrors } from '../../living/validate-living.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import { boxAroundPartition } from '../../partitions/partitions.ts';
import { type Recount, recountCensus, type UnitPeople } from '../../recount/recount-census.ts';
import type { Step, Surroundings } from '../../steps/step.ts';
import { readFigures, writeFigures } from '../step-files.ts';
import { addHoldings, censusesOnMap, type ReadCensuses } from './censuses.ts';
import {
  type CountedFigures,
  type CoverageFigures,
  EVERYWHERE_FOLDER,
  ledgerIn,
  PLACED_FOLDER,
} from './figures.ts';
import { groundIn, homesIn, threadsFor } from './learn-steps.ts';

const JUDGED_FILE = 'judged';

type CensusedConfig = Config & { readonly census: readonly CensusConfig[] };

/** What the map has for each census unit. */
export function holdingsStep(
  { sites, ground }: { readonly sites: Step; readonly ground: Step },
  censuses: ReadCensuses,
): Step {
  return {
    name: 'holdings',
    module: import.meta.url,
    from: null,
    needs: [sites, ground],
    label: 'See what the map holds of the census',
    partsAtOnce: 'several',
    parts: async (surroundings) => groundIn(ground, surroundings).areas,
    begin: async (surroundings) => {
      const figures = groundIn(ground, surroundings);
      const own = await censusesOnMap(censuses, figures, surroundings.progress);
      const homes = homesIn(sites, figures, surroundings);
      const threads = threadsFor(figures.buildings, surroundings);
      return (folder, area) => {
        const box = boxAroundPartition(area);
        const atArea = own.map((census) => census.atArea(box));
        return threads.run(holdInJob, { area, folder, homes: homes(area), censuses: atArea });
      };
    },
  };
}

/** Where each census is complete ({@link CoverageFigures}), and its counted extent. */
export function coverageStep(
  { ground, holdings }: { readonly ground: Step; readonly holdings: Step },
  censuses: ReadCensuses,
): Step {
  return {
    name: 'coverage',
    module: import.meta.url,
    from: null,
    needs: [ground, holdings],
    begin: async (surroundings) => async (folder) => {
      surroundings.progress('See where each census knows who lives');
      const figures = groundIn(ground, surroundings);
      const own = await censusesOnMap(censuses, figures, surroundings.progress);
      addHoldings(own, surroundings, holdings);
      const { coarsest, covered, unlisted } = decideCoverages(own, figures.mapped);
      writePacked(
        join(folder, JUDGED_FILE),
        own.map(({ judged }) => judged),
      );
      writeFigures(folder, { coarsest, covered, unlisted } satisfies CoverageFigures);
    },
  };
}

/** Censuses with a decided extent. */
async function judgedCensuses(
  { ground, coverage }: { readonly ground: Step; readonly coverage: Step },
  censuses: ReadCensuses,
  surroundings: Surroundings,
): Promise<CensusOnMap[]> {
  const own = await censusesOnMap(censuses, groundIn(ground, surroundings), surroundings.progress);
  const decided = readPacked<JudgedCensus[]>(join(surroundings.folderOf(coverage), JUDGED_FILE));
  for (const [i, census] of own.entries()) census.takeJudged(decided[i]);
  return own;
}

/** Expected people by unit and cell. */
export function expectationsStep(
  needed: { readonly sites: Step; readonly ground: Step; readonly coverage: Step },
  censuses: ReadCensuses,
): Step {
  const { sites, ground, coverage } = needed;
  return {
    name: 'expectations',
    module: import.meta.url,
    from: null,
    needs: [sites, ground, coverage],
    label: 'Spread the census',
    partsAtOnce: 'several',
    parts: async (surroundings) => groundIn(ground, surroundings).areas,
    begin: async (surroundings) => {
      const figures = groundIn(ground, surroundings);
      const own = await judgedCensuses({ ground, coverage }, censuses, surroundings);
      const homes = homesIn(sites, figures, surroundings);
      const threads = threadsFor(figures.buildings, surroundings);
      return (folder, area) => {
        const box = boxAroundPartition(area);
        const counting = own.map((census) => census.countingAt(box));
        return threads.run(expectInJob, { area, folder, homes: homes(area), censuses: counting });
      };
    },
  };
}

/** Who is counted where: {@link CountedFigures}. */
export function countedStep(
  config: CensusedConfig,
  needed: {
    readonly ground: Step;
    readonly holdings: Step;
    readonly coverage: Step;
    readonly expectations: Step;
  },
  censuses: ReadCensuses,
): Step {
  const { ground, holdings, coverage, expectations } = needed;
  return {
    name: 'counted',
    module: import.meta.url,
    from: null,
    needs: [ground, holdings, coverage, expectations],
    begin: async (surroundings) => async (folder) => {
      const { folderOf, partsOf, progress } = surroundings;
      progress('Find out who is counted where');
      const own = await judgedCensuses({ ground, coverage }, censuses, surroundings);
      addHoldings(own, surroundings, holdings);
      const found = partsOf(expectations).map((part) => {
        const { sums, ...rest } = readFound(part);
        for (const [i, census] of own.entries()) if (sums[i]) census.addSums(sums[i]);
        return rest;
      });
      for (const census of own) census.countPeople();
      const placed = placePeople(own, found, new PartitionSpill(join(folder, EVERYWHERE_FOLDER)));
      mkdirSync(join(folder, PLACED_FOLDER));
      for (const [area, people] of placed) writePacked(join(folder, PLACED_FOLDER, area), people);
      writeLedger(ledgerIn(folder), own.map(ledgerUnits));
      const { covered, coarsest, unlisted } = readFigures<CoverageFigures>(folderOf(coverage));
      const { roads, buildings, overfull, weightBlends, heldOut } = groundIn(ground, surroundings);
      const examinations = own.map((census, i) => examineCensus(census, unlisted[i], weightBlends[i]));
      const recounts: Recount[] = [];
      for (const [i, census] of own.entries()) {
        progress('Compare the census with its file');
        recounts.push(await recountCensus(config.census[i], () => peopleOfUnits(census), folder));
      }
      const isMisplaced = examinations.some(
        ({ coverage_is_named, contradicted_units }) => coverage_is_named && contradicted_units > 0,
      );
      const spread = {
        examinations: examinations.map((own, i) => ({ ...own, recount: recounts[i] })),
        coverage: covered,
        report: reportSpread(own),
        overfull,
        misplaced: isMisplaced ? judgeContradictions(countedUnits(own)) : NOBODY_MISPLACED,
      };
      progress('Learn how far living counts are off');
      writeFigures(folder, {
        examination: examinationOf(config, roads, buildings, spread),
        areas: [...placed.keys()],
        coverage: covered,
        report: spread.report,
        // With several censuses, the errors of the one with the widest units apply to all.
        errors: coarsest === null ? null : livingErrors(own[coarsest], heldOut[coarsest]),
      } satisfies CountedFigures);
    },
  };
}

function* ledgerUnits(census: CensusOnMap): Generator<LedgerUnit> {
  const { units } = census.source;
  for (let unit = 0; unit < units.length; unit++) {
    yield {
      id: units.id(unit),
      people: units.listed_people[unit],
      inside_millipersons: census.people.inside[unit],
      uncounted_millipersons: uncountedOf(census, unit),
    };
  }
}

function* peopleOfUnits({ source: { units } }: CensusOnMap): UnitPeople {
  for (let unit = 0; unit < units.length; unit++)
    yield { id: units.id(unit), people: units.listed_people[unit] };
}
