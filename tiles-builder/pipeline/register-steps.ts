/**
 * Defines the steps of working counts from registers: read sites and shares of people at home, find capacity and count by
 * partition, join tiles, estimate errors.
 */

import { basename, join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { readPacked, writePacked } from '../base/files/packed-file.ts';
import { joined } from '../base/numbers/sum-by-key.ts';
import type { Step, StepContext, Steps } from '../base/steps/step.ts';
import { inSharedMemory } from '../base/threads/shared-numbers.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { openTileSet } from '../dataset/tile-set-writer.ts';
import { type CapacityExponents, likeliestExponents, NOTHING_LEARNT } from '../daytime/capacity-exponents.ts';
import type { FollowedVersion, Grouping } from '../daytime/groups-file.ts';
import { roundByKey } from '../daytime/keyed-rounding.ts';
import { followVariance } from '../daytime/learn-variance.ts';
import { type ListedFigures, listSites } from '../daytime/registers/list-sites.ts';
import { SharesOfOutlines } from '../daytime/registers/outline-shares.ts';
import {
  countPartitionJob,
  layOutSitesJob,
  REGISTERED_BASE,
  readLikelihoods,
  readOutlines,
  readTotals,
  readTrainingZones,
} from '../daytime/registers/partition-jobs.ts';
import { registerErrorModel, registerVariance } from '../daytime/registers/register-error-model.ts';
import { addTotals, noTotals } from '../daytime/registers/register-totals.ts';
import type { RegistersConfig } from '../daytime/registers/registers-config.ts';
import { type RegistersReport, reportOf, roundTotals } from '../daytime/registers/registers-report.ts';
import { type AtHome, sharesAtHome } from '../daytime/registers/share-at-home.ts';
import type { Followed } from '../daytime/sum-panel.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { partitionsAllocated } from '../living/allocations.ts';
import { outlinesByPartition } from '../living/zone-near-partition.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { partitionOf } from '../partitions/partitions.ts';
import { joinPartitionTiles } from '../tiles/partition-tiles.ts';
import { allocationsIn, builtLiving } from './living/figures.ts';
import type { Before } from './living/learn-steps.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { expectPlacesInGroups, groupsByPartition, readFollowed, writeGroups } from './working-release.ts';

export interface RegisterLayer {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: RegistersReport;
  readonly errorModel: ErrorModel | null;
  readonly grouping: Grouping;
}

type RegisterInput = Before & Steps<'living'>;

/** Sites, and shares at home by census unit, are in files next to these. */
interface ReadFigures extends ListedFigures, Pick<AtHome, 'dispersion'> {}

const SITES_FOLDER = 'sites';
const AT_HOME_FILE = 'at-home';
/** With fewer sites, threads take longer to start than to count. */
const MIN_SITES_FOR_THREADS = 20_000;

/** @param from plain data without paths: registers, and the census for the share at home */
export function registerSteps(
  config: RegistersConfig,
  before: RegisterInput,
  from: unknown,
  followed: unknown,
): Step {
  const release = readFollowed(config.registers ?? {});
  const listed = { ...before, listed: readStep(config, from) };
  const found = { ...listed, capacity: capacityStep(config, listed) };
  return joinStep(config, release, { ...found, counted: countStep(release, found, followed) }, followed);
}

function readStep(config: RegistersConfig, from: unknown): Step {
  return {
    name: 'registers',
    module: import.meta.url,
    from,
    needs: [],
    begin:
      async ({ progress }) =>
      async (folder) => {
        const report = (rows: number, total?: number): void => progress('Read the registers', rows, total);
        const listed = await listSites(config, new PartitionSpill(sitesIn(folder)), folder, report);
        const found: AtHome[] = [];
        for (const census of config.census) found.push(await sharesAtHome(census, progress, folder));
        const [first, ...others] = found.map(({ shares }) => shares);
        writePacked(join(folder, AT_HOME_FILE), joined(first, ...others));
        const dispersion = Math.max(...found.map((own) => own.dispersion));
        writeFigures(folder, { ...listed, dispersion } satisfies ReadFigures);
      },
  };
}

function capacityStep(
  config: RegistersConfig,
  { reading, graphs, living, listed }: RegisterInput & Steps<'listed'>,
): Step {
  return {
    name: 'register-capacity',
    module: import.meta.url,
    needs: [reading, ...graphs, living, listed],
    label: 'Find capacity by day',
    parts: async ({ folderOf }) => {
      const partitions = partitionsAllocated(allocationsIn(folderOf(living)));
      const ofSites = PartitionSpill.finished(sitesIn(folderOf(listed))).partitions();
      return [...new Set([...partitions, ...ofSites])].sort();
    },
    begin: async (context) => {
      const { folderOf } = context;
      const { threads, coverage, ...common } = commonOf(context, { reading, living, listed });
      if (coverage.length === 0) {
        throw new BadInput(
          config.workplaces[0].file,
          null,
          'its coverage lies outside that of the census or buildings',
        );
      }
      const near = outlinesByPartition(coverage);
      const builtUp = new Reading(folderOf(reading)).builtUpFolder;
      const roadside = graphs.map((step) => roadsideIn(folderOf(step)));
      return (folder, partition) =>
        threads.run(layOutSitesJob, {
          ...{ ...common, partition, folder, builtUp, roadside },
          coverage: near(partition),
        });
    },
  };
}

function countStep(
  { earlier, secret }: Followed,
  steps: CoveredSteps & Steps<'capacity'>,
  from: unknown,
): Step {
  const { reading, living, listed, capacity } = steps;
  return {
    name: 'register-counts',
    module: import.meta.url,
    from,
    needs: [reading, living, listed, capacity],
    label: 'Count people at sites and at home by day',
    parts: async ({ partsOf }) => partsOf(capacity).map((part) => basename(part)),
    begin: async (context) => {
      const { folderOf, partsOf } = context;
      const { threads, coverage, ...common } = commonOf(context, steps);
      const { outlines, dispersion } = readFigures<ReadFigures>(folderOf(listed));
      const shares = new SharesOfOutlines(outlines);
      for (const part of partsOf(capacity)) shares.add(readOutlines(part));
      const near = outlinesByPartition(coverage);
      const groupsIn = groupsByPartition(earlier);
      const counting = {
        ...{ ...common, dispersion, secret },
        exponents: exponentsIn(earlier, partsOf(capacity)),
        allocations: allocationsIn(folderOf(living)),
        atHome: inSharedMemory(readPacked<Float64Array>(join(folderOf(listed), AT_HOME_FILE))),
      };
      return (folder, partition) => {
        const found = join(folderOf(capacity), partition);
        return threads.run(countPartitionJob, {
          ...{ ...counting, partition, folder, capacity: found, coverage: near(partition) },
          shares: shares.sharesOf(readOutlines(found)),
          earlier: groupsIn.get(partition) ?? [],
        });
      };
    },
  };
}

function joinStep(
  config: RegistersConfig,
  release: Followed,
  { capacity, counted, ...steps }: CoveredSteps & Steps<'capacity' | 'counted'>,
  from: unknown,
): Step {
  const { reading, living, listed } = steps;
  return {
    name: 'working-by-registers',
    module: import.meta.url,
    from,
    needs: [reading, living, listed, capacity, counted],
    begin:
      async ({ folderOf, partsOf, progress }) =>
      async (folder) => {
        progress('Join working counts');
        const { earlier, secret } = release;
        const parts = partsOf(counted);
        const writer = openTileSet(datasetPartOf(folder), 'working');
        const layer = joinPartitionTiles('working', parts, writer);
        const people = layer.total_millipersons / MILLIPERSONS;
        const totals = noTotals();
        for (const part of parts) addTotals(totals, readTotals(part));
        expectPlacesInGroups(config.registers?.groups, totals.withheld.people, people);
        const exact = reportOf(config, readFigures<ListedFigures>(folderOf(listed)), totals, people);
        const report = secret ? roundTotals(exact, roundByKey(secret, REGISTERED_BASE)) : exact;
        progress('Calibrate intervals of working counts');
        const errorsOfLiving = builtLiving(folderOf(living)).errors;
        const at_home = report.at_home / Math.max(1, report.inhabitants);
        const variance =
          errorsOfLiving &&
          followVariance(
            registerVariance(parts.flatMap(readTrainingZones), people, { living: errorsOfLiving, at_home }),
            earlier?.parameters.variance,
          );
        const own = new Set(parts.map((part) => basename(part)));
        const closed = (earlier?.groups ?? []).filter(({ cell }) => !own.has(partitionOf(cell)));
        const toFollow: FollowedVersion = {
          groups: [...totals.figures, ...closed.map((group) => ({ ...group, released: 0 }))],
          classes: [],
          parameters: {
            rounding_base: REGISTERED_BASE,
            capacity: { at_home: NOTHING_LEARNT, away: exponentsIn(earlier, partsOf(capacity)) },
            weights: null,
            variance: variance ?? [],
          },
        };
        const errors = {
          bands: report.bands_deviation,
          missing: report.people_nowhere / Math.max(1, people),
        };
        writeFigures(folder, {
          coverage: coverageIn(folderOf, steps),
          errorModel: variance ? registerErrorModel(variance, people, errors) : null,
          ...{ layer, report, grouping: writeGroups(folder, toFollow, release) },
        } satisfies RegisterLayer);
      },
  };
}

/** Returns exponents of the version before, or else those learnt from all partitions. */
const exponentsIn = (
  earlier: FollowedVersion | undefined,
  capacities: readonly string[],
): CapacityExponents =>
  earlier?.parameters.capacity.away ?? likeliestExponents(capacities.map(readLikelihoods));

type CoveredSteps = Steps<'reading' | 'living' | 'listed'>;

function commonOf({ folderOf, threads }: StepContext, steps: CoveredSteps) {
  const { registers, bands } = readFigures<ListedFigures>(folderOf(steps.listed));
  const sites = registers.reduce((sum, { rows }) => sum + rows, 0);
  return {
    threads: threads.where(sites >= MIN_SITES_FOR_THREADS),
    coverage: coverageIn(folderOf, steps),
    sites: sitesIn(folderOf(steps.listed)),
    bands,
  };
}

function coverageIn(folderOf: StepContext['folderOf'], { reading, living, listed }: CoveredSteps): Zone {
  const { builtUp } = new Reading(folderOf(reading)).coverages;
  const { coverage } = readFigures<ListedFigures>(folderOf(listed));
  const known = intersectionOf(builtLiving(folderOf(living)).coverage, builtUp);
  return coverage === null ? known : intersectionOf(known, coverage);
}

const sitesIn = (folder: string): string => join(folder, SITES_FOLDER);
