/** Steps of working counts from locations, by partition, except a few parameters learnt from all. */

import { basename, join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Config, LocationsConfig } from '../config/config.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { readLedger } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { outlinesByPartition } from '../living/zone-near-partition.ts';
import { partitionOf } from '../partitions/partitions.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { Step, StepContext } from '../steps/step.ts';
import { cutOverviews } from '../tiles/cut-count-tiles.ts';
import { takePartitionTiles } from '../tiles/partition-tiles.ts';
import type { PanelFigures } from '../working/find-persons.ts';
import {
  type FollowedVersion,
  type Grouping,
  type GroupsFile,
  groupingOf,
  readGroupsFile,
  readParameters,
  writeGroupsFile,
} from '../working/groups-file.ts';
import { splitsOf, zonesIn } from '../working/learn-variance.ts';
import { Panel } from '../working/panel-persons.ts';
import {
  classHomesJob,
  compareSplitsJob,
  countPartitionJob,
  layOutJob,
  type PanelJob,
  readCounted,
  readHomes,
  readLearntFrom,
  readPeople,
  readZones,
} from '../working/partition-jobs.ts';
import { readSecret } from '../working/read-secret.ts';
import {
  type CountOptions,
  type CountParameters,
  learnErrors,
  learnParameters,
  learnWeightsOfHalves,
  sumPanel,
  weightOfPeople,
} from '../working/sum-panel.ts';
import { describeWeights } from '../working/survey-weights.ts';
import { reportWorkers, type WorkersReport, withPersonsFound } from '../working/working-report.ts';
import { type LivingFigures, ledgerIn } from './living/figures.ts';
import type { LivingSteps } from './living-steps.ts';
import { Reading } from './reading-step.ts';
import { readFigures, writeFigures } from './step-files.ts';

export interface WorkingFigures {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: WorkersReport;
  readonly errorModel: ErrorModel;
  readonly grouping: Grouping;
}

export const GROUPS_FILE = 'groups.json';
/** Below this, threads start longer than they count. */
const MIN_PERSONS_FOR_THREADS = 5_000;

interface WorkingInput extends Pick<LivingSteps, 'sites' | 'living'> {
  readonly reading: Step;
  readonly persons: Step;
}

export function workingSteps(
  { locations }: Config & { readonly locations: LocationsConfig },
  before: WorkingInput,
  from: unknown,
): Step {
  const options = optionsOf(locations);
  const homes = homesStep(options, before, from);
  const laidOut = layOutStep(locations, options, before, from);
  const weighed = { ...before, homes, laidOut };
  const learnt = { ...weighed, parameters: parametersStep(options, weighed, from) };
  const counted = { ...learnt, counted: countStep(options, learnt, from) };
  return joinStep(locations, options, { ...counted, zones: zonesStep(options, counted, from) }, from);
}

function homesStep({ earlier }: CountOptions, { living, persons }: WorkingInput, from: unknown): Step {
  return {
    name: 'working-homes',
    module: import.meta.url,
    from,
    needs: [living, persons],
    label: 'Weigh the persons of the panel',
    partsAtOnce: 'several',
    parts: async ({ folderOf }) => {
      const { partitions } = readLedger(ledgerIn(folderOf(living)));
      const classes = earlier?.classes.map(partitionOf) ?? [];
      return distinct(partitions, new Panel(folderOf(persons), 'home').partitions(), classes);
    },
    begin: async (context) => {
      const panel = panelFor(context, { living, persons });
      const classesIn = Map.groupBy(earlier?.classes ?? [], partitionOf);
      return (folder, partition) =>
        panel.threads.run(classHomesJob, {
          ...{ partition, folder, splits: panel.splits, earlier: classesIn.get(partition) ?? [] },
          ...panel.jobIn(partition),
        });
    },
  };
}

function layOutStep(
  locations: LocationsConfig,
  { earlier }: CountOptions,
  { reading, sites, living, persons }: WorkingInput,
  from: unknown,
): Step {
  return {
    name: 'working-places',
    module: import.meta.url,
    from,
    needs: [reading, sites, living, persons],
    label: 'See where there is room by day',
    partsAtOnce: 'several',
    parts: async ({ folderOf }) => {
      const groups = earlier?.groups.map(({ cell }) => partitionOf(cell)) ?? [];
      return distinct(new Panel(folderOf(persons), 'occupation').partitions(), groups);
    },
    begin: async (context) => {
      const { folderOf, partsOf } = context;
      const panel = panelFor(context, { living, persons });
      const coverage = await coverageIn(locations, folderOf, { reading, living });
      if (coverage.length === 0) {
        throw new BadInput(locations.file, null, 'its coverage lies outside that of the buildings or roads');
      }
      const near = outlinesByPartition(coverage);
      const groupsIn = groupsByPartition(earlier);
      const builtUp = new Reading(folderOf(reading)).builtUpFolder;
      const sitesOf = new Map(partsOf(sites).map((part) => [basename(part), part]));
      return (folder, partition) =>
        panel.threads.run(layOutJob, {
          ...{ partition, folder, coverage: near(partition), earlier: groupsIn.get(partition) ?? [] },
          ...{ builtUp, sites: sitesOf.get(partition) ?? null, ...panel.jobIn(partition) },
        });
    },
  };
}

interface Weighed extends WorkingInput {
  readonly homes: Step;
  readonly laidOut: Step;
}

function parametersStep(options: CountOptions, { homes, laidOut }: Weighed, from: unknown): Step {
  return {
    name: 'working-parameters',
    module: import.meta.url,
    from,
    needs: [homes, laidOut],
    begin:
      async ({ partsOf, progress }) =>
      async (folder) => {
        progress('Learn how people by day follow room');
        const learntFrom = partsOf(laidOut).map(readLearntFrom);
        writeFigures(folder, learnParameters(partsOf(homes).map(readHomes), learntFrom, options));
      },
  };
}

interface Learnt extends Weighed {
  readonly parameters: Step;
}

function countStep(
  options: CountOptions,
  { persons, homes, laidOut, parameters }: Learnt,
  from: unknown,
): Step {
  return {
    name: 'working-counts',
    module: import.meta.url,
    from,
    needs: [persons, homes, laidOut, parameters],
    label: 'Count people at usual occupation places',
    partsAtOnce: 'several',
    parts: async ({ partsOf }) => partsOf(laidOut).map((part) => basename(part)),
    begin: async (context) => {
      const { folderOf } = context;
      const groupsIn = groupsByPartition(options.earlier);
      const { threads } = threadsFor(context, persons);
      const common = {
        homes: folderOf(homes),
        parameters: readFigures<CountParameters>(folderOf(parameters)),
        secret: options.secret,
      };
      return (folder, partition) =>
        threads.run(countPartitionJob, {
          ...{ ...common, partition, folder, earlier: groupsIn.get(partition) ?? [] },
          laidOut: join(folderOf(laidOut), partition),
        });
    },
  };
}

interface Counted extends Learnt {
  readonly counted: Step;
}

function zonesStep(
  options: CountOptions,
  { persons, homes, laidOut, parameters, counted }: Counted,
  from: unknown,
): Step {
  const zonesOf = ({ folderOf, partsOf }: StepContext): Map<Cell, number> => {
    const { panel } = readFigures<PanelFigures>(folderOf(persons));
    const people = partsOf(counted).map((part) => [basename(part), readPeople(part)] as const);
    return zonesIn(new Map(people), panel.persons_with_home);
  };
  return {
    name: 'working-zones',
    module: import.meta.url,
    from,
    needs: [persons, homes, laidOut, parameters, counted],
    label: 'Learn how far working counts are off',
    partsAtOnce: 'several',
    parts: async (context) => (options.parameters ? [] : [...zonesOf(context).keys()]),
    begin: async (context) => {
      const { folderOf, partsOf } = context;
      const { threads, panel } = threadsFor(context, persons);
      const splits = splitsOf(panel.persons_with_home);
      const allHomes = partsOf(homes).map(readHomes);
      const classes = allHomes.flatMap((own) => own.classes);
      const { weights, room, use_factors } = readFigures<CountParameters>(folderOf(parameters));
      const zonesBy = zonesOf(context);
      const common = {
        homes: folderOf(homes),
        splits,
        weightsOfHalves: learnWeightsOfHalves(allHomes, splits),
        ...{ room, use_factors },
        weight: weightOfPeople(describeWeights(classes, weights)),
      };
      return (folder, partition) =>
        threads.run(compareSplitsJob, {
          ...{ ...common, partition, folder, zones: zonesBy.get(partition)! },
          laidOut: join(folderOf(laidOut), partition),
        });
    },
  };
}

function joinStep(
  locations: LocationsConfig,
  options: CountOptions,
  { reading, living, persons, homes, parameters, counted, zones }: Counted & { readonly zones: Step },
  from: unknown,
): Step {
  return {
    name: 'working',
    module: import.meta.url,
    from,
    needs: [reading, living, persons, homes, parameters, counted, zones],
    begin:
      async ({ folderOf, partsOf, progress }) =>
      async (folder) => {
        progress('Put those who work together');
        const figures = readFigures<PanelFigures>(folderOf(persons));
        const learnt = readFigures<CountParameters>(folderOf(parameters));
        const sum = withPersonsFound(locations.file, figures, () =>
          sumPanel(partsOf(counted).map(readCounted), partsOf(homes).map(readHomes), learnt),
        );
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open('working');
        const tiles = partsOf(counted).map((part) => takePartitionTiles(part, add));
        const layer = { ...cutOverviews('working', tiles, add), ...finish() };
        const compared = partsOf(zones).flatMap(readZones);
        const total = layer.total_millipersons / MILLIPERSONS;
        const { variance, errorModel } = learnErrors(compared, sum, learnt, total, options);
        const toFollow: FollowedVersion = {
          ...{ groups: [...sum.groups], classes: [...sum.classes] },
          parameters: { ...learnt, variance },
        };
        const grouping = groupingOf(toFollow, options.earlier, options.secret);
        writeGroupsFile(join(folder, GROUPS_FILE), { version: '', name: grouping.own, ...toFollow });
        writeFigures(folder, {
          coverage: await coverageIn(locations, folderOf, { reading, living }),
          report: reportWorkers(figures, sum, layer.total_millipersons),
          ...{ layer, errorModel, grouping },
        } satisfies WorkingFigures);
      },
  };
}

export const readGroups = (folder: string, version: string): GroupsFile => ({
  ...readGroupsFile(join(folder, GROUPS_FILE)),
  version,
});

const optionsOf = ({ groups, parameters, secret }: LocationsConfig): CountOptions => ({
  earlier: groups === undefined ? undefined : readGroupsFile(groups),
  parameters: parameters === undefined ? undefined : readParameters(parameters),
  secret: secret === undefined ? undefined : readSecret(secret),
});

const groupsByPartition = (earlier: FollowedVersion | undefined) =>
  Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));

const distinct = (...lists: (readonly Cell[])[]): Cell[] => [...new Set(lists.flat())].sort();

function threadsFor({ folderOf, threads }: Pick<StepContext, 'folderOf' | 'threads'>, persons: Step) {
  const { panel } = readFigures<PanelFigures>(folderOf(persons));
  return { panel, threads: threads.where(panel.persons_with_home >= MIN_PERSONS_FOR_THREADS) };
}

function panelFor(
  context: Pick<StepContext, 'folderOf' | 'threads'>,
  { living, persons }: Pick<WorkingInput, 'living' | 'persons'>,
) {
  const { folderOf } = context;
  const { panel, threads } = threadsFor(context, persons);
  const near = outlinesByPartition(builtLiving(folderOf(living)).coverage);
  return {
    threads,
    splits: splitsOf(panel.persons_with_home),
    jobIn: (partition: Cell): PanelJob => ({
      panel: folderOf(persons),
      ledger: ledgerIn(folderOf(living)),
      livingCoverage: near(partition),
    }),
  };
}

function builtLiving(folder: string): NonNullable<LivingFigures['living']> {
  const { living } = readFigures<LivingFigures>(folder);
  if (!living) throw new Error('locations without a census');
  return living;
}

/** Where locations, buildings and roads are complete. */
async function coverageIn(
  { coverage }: LocationsConfig,
  folderOf: StepContext['folderOf'],
  { reading, living }: Pick<WorkingInput, 'reading' | 'living'>,
): Promise<Zone> {
  const { roadsCoverage } = readFigures<LivingFigures>(folderOf(living));
  return intersectionOf(
    coverage === undefined ? roadsCoverage : await readCoverage(coverage),
    new Reading(folderOf(reading)).coverages.builtUp,
  );
}
