/**
 * Jobs of a panel, one partition each, in threads, which write files: weighting classes, likeliest areas and likelihoods of the
 * capacity model (`layOut`); count tiles; comparison of split halves.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { readPacked, writePacked } from '../base/files/packed-file.ts';
import { jobsOf } from '../base/threads/job-threads.ts';
import type { Outline } from '../geometry/planar-area.ts';
import { readAllocations, sumAllocations } from '../living/allocations.ts';
import { type PartitionJob, readRoadside } from '../living/partition-jobs.ts';
import { zoneAround } from '../living/zone-near-partition.ts';
import { BuiltUpSpill } from '../partitions/built-up/built-up-spill.ts';
import { centresInside } from '../partitions/centres-inside.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import { capacityInPartition } from './capacity-by-cell.ts';
import { compareSplits } from './compare-splits.ts';
import type { GroupFigure } from './count-partition.ts';
import { roundByKey } from './keyed-rounding.ts';
import type { ComparedZone } from './learn-variance.ts';
import { layOutByDay, type PartitionByDay } from './panel-by-day.ts';
import { type CountedPartition, countByDay, type Likelihoods, likelihoodsIn } from './panel-counts.ts';
import { classHomes, type PartitionHomes, weightBy, weightHalves } from './panel-homes.ts';
import { Panel } from './panel-persons.ts';
import { noPlacesIn } from './partition-columns.ts';
import type { Halves, Split } from './split-halves.ts';
import type { CountParameters } from './sum-panel.ts';
import { inhabitantsOf, type WeightParameters } from './survey-weights.ts';

const HOMES = 'homes';
const BY_DAY = 'by-day';
const LIKELIHOODS = 'likelihoods';
const COUNTED = 'counted';
const ZONES = 'zones';

const job = jobsOf(import.meta.url);

export function layOut({
  partition,
  folder,
  panel,
  allocations,
  livingCoverage,
  coverage,
  builtUp,
  sites,
  splits,
  earlier,
}: PartitionJob & {
  /** Folder of a {@link Panel}. */
  readonly panel: string;
  /** Folder of the people that census units give to cells. */
  readonly allocations: string;
  /** Area where the living are counted, near the partition: see `outlinesByPartition`. */
  readonly livingCoverage: readonly Outline[];
  /** Area where people at work are counted, near the partition. */
  readonly coverage: readonly Outline[];
  /** Folder of a {@link BuiltUpSpill}. */
  readonly builtUp: string;
  /** Filled by `findSites`; `null` without buildings and roads. */
  readonly sites: string | null;
  readonly splits: readonly Split[];
  /** Weighting classes and groups of the version before. */
  readonly earlier: {
    readonly classes: readonly Cell[];
    readonly groups: readonly GroupFigure[];
  };
}): void {
  const persons = new Panel(panel, 'home').personsIn(partition);
  const living = sumAllocations(readAllocations(allocations, partition));
  const isLivingKnown = centresInside(partition, zoneAround(partition, livingCoverage));
  const inhabitants = inhabitantsOf(partition, living);
  const homes = classHomes(persons, inhabitants, isLivingKnown, splits, earlier.classes);
  writePacked(join(folder, HOMES), homes);
  const workers = new Panel(panel, 'occupation').personsIn(partition);
  if (workers.home.length === 0 && earlier.groups.length === 0) return;
  const covered = zoneAround(partition, coverage);
  const spill = BuiltUpSpill.taken(builtUp);
  const capacity =
    sites === null
      ? noPlacesIn(partition)
      : capacityInPartition(
          partition,
          spill.byDay(partition, spill.buildingsOf(partition)),
          readRoadside(sites),
          covered,
          spill.establishmentsOf(partition),
        );
  const isCovered = centresInside(partition, covered);
  const byDay = layOutByDay(partition, workers, persons, living, capacity, isLivingKnown, isCovered);
  writePacked(join(folder, BY_DAY), byDay);
  writePacked(join(folder, LIKELIHOODS), likelihoodsIn(byDay, earlier.groups));
}
export const layOutJob = job(layOut);

/** @param folder filled by `layOut` */
export const readHomes = (folder: string): PartitionHomes => readPacked(join(folder, HOMES));

/**
 * Tells whether somebody works there, or did in the version before.
 * @param folder filled by `layOut`
 */
export const hasWorkers = (folder: string): boolean => existsSync(join(folder, BY_DAY));
/** @param folder filled by `layOut`, with workers */
export const readLikelihoods = (folder: string): Likelihoods => readPacked(join(folder, LIKELIHOODS));

export interface CountJob extends PartitionJob {
  /** Folder with one for each partition, filled by `layOut`. */
  readonly laidOut: string;
}

function homesIn(laidOut: string): (partition: Cell) => PartitionHomes {
  const known = new Map<Cell, PartitionHomes>();
  return (partition) => {
    const homes = known.get(partition) ?? readHomes(join(laidOut, partition));
    known.set(partition, homes);
    return homes;
  };
}

const readByDay = ({ laidOut, partition }: CountJob): PartitionByDay =>
  readPacked(join(laidOut, partition, BY_DAY));

export function countPartition({
  parameters,
  earlier,
  secret,
  ...job
}: CountJob & {
  readonly parameters: CountParameters;
  readonly earlier: readonly GroupFigure[];
  /** Key of rounding; figures are exact without one. */
  readonly secret: Uint8Array | undefined;
}): void {
  const { weights, capacity, rounding_base } = parameters;
  const { partition, folder, laidOut } = job;
  const { people, ...counted } = countByDay(readByDay(job), {
    weightOf: weightBy(homesIn(laidOut), weights),
    capacity,
    earlier,
    round: secret && roundByKey(secret, rounding_base),
  });
  writePartitionTiles(folder, 'working', partition, people);
  writePacked(join(folder, COUNTED), counted satisfies CountedPartition);
}
export const countPartitionJob = job(countPartition);

/** @param folder filled by `countPartition` */
export const readCounted = (folder: string): CountedPartition => readPacked(join(folder, COUNTED));

export function compareSplitsOf({
  splits,
  weightsOfHalves,
  ...job
}: CountJob & {
  readonly splits: readonly Split[];
  readonly weightsOfHalves: readonly Halves<WeightParameters>[];
  readonly capacity: CountParameters['capacity'];
  readonly zones: number;
  readonly weight: number;
}): void {
  const weights = weightHalves(homesIn(job.laidOut), weightsOfHalves);
  writePacked(join(job.folder, ZONES), compareSplits(readByDay(job), splits, weights, job));
}
export const compareSplitsJob = job(compareSplitsOf);

/** @param folder filled by `compareSplitsOf` */
export const readZones = (folder: string): ComparedZone[] => readPacked(join(folder, ZONES));
