/**
 * Defines the steps of working counts from locations: weights and places of persons, parameters learnt from all of them,
 * counts, comparison of split halves by zone, tiles.
 */

import { basename } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Step, StepContext, Steps } from '../base/steps/step.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { openTileSet } from '../dataset/tile-set-writer.ts';
import { zonesIn } from '../daytime/compare-splits.ts';
import { peopleOf } from '../daytime/count-partition.ts';
import type { PanelFigures } from '../daytime/find-persons.ts';
import { type FollowedVersion, type Grouping, readParameters } from '../daytime/groups-file.ts';
import { Panel } from '../daytime/panel-persons.ts';
import {
  compareSplitsJob,
  countPartitionJob,
  hasWorkers,
  layOutJob,
  readCounted,
  readHomes,
  readLikelihoods,
  readZones,
} from '../daytime/partition-jobs.ts';
import { splitsOf } from '../daytime/split-halves.ts';
import {
  type CountOptions,
  type CountParameters,
  learnErrors,
  learnParameters,
  learnWeightsOfHalves,
  sumPanel,
  weightOfPeople,
} from '../daytime/sum-panel.ts';
import { describeWeights } from '../daytime/survey-weights.ts';
import { reportWorkers, type WorkersReport, withPersonsFound } from '../daytime/working-report.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { partitionsAllocated } from '../living/allocations.ts';
import { outlinesByPartition } from '../living/zone-near-partition.ts';
import { partitionOf } from '../partitions/partitions.ts';
import type { Config, LocationsConfig } from '../sources/config/config.ts';
import { readCoverage } from '../sources/extent/coverage.ts';
import { joinPartitionTiles } from '../tiles/partition-tiles.ts';
import { allocationsIn, builtLiving, type LivingFigures } from './living/figures.ts';
import { Reading } from './reading-step.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { expectPlacesInGroups, groupsByPartition, readFollowed, writeGroups } from './working-release.ts';

export interface WorkingFigures {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: WorkersReport;
  readonly errorModel: ErrorModel;
  readonly grouping: Grouping;
}

/** With fewer persons, threads take longer to start than to count. */
const MIN_PERSONS_FOR_THREADS = 5_000;

type WorkingInput = Steps<'reading' | 'sites' | 'living' | 'persons'>;

export function workingSteps(
  { locations }: Config & { readonly locations: LocationsConfig },
  before: WorkingInput,
  from: unknown,
): Step {
  const options = {
    ...readFollowed(locations),
    parameters: locations.parameters === undefined ? undefined : readParameters(locations.parameters),
  };
  const laidOut = layOutStep(locations, options, before, from);
  const learnt = { ...before, laidOut, parameters: parametersStep(options, laidOut, from) };
  const counted = { ...learnt, counted: countStep(options, learnt, from) };
  return joinStep(locations, options, { ...counted, zones: zonesStep(options, counted, from) }, from);
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
    label: 'Weight persons of the panel',
    parts: async ({ folderOf }) => {
      const partitions = partitionsAllocated(allocationsIn(folderOf(living)));
      const withPersons = (['home', 'occupation'] as const).flatMap((by) =>
        new Panel(folderOf(persons), by).partitions(),
      );
      const followed = [...(earlier?.classes ?? []), ...(earlier?.groups ?? []).map(({ cell }) => cell)];
      return [...new Set([...partitions, ...withPersons, ...followed.map(partitionOf)])].sort();
    },
    begin: async (context) => {
      const { folderOf, partsOf } = context;
      const { threads, panel } = threadsFor(context, persons);
      const near = await coverageNear(locations, folderOf, { reading, living });
      const nearLiving = outlinesByPartition(builtLiving(folderOf(living)).coverage);
      const classesIn = Map.groupBy(earlier?.classes ?? [], partitionOf);
      const groupsIn = groupsByPartition(earlier);
      const sitesOf = new Map(partsOf(sites).map((part) => [basename(part), part]));
      const common = {
        panel: folderOf(persons),
        allocations: allocationsIn(folderOf(living)),
        builtUp: new Reading(folderOf(reading)).builtUpFolder,
        splits: splitsOf(panel.persons_with_home),
      };
      return (folder, partition) =>
        threads.run(layOutJob, {
          ...{ ...common, partition, folder, sites: sitesOf.get(partition) ?? null },
          ...{ coverage: near(partition), livingCoverage: nearLiving(partition) },
          earlier: {
            classes: classesIn.get(partition) ?? [],
            groups: groupsIn.get(partition) ?? [],
          },
        });
    },
  };
}

function parametersStep(options: CountOptions, laidOut: Step, from: unknown): Step {
  return {
    name: 'working-parameters',
    module: import.meta.url,
    from,
    needs: [laidOut],
    begin:
      async ({ partsOf, progress }) =>
      async (folder) => {
        progress('Train weights of capacity');
        const parts = partsOf(laidOut);
        const likelihoods = parts.filter(hasWorkers).map(readLikelihoods);
        writeFigures(folder, learnParameters(parts.map(readHomes), likelihoods, options));
      },
  };
}

function countStep(
  options: CountOptions,
  { persons, laidOut, parameters }: Steps<'persons' | 'laidOut' | 'parameters'>,
  from: unknown,
): Step {
  return {
    name: 'working-counts',
    module: import.meta.url,
    from,
    needs: [persons, laidOut, parameters],
    label: 'Count people at usual occupation places',
    parts: async ({ partsOf }) =>
      partsOf(laidOut)
        .filter(hasWorkers)
        .map((part) => basename(part)),
    begin: async (context) => {
      const { folderOf } = context;
      const groupsIn = groupsByPartition(options.earlier);
      const { threads } = threadsFor(context, persons);
      const common = {
        laidOut: folderOf(laidOut),
        parameters: readFigures<CountParameters>(folderOf(parameters)),
        secret: options.secret,
      };
      return (folder, partition) =>
        threads.run(countPartitionJob, {
          ...{ ...common, partition, folder, earlier: groupsIn.get(partition) ?? [] },
        });
    },
  };
}

function zonesStep(
  options: CountOptions,
  { persons, laidOut, parameters, counted }: Steps<'persons' | 'laidOut' | 'parameters' | 'counted'>,
  from: unknown,
): Step {
  const zonesOf = ({ folderOf, partsOf }: StepContext): Map<Cell, number> => {
    const { panel } = readFigures<PanelFigures>(folderOf(persons));
    const people = partsOf(counted).map(
      (part) => [basename(part), peopleOf(readCounted(part).groups)] as const,
    );
    return zonesIn(new Map(people), panel.persons_with_home);
  };
  return {
    name: 'working-zones',
    module: import.meta.url,
    from,
    needs: [persons, laidOut, parameters, counted],
    label: 'Calibrate intervals of working counts',
    parts: async (context) => (options.parameters ? [] : [...zonesOf(context).keys()]),
    begin: async (context) => {
      const { folderOf, partsOf } = context;
      const { threads, panel } = threadsFor(context, persons);
      const splits = splitsOf(panel.persons_with_home);
      const allHomes = partsOf(laidOut).map(readHomes);
      const classes = allHomes.flatMap((own) => own.classes);
      const { weights, capacity } = readFigures<CountParameters>(folderOf(parameters));
      const zonesBy = zonesOf(context);
      const common = {
        laidOut: folderOf(laidOut),
        splits,
        weightsOfHalves: learnWeightsOfHalves(allHomes, splits),
        capacity,
        weight: weightOfPeople(describeWeights(classes, weights)),
      };
      return (folder, partition) =>
        threads.run(compareSplitsJob, {
          ...{ ...common, partition, folder, zones: zonesBy.get(partition)! },
        });
    },
  };
}

function joinStep(
  locations: LocationsConfig,
  options: CountOptions,
  {
    reading,
    living,
    persons,
    laidOut,
    parameters,
    counted,
    zones,
  }: WorkingInput & Steps<'laidOut' | 'parameters' | 'counted' | 'zones'>,
  from: unknown,
): Step {
  return {
    name: 'working',
    module: import.meta.url,
    from,
    needs: [reading, living, persons, laidOut, parameters, counted, zones],
    begin:
      async ({ folderOf, partsOf, progress }) =>
      async (folder) => {
        progress('Join working counts');
        const figures = readFigures<PanelFigures>(folderOf(persons));
        const learnt = readFigures<CountParameters>(folderOf(parameters));
        const sum = withPersonsFound(locations.file, figures, () =>
          sumPanel(partsOf(counted).map(readCounted), partsOf(laidOut).map(readHomes), learnt),
        );
        expectPlacesInGroups(locations.groups, sum.privacy.persons_withheld, sum.personsCounted);
        const writer = openTileSet(datasetPartOf(folder), 'working');
        const layer = joinPartitionTiles('working', partsOf(counted), writer);
        const compared = partsOf(zones).flatMap(readZones);
        const total = layer.total_millipersons / MILLIPERSONS;
        const { variance, errorModel } = learnErrors(compared, sum, learnt, total, options);
        const toFollow: FollowedVersion = {
          ...{ groups: [...sum.groups], classes: [...sum.classes] },
          parameters: { ...learnt, variance },
        };
        writeFigures(folder, {
          coverage: await coverageIn(locations, folderOf, { reading, living }),
          report: reportWorkers(figures, sum, layer.total_millipersons),
          ...{ layer, errorModel, grouping: writeGroups(folder, toFollow, options) },
        } satisfies WorkingFigures);
      },
  };
}

function threadsFor({ folderOf, threads }: Pick<StepContext, 'folderOf' | 'threads'>, persons: Step) {
  const { panel } = readFigures<PanelFigures>(folderOf(persons));
  return { panel, threads: threads.where(panel.persons_with_home >= MIN_PERSONS_FOR_THREADS) };
}

async function coverageNear(
  locations: LocationsConfig,
  folderOf: StepContext['folderOf'],
  steps: Steps<'reading' | 'living'>,
) {
  const coverage = await coverageIn(locations, folderOf, steps);
  if (coverage.length === 0) {
    throw new BadInput(locations.file, null, 'its coverage lies outside that of the buildings or roads');
  }
  return outlinesByPartition(coverage);
}

async function coverageIn(
  { coverage }: LocationsConfig,
  folderOf: StepContext['folderOf'],
  { reading, living }: Steps<'reading' | 'living'>,
): Promise<Zone> {
  const { roadsCoverage } = readFigures<LivingFigures>(folderOf(living));
  return intersectionOf(
    coverage === undefined ? roadsCoverage : await readCoverage(coverage),
    new Reading(folderOf(reading)).coverages.builtUp,
  );
}
