/**
 * Defines four steps of living counts: measure which homes census units have on the map, decide where each census counts,
 * intersect homes with units and cells there, and apportion people to partitions.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPacked, writePacked } from '../../base/files/packed-file.ts';
import type { Step, StepContext, Steps } from '../../base/steps/step.ts';
import { apportionToPartitions, type PartitionTotals } from '../../living/apportion-to-partitions.ts';
import { type CensusOnMap, putOnMap } from '../../living/census-on-map.ts';
import { type DecidedCoverages, decideCoverages } from '../../living/decide-coverages.ts';
import { km2 } from '../../living/examine/examine-sources.ts';
import { countedUnits, examineCensus } from '../../living/examine-census.ts';
import { censusInCoverage, type ExpectedOfUnits, sumIntersected } from '../../living/intersect-homes.ts';
import { livingErrors } from '../../living/living-errors.ts';
import { reportLiving } from '../../living/living-report.ts';
import { measureMisplaced, NOBODY_MISPLACED } from '../../living/measure-misplaced.ts';
import { censusInReach, sumMeasured } from '../../living/measure-units.ts';
import { intersectInJob, measureInJob, readIntersected, readMeasured } from '../../living/partition-jobs.ts';
import { countPeople } from '../../living/people-of-units.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import type { CensusConfig, Config } from '../../sources/config/config.ts';
import { writeFigures } from '../step-files.ts';
import type { ReadCensuses } from './censuses.ts';
import { ALL_CELLS_FOLDER, type CountedFigures, PEOPLE_FOLDER } from './figures.ts';
import { homesIn, threadsFor, weighedIn } from './learn-steps.ts';

type CensusedConfig = Config & { readonly census: readonly CensusConfig[] };

const COVERAGES_FILE = 'coverages';

async function onMapIn(
  weighed: Step,
  censuses: ReadCensuses,
  context: StepContext,
): Promise<readonly CensusOnMap[]> {
  return putOnMap(await censuses(context.progress), weighedIn(weighed, context).mapped);
}

export function measuredStep({ sites, weighed }: Steps<'sites' | 'weighed'>, censuses: ReadCensuses): Step {
  return {
    name: 'measured',
    module: import.meta.url,
    needs: [sites, weighed],
    label: 'Measure census units on the map',
    parts: async (context) => weighedIn(weighed, context).partitions,
    begin: async (context) => {
      const figures = weighedIn(weighed, context);
      const near = (await onMapIn(weighed, censuses, context)).map(censusInReach);
      const homes = homesIn(sites, figures, context);
      const threads = threadsFor(figures.buildings, context);
      return (folder, partition) =>
        threads.run(measureInJob, {
          ...{ partition, folder, homes: homes(partition) },
          censuses: near.map((nearOf) => nearOf(partition)),
        });
    },
  };
}

/** Makes the step that writes {@link DecidedCoverages}. */
export function coveragesStep(
  { weighed, measured }: Steps<'weighed' | 'measured'>,
  censuses: ReadCensuses,
): Step {
  return {
    name: 'coverages',
    module: import.meta.url,
    needs: [weighed, measured],
    begin: async (context) => async (folder) => {
      const { partsOf, progress } = context;
      progress('Find the coverage of each census');
      const onMap = await onMapIn(weighed, censuses, context);
      const sums = sumMeasured(onMap, partsOf(measured).map(readMeasured));
      writePacked(join(folder, COVERAGES_FILE), decideCoverages(sums, weighedIn(weighed, context).mapped));
    },
  };
}

const decidedIn = (coverages: Step, { folderOf }: StepContext): DecidedCoverages =>
  readPacked(join(folderOf(coverages), COVERAGES_FILE));

export function intersectionsStep(
  { sites, weighed, coverages }: Steps<'sites' | 'weighed' | 'coverages'>,
  censuses: ReadCensuses,
): Step {
  return {
    name: 'intersections',
    module: import.meta.url,
    needs: [sites, weighed, coverages],
    label: 'Intersect homes with the census',
    parts: async (context) => weighedIn(weighed, context).partitions,
    begin: async (context) => {
      const figures = weighedIn(weighed, context);
      const decided = decidedIn(coverages, context);
      const onMap = await onMapIn(weighed, censuses, context);
      const near = onMap.map((census, i) =>
        censusInCoverage({ ...census, ...decided.coverages[i] }, figures.mapped),
      );
      const homes = homesIn(sites, figures, context);
      const threads = threadsFor(figures.buildings, context);
      return (folder, partition) =>
        threads.run(intersectInJob, {
          ...{ partition, folder, homes: homes(partition) },
          censuses: near.map((nearOf) => nearOf(partition)),
        });
    },
  };
}

/** Makes the step that writes {@link CountedFigures}. */
export function countedStep(
  config: CensusedConfig,
  {
    weighed,
    measured,
    coverages,
    intersections,
  }: Steps<'weighed' | 'measured' | 'coverages' | 'intersections'>,
  censuses: ReadCensuses,
): Step {
  return {
    name: 'counted',
    module: import.meta.url,
    needs: [weighed, measured, coverages, intersections],
    begin: async (context) => async (folder) => {
      const { partsOf, progress } = context;
      const { roads, buildings, overfull, weightBlends, heldOut } = weighedIn(weighed, context);
      progress('Apportion people to partitions');
      const onMap = await onMapIn(weighed, censuses, context);
      const onLand = sumMeasured(onMap, partsOf(measured).map(readMeasured));
      const { covered, unlisted, ...decided } = decidedIn(coverages, context);
      const totals: PartitionTotals[] = [];
      const inside = sumIntersected(onMap, expectedIn(partsOf(intersections), totals));
      const counted = onLand.map((census, i) =>
        countPeople({ ...census, ...decided.coverages[i] }, inside[i]),
      );
      const allCells = new PartitionSpill(join(folder, ALL_CELLS_FOLDER));
      const people = apportionToPartitions(counted, totals, allCells);
      mkdirSync(join(folder, PEOPLE_FOLDER));
      for (const [partition, own] of people) writePacked(join(folder, PEOPLE_FOLDER, partition), own);
      const examinations = counted.map((census, i) => examineCensus(census, unlisted[i], weightBlends[i]));
      const isMisplaced = examinations.some(
        ({ coverage_is_named, contradicted_units }) => coverage_is_named && contradicted_units > 0,
      );
      const report = reportLiving(counted);
      const { people_without_buildings, units_without_buildings } = report;
      progress('Calibrate intervals of living counts');
      const noises = config.census.map(({ noise }) => noise);
      writeFigures(folder, {
        examination: {
          ...{ roads, buildings, people_without_buildings, units_without_buildings },
          census: examinations.map((found, i) => ({ file: config.census[i].file, ...found })),
          living_km2: km2(covered),
          overfull_buildings: overfull,
          misplaced: isMisplaced ? measureMisplaced(countedUnits(counted)) : NOBODY_MISPLACED,
        },
        partitions: [...people.keys()],
        coverage: covered,
        report,
        errors: livingErrors(counted, heldOut, noises),
      } satisfies CountedFigures);
    },
  };
}

/** @param totals take those of each part */
function* expectedIn(
  parts: readonly string[],
  totals: PartitionTotals[],
): Generator<readonly ExpectedOfUnits[]> {
  for (const part of parts) {
    const found = readIntersected(part);
    totals.push(found.totals);
    yield found.expected;
  }
}
