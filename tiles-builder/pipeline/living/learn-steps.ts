/**
 * Defines two steps before counting: find dwelling sites by partition, and learn the weights of buildings from samples of
 * census units (log-linear model).
 */
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Step, StepContext, Steps } from '../../base/steps/step.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import { intersectionOf } from '../../geometry/clip-zones.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { examineRoads } from '../../living/examine/examine-sources.ts';
import { findSitesJob, type HomesPlace, readSampleJob } from '../../living/partition-jobs.ts';
import { TrainingSample } from '../../living/training-sample.ts';
import { boxAroundPartition, partitionAt } from '../../partitions/partitions.ts';
import { RoadsideCells } from '../../roads/roadside-cells.ts';
import type { UnitTable } from '../../sources/census/unit-table.ts';
import type { Config } from '../../sources/config/config.ts';
import { Reading } from '../reading-step.ts';
import { roadsideIn } from '../road-steps.ts';
import { readFigures, writeFigures } from '../step-files.ts';
import type { ReadCensuses } from './censuses.ts';
import type { WeighedFigures } from './figures.ts';

/** With fewer buildings, threads take longer to start than to work. */
const MIN_BUILDINGS_FOR_THREADS = 20_000;

export interface Before {
  readonly reading: Step;
  readonly graphs: readonly Step[];
}

/** Inputs that identify the steps, as plain data without paths. */
export interface LivingInputs {
  readonly buildings: unknown;
  readonly census: unknown;
  readonly accept: unknown;
}

export function sitesStep(config: Config, { reading, graphs }: Before, inputs: LivingInputs): Step {
  const roadsides = ({ folderOf }: StepContext): string[] => graphs.map((step) => roadsideIn(folderOf(step)));
  return {
    name: 'sites',
    module: import.meta.url,
    from: inputs.buildings,
    needs: [reading, ...graphs],
    label: 'Find possible homes',
    parts: async (context) => {
      const roadside = new RoadsideCells(roadsides(context)).partitions();
      const builtUp = new Reading(context.folderOf(reading)).builtUp();
      return [...new Set([...builtUp.partitions(), ...roadside])].sort();
    },
    begin: async (context) => {
      const read = new Reading(context.folderOf(reading));
      const builtUp = read.builtUpFolder;
      const roadside = roadsides(context);
      const complete = config.buildings?.complete ?? false;
      const threads = threadsFor(read.builtUp().buildings, context);
      return (folder, partition) =>
        threads.run(findSitesJob, { partition, folder, builtUp, roadside, complete });
    },
  };
}

export function weightsStep(
  config: Config,
  { reading, sites }: Steps<'reading' | 'sites'>,
  inputs: LivingInputs,
  censuses: ReadCensuses,
): Step {
  return {
    name: 'weights',
    module: import.meta.url,
    from: [inputs.buildings, inputs.census],
    needs: [reading, sites],
    begin: async (context) => async (folder) => {
      const { folderOf, progress } = context;
      const { coverages, ...read } = readMapped(config, folderOf(reading));
      const sources = await censuses(progress);
      const reaches = sources.map(({ coverage }) =>
        coverage === null ? coverages.builtUp : intersectionOf(coverage, coverages.builtUp),
      );
      const samples = sources.map(({ units, weights }, i) =>
        weights ? null : new TrainingSample(units, reaches[i]),
      );
      const sitePartitions = partsIn(context, sites);
      const threads = threadsFor(read.buildings, context);
      const partial = inOrder(sitePartitions, threads.atOnce, (partition) => {
        const box = boxAroundPartition(partition);
        const units = samples.map((sample) => sample?.near(box) ?? null);
        return threads.run(readSampleJob, { sites: join(folderOf(sites), partition), units });
      });
      let [done, overfull] = [0, 0];
      for await (const own of partial) {
        progress('Train weights of homes', done++, sitePartitions.length);
        overfull += own.overfull;
        for (const [i, sample] of samples.entries()) if (own.samples[i]) sample?.take(own.samples[i]);
      }
      const learnt = samples.map((sample) => sample?.learnt() ?? null);
      const unitPartitions = sources.map(({ units }, i) =>
        partitionsOfUnits(units, new PlanarArea(reaches[i])),
      );
      writeFigures(folder, {
        sitePartitions,
        partitions: [...new Set([...sitePartitions, ...unitPartitions.flatMap((own) => [...own])])].sort(),
        mapped: coverages.builtUp,
        roadsCoverage: coverages.roads,
        ...read,
        overfull,
        weights: learnt.map((own, i) => own?.weights ?? sources[i].weights!),
        weightBlends: learnt.map((own) => own?.blend ?? null),
        heldOut: learnt.map((own) => own?.heldOut ?? []),
      } satisfies WeighedFigures);
    },
  };
}

/** Finds partitions with the middle of a unit that may be counted. */
function partitionsOfUnits(units: UnitTable, reach: PlanarArea): ReadonlySet<Cell> {
  const partitions = new Set<Cell>();
  for (let unit = 0; unit < units.length; unit++) {
    if (reach.relationOf(units.box(unit)) !== 'outside') partitions.add(partitionAt(...units.middle(unit)));
  }
  return partitions;
}

export const weighedIn = (weighed: Step, { folderOf }: StepContext): WeighedFigures =>
  readFigures<WeighedFigures>(folderOf(weighed));

export const threadsFor = (buildings: number | null, { threads }: StepContext): JobThreads =>
  threads.where((buildings ?? 0) >= MIN_BUILDINGS_FOR_THREADS);

export function homesIn(
  sites: Step,
  { sitePartitions, weights }: WeighedFigures,
  { folderOf }: StepContext,
): (partition: Cell) => HomesPlace {
  const known = new Set(sitePartitions);
  const folder = folderOf(sites);
  return (partition) => ({ sites: known.has(partition) ? join(folder, partition) : null, weights });
}

/** Reads what the reading step says about roads, buildings and coverages. */
export function readMapped(config: Config, folder: string) {
  const read = new Reading(folder);
  return {
    coverages: read.coverages,
    roads: examineRoads(read.roads()),
    buildings: config.buildings ? read.builtUp().buildings : null,
  };
}

/** Lists the partitions of a step, ascending. */
const partsIn = ({ partsOf, folderOf }: StepContext, step: Step): Cell[] =>
  partsOf(step).map((part) => part.slice(folderOf(step).length + 1));
