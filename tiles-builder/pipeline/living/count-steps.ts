/**
 * Steps that intersect homes with census units and cells, then decide where each census counts, correct coverage edges, and
 * apportion people to partitions.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import { writePacked } from '../../base/files/packed-file.ts';
import type { Step, StepContext } from '../../base/steps/step.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import { apportionToPartitions, type PartitionTotals } from '../../living/apportion-to-partitions.ts';
import { type CensusOnMap, type CoveredCensus, putOnMap, sumParts } from '../../living/census-on-map.ts';
import { censusEdge, InsideCoverage } from '../../living/coverage-edge.ts';
import { decideCoverages } from '../../living/decide-coverages.ts';
import { examinationOf } from '../../living/examine/examine-sources.ts';
import { countedUnits, examineCensus } from '../../living/examine-census.ts';
import { censusNear } from '../../living/intersect-homes.ts';
import { reportLiving } from '../../living/living-report.ts';
import { measureMisplaced, NOBODY_MISPLACED } from '../../living/measure-misplaced.ts';
import { correctInJob, intersectInJob, readIntersected } from '../../living/partition-jobs.ts';
import { countPeople } from '../../living/people-of-units.ts';
import { livingErrors, noisePerPerson } from '../../living/validate-living.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import type { CensusConfig, Config } from '../../sources/config/config.ts';
import { writeFigures } from '../step-files.ts';
import type { ReadCensuses } from './censuses.ts';
import { ALL_CELLS_FOLDER, type CountedFigures, EDGES_FOLDER, PEOPLE_FOLDER } from './figures.ts';
import { homesIn, threadsFor, weighedIn } from './learn-steps.ts';

type CensusedConfig = Config & { readonly census: readonly CensusConfig[] };

interface Located {
  readonly sites: Step;
  readonly weighed: Step;
}

export function intersectionsStep({ sites, weighed }: Located, censuses: ReadCensuses): Step {
  return {
    name: 'intersections',
    module: import.meta.url,
    from: null,
    needs: [sites, weighed],
    label: 'Intersect homes with the census',
    partsAtOnce: 'several',
    parts: async (context) => weighedIn(weighed, context).partitions,
    begin: async (context) => {
      const figures = weighedIn(weighed, context);
      const near = putOnMap(await censuses(context.progress), figures.mapped).map(censusNear);
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

/** Writes {@link CountedFigures}. */
export function countedStep(
  config: CensusedConfig,
  needed: Located & { readonly intersections: Step },
  censuses: ReadCensuses,
): Step {
  const { weighed, sites, intersections } = needed;
  return {
    name: 'counted',
    module: import.meta.url,
    from: null,
    needs: [weighed, sites, intersections],
    begin: async (context) => async (folder) => {
      const { partsOf, progress } = context;
      const { mapped, roads, buildings, overfull, weightBlends, heldOut } = weighedIn(weighed, context);
      progress('Find the coverage of each census');
      const onMap = putOnMap(await censuses(progress), mapped);
      const { intersected, inReach } = readParts(onMap, partsOf(intersections));
      const { covered, unlisted, ...decided } = decideCoverages(intersected, mapped);
      const { edges, inside } = await correctEdges(decided.censuses, folder, needed, context);
      progress('Apportion people to partitions');
      const counted = decided.censuses.map((census, i) => countPeople(census, inside[i]));
      const allCells = new PartitionSpill(join(folder, ALL_CELLS_FOLDER));
      const found = inReach.map((own) => edges.get(own.partition) ?? own);
      const people = apportionToPartitions(counted, found, allCells);
      mkdirSync(join(folder, PEOPLE_FOLDER));
      for (const [partition, own] of people) writePacked(join(folder, PEOPLE_FOLDER, partition), own);
      const examinations = counted.map((census, i) => examineCensus(census, unlisted[i], weightBlends[i]));
      const isMisplaced = examinations.some(
        ({ coverage_is_named, contradicted_units }) => coverage_is_named && contradicted_units > 0,
      );
      const result = {
        examinations,
        coverage: covered,
        report: reportLiving(counted),
        overfull,
        misplaced: isMisplaced ? measureMisplaced(countedUnits(counted)) : NOBODY_MISPLACED,
      };
      progress('Calibrate intervals of living counts');
      const noises = config.census.map(({ noise }) => noise);
      writeFigures(folder, {
        examination: examinationOf(config, roads, buildings, result),
        partitions: [...people.keys()],
        edges: [...edges.keys()],
        coverage: covered,
        report: result.report,
        errors: livingErrors(counted, heldOut, noisePerPerson(counted, noises)),
      } satisfies CountedFigures);
    },
  };
}

function readParts(onMap: readonly CensusOnMap[], parts: readonly string[]) {
  const inReach: PartitionTotals[] = [];
  function* sums() {
    for (const part of parts) {
      const { sums, totals } = readIntersected(part);
      inReach.push(totals);
      yield sums;
    }
  }
  return { intersected: sumParts(onMap, sums()), inReach };
}

async function correctEdges(
  censuses: readonly CoveredCensus[],
  folder: string,
  { weighed, sites, intersections }: Located & { readonly intersections: Step },
  context: StepContext,
): Promise<{ readonly edges: Map<Cell, PartitionTotals>; readonly inside: readonly InsideCoverage[] }> {
  const { progress, folderOf } = context;
  const figures = weighedIn(weighed, context);
  const { partitions, mapped } = figures;
  const edgeOf = censuses.map((census) => censusEdge(census, mapped));
  const homes = homesIn(sites, figures, context);
  const threads = threadsFor(figures.buildings, context);
  const corrected = inOrder(partitions, threads.atOnce, async (partition) => {
    const own = edgeOf.map((edge) => edge(partition));
    if (own.every((edge) => edge === null)) return null;
    return threads.run(correctInJob, {
      ...{ partition, folder: join(folder, EDGES_FOLDER, partition), homes: homes(partition), censuses: own },
      intersected: join(folderOf(intersections), partition),
    });
  });
  const edges = new Map<Cell, PartitionTotals>();
  const inside = censuses.map((census) => new InsideCoverage(census));
  let done = 0;
  for await (const found of corrected) {
    progress('Cut homes at the edge of the census', done++, partitions.length);
    if (!found) continue;
    edges.set(found.totals.partition, found.totals);
    for (const [i, own] of inside.entries()) own.add(found.sums[i]);
  }
  return { edges, inside };
}
