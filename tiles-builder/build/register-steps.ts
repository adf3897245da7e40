/** Steps of working counts from registers, mostly by partition. */

import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { readLedger } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { BadInput } from '../failures/bad-input.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { outlinesByPartition } from '../living/zone-near-partition.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { partitionOf } from '../partitions/partitions.ts';
import {
  countInJob,
  findRoomJob,
  REGISTERED_BASE,
  readCounted,
  readLikelihoods,
  readTrainingZones,
  readWide,
} from '../registers/area-jobs.ts';
import { type AtHome, sharesAtHome } from '../registers/at-home.ts';
import type { TrainingZone } from '../registers/learn-from-zones.ts';
import { type ListedFigures, listSites } from '../registers/list-sites.ts';
import { registerErrorModel, registerVariance } from '../registers/register-error-model.ts';
import type { RegistersConfig } from '../registers/registers-config.ts';
import { type RegistersReport, roundTotals } from '../registers/registers-report.ts';
import { SharesOfOutlines } from '../registers/share-wide-sites.ts';
import { reportOf, SumOfAreas } from '../registers/sum-registers.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { inSharedMemory } from '../threads/shared-numbers.ts';
import { cutOverviews } from '../tiles/cut-count-tiles.ts';
import { takePartitionTiles } from '../tiles/partition-tiles.ts';
import {
  type FollowedVersion,
  type Grouping,
  groupingOf,
  readGroupsFile,
  writeGroupsFile,
} from '../working/groups-file.ts';
import { roundByKey } from '../working/keyed-rounding.ts';
import { followVariance } from '../working/learn-variance.ts';
import { readSecret } from '../working/read-secret.ts';
import { likeliestRoom, NOTHING_LEARNT, type RoomFollowed } from '../working/room-followed.ts';
import { type LivingFigures, ledgerIn } from './living/figures.ts';
import type { Before } from './living/learn-steps.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { GROUPS_FILE } from './working-steps.ts';

export interface RegisterLayer {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: RegistersReport;
  readonly errorModel: ErrorModel | null;
  readonly grouping: Grouping;
}

const SITES_FOLDER = 'sites';
const AT_HOME_FILE = 'at-home';
const MIN_SITES_FOR_THREADS = 20_000;

/** @param registers plain data without paths; `census` for the share at home */
export function registerSteps(
  config: RegistersConfig,
  before: Before & { readonly living: Step },
  registers: unknown,
  census: unknown,
  followed: unknown,
): Step {
  const listed = listedStep(config, registers);
  const atHome = atHomeStep(config, census);
  const room = roomStep(config, { ...before, listed });
  const counted = countedStep(config, { ...before, listed, atHome, room }, followed);
  return joinStep(config, { ...before, listed, room, counted }, followed);
}

interface Listed {
  readonly reading: Step;
  readonly living: Step;
  readonly listed: Step;
}

function listedStep(config: RegistersConfig, registers: unknown): Step {
  return {
    name: 'registers',
    module: import.meta.url,
    from: registers,
    needs: [],
    begin:
      async ({ progress }) =>
      async (folder) => {
        const spill = new PartitionSpill(sitesIn(folder));
        const figures = await listSites(config, spill, folder, (rows, total) =>
          progress('Read the registers', rows, total),
        );
        writeFigures(folder, figures);
      },
  };
}

function atHomeStep(config: RegistersConfig, census: unknown): Step {
  return {
    name: 'at-home',
    module: import.meta.url,
    from: census,
    needs: [],
    begin:
      async ({ progress }) =>
      async (folder) => {
        const found: AtHome[] = [];
        for (const census of config.census) found.push(await sharesAtHome(census, progress, folder));
        const shares = Buffer.concat(found.map((own) => new Uint8Array(own.shares.buffer)));
        writePacked(join(folder, AT_HOME_FILE), new Float64Array(new Uint8Array(shares).buffer));
        const dispersion = Math.max(...found.map((own) => own.dispersion));
        writeFigures(folder, { dispersion } satisfies Pick<AtHome, 'dispersion'>);
      },
  };
}

function roomStep(
  config: RegistersConfig,
  { graphs, ...steps }: Listed & { readonly graphs: readonly Step[] },
): Step {
  const { reading, living, listed } = steps;
  return {
    name: 'room',
    module: import.meta.url,
    from: null,
    needs: [reading, ...graphs, living, listed],
    label: 'See where there is room by day',
    partsAtOnce: 'several',
    parts: async ({ folderOf }) => {
      const { partitions } = readLedger(ledgerIn(folderOf(living)));
      return [
        ...new Set([...partitions, ...PartitionSpill.finished(sitesIn(folderOf(listed))).partitions()]),
      ].sort();
    },
    begin: async ({ folderOf, threads }) => {
      const coverage = coverageIn(folderOf, steps);
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
      const sites = sitesIn(folderOf(listed));
      const figures = readFigures<ListedFigures>(folderOf(listed));
      const jobs = threadsFor(threads, figures);
      const { bands } = figures;
      return (folder, area) =>
        jobs.run(findRoomJob, { area, folder, sites, coverage: near(area), bands, builtUp, roadside });
    },
  };
}

/** Occupancy of the version before, otherwise estimated from all partitions. */
const followedIn = (earlier: FollowedVersion | undefined, rooms: readonly string[]): RoomFollowed =>
  earlier?.parameters.room.away ?? likeliestRoom(rooms.map(readLikelihoods));

const earlierOf = ({ registers }: RegistersConfig): FollowedVersion | undefined =>
  registers?.groups === undefined ? undefined : readGroupsFile(registers.groups);

const secretOf = ({ registers }: RegistersConfig): Uint8Array | undefined =>
  registers?.secret === undefined ? undefined : readSecret(registers.secret);

function countedStep(
  config: RegistersConfig,
  { atHome, room, ...steps }: Listed & { readonly atHome: Step; readonly room: Step },
  from: unknown,
): Step {
  const { reading, living, listed } = steps;
  return {
    name: 'by-day',
    module: import.meta.url,
    from,
    needs: [reading, living, listed, atHome, room],
    label: 'Count who is where by day',
    partsAtOnce: 'several',
    parts: async ({ partsOf, folderOf }) =>
      partsOf(room).map((part) => part.slice(folderOf(room).length + 1)),
    begin: async ({ folderOf, partsOf, threads }) => {
      const figures = readFigures<ListedFigures>(folderOf(listed));
      const wide = new SharesOfOutlines(figures.outlines);
      for (const part of partsOf(room)) wide.add(readWide(part));
      const near = outlinesByPartition(coverageIn(folderOf, steps));
      const earlier = earlierOf(config);
      const groupsIn = Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));
      const common = {
        followed: followedIn(earlier, partsOf(room)),
        secret: secretOf(config),
        sites: sitesIn(folderOf(listed)),
        ledger: ledgerIn(folderOf(living)),
        atHome: inSharedMemory(readPacked<Float64Array>(join(folderOf(atHome), AT_HOME_FILE))),
        dispersion: readFigures<Pick<AtHome, 'dispersion'>>(folderOf(atHome)).dispersion,
        bands: figures.bands,
      };
      const jobs = threadsFor(threads, figures);
      return (folder, area) => {
        const earlier = groupsIn.get(area) ?? [];
        const own = join(folderOf(room), area);
        const shares = wide.sharesOf(readWide(own));
        return jobs.run(countInJob, {
          ...{ ...common, area, folder, room: own, shares, earlier },
          coverage: near(area),
        });
      };
    },
  };
}

function joinStep(
  config: RegistersConfig,
  { room, counted, ...steps }: Listed & { readonly room: Step; readonly counted: Step },
  from: unknown,
): Step {
  const { reading, living, listed } = steps;
  return {
    name: 'working-by-registers',
    module: import.meta.url,
    from,
    needs: [reading, living, listed, room, counted],
    begin:
      async ({ folderOf, partsOf, progress }) =>
      async (folder) => {
        progress('Put those who work together');
        const { add, finish } = outputInto(datasetPartOf(folder), progress).open('working');
        const sum = new SumOfAreas();
        const trainingZones: TrainingZone[] = [];
        const tiles = partsOf(counted).map((part) => {
          sum.add(readCounted(part));
          for (const trainingZone of readTrainingZones(part)) trainingZones.push(trainingZone);
          return takePartitionTiles(part, add);
        });
        const layer = { ...cutOverviews('working', tiles, add), ...finish() };
        const people = layer.total_millipersons / MILLIPERSONS;
        const exact = reportOf(config, readFigures<ListedFigures>(folderOf(listed)), sum, people);
        const [earlier, secret] = [earlierOf(config), secretOf(config)];
        const report = secret ? roundTotals(exact, roundByKey(secret, REGISTERED_BASE)) : exact;
        const own = new Set(partsOf(counted).map((part) => part.slice(folderOf(counted).length + 1)));
        const kept = (earlier?.groups ?? []).filter(({ cell }) => !own.has(partitionOf(cell)));
        progress('Learn how far working counts are off');
        const { errors } = readFigures<LivingFigures>(folderOf(steps.living)).living!;
        const living = errors?.byCount ?? null;
        const at_home = report.at_home / Math.max(1, report.inhabitants);
        const variance =
          living &&
          followVariance(
            registerVariance(trainingZones, people, { living, at_home }),
            earlier?.parameters.variance,
          );
        const toFollow: FollowedVersion = {
          groups: [...sum.figures, ...kept.map((group) => ({ ...group, released: 0 }))],
          classes: [],
          parameters: {
            rounding_base: REGISTERED_BASE,
            room: { at_home: NOTHING_LEARNT, away: followedIn(earlier, partsOf(room)) },
            use_factors: null,
            weights: null,
            variance: variance ?? [],
          },
        };
        const grouping = groupingOf(toFollow, earlier, secret);
        writeGroupsFile(join(folder, GROUPS_FILE), { version: '', name: grouping.own, ...toFollow });
        writeFigures(folder, {
          coverage: coverageIn(folderOf, steps),
          layer,
          report,
          grouping,
          errorModel:
            variance &&
            registerErrorModel(variance, people, {
              bands: report.bands_deviation,
              missing: report.people_nowhere / Math.max(1, people),
            }),
        } satisfies RegisterLayer);
      },
  };
}

/** Where census, buildings and registers are complete. */
function coverageIn(folderOf: Surroundings['folderOf'], { reading, living, listed }: Listed): Zone {
  const { living: built } = readFigures<LivingFigures>(folderOf(living));
  if (!built) throw new Error('registers without a census');
  const { builtUp } = new Reading(folderOf(reading)).coverages;
  const { coverage } = readFigures<ListedFigures>(folderOf(listed));
  const known = intersectionOf(built.coverage, builtUp);
  return coverage === null ? known : intersectionOf(known, coverage);
}

const sitesIn = (folder: string): string => join(folder, SITES_FOLDER);

const threadsFor = (threads: Surroundings['threads'], { registers }: ListedFigures) =>
  threads.where(registers.reduce((sum, { rows }) => sum + rows, 0) >= MIN_SITES_FOR_THREADS);
