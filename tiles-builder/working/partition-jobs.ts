/** What threads do with one partition of a panel: each job leaves files in a folder of its own. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import { readAllocations } from '../dataset/ledger.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import type { Outline } from '../geometry/planar-area.ts';
import { readCells, readRoadside } from '../living/partition-jobs.ts';
import { sumAllocations } from '../living/sum-allocations.ts';
import { zoneAround } from '../living/zone-near-partition.ts';
import { centresInside } from '../partitions/centres-inside.ts';
import { jobsOf } from '../threads/job-threads.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import { type GroupFigure, peopleOf } from './count-partition.ts';
import { roundByKey } from './keyed-rounding.ts';
import type { ComparedZone, Split } from './learn-variance.ts';
import {
  type CountedPartition,
  classHomes,
  compareSplits,
  countByDay,
  type LearntFrom,
  layOutByDay,
  learnIn,
  type PartitionByDay,
  type PartitionHomes,
  weightBy,
} from './panel-partition.ts';
import { NO_PERSONS, numberOfIndex, Panel } from './panel-persons.ts';
import { NO_ROOM, NOBODY, type PeopleByCell } from './places.ts';
import { roomInArea } from './places-by-cell.ts';
import type { CountParameters } from './sum-panel.ts';
import { inhabitantsOf, type WeightParameters } from './survey-weights.ts';

const HOMES = 'homes';
const BY_DAY = 'by-day';
const LEARNT_FROM = 'learnt-from';
const COUNTED = 'counted';
const PEOPLE = 'people';
const ZONES = 'zones';

const job = jobsOf(import.meta.url);

interface PartitionJob {
  readonly partition: Cell;
  /** Takes what is made of the partition. */
  readonly folder: string;
}

/** What all jobs that read the panel are given. */
export interface PanelJob {
  /** Folder of a {@link Panel}. */
  readonly panel: string;
  /** Folder of the ledger of the living. */
  readonly ledger: string;
  /** Where the living are counted, as far as it lies near the partition: see `outlinesByPartition`. */
  readonly livingCoverage: readonly Outline[];
}

const livingIn = (ledger: string, partition: Cell): PeopleByCell =>
  sumAllocations(readAllocations(ledger, partition));

/** Forms the weighting classes of a partition. */
export function classHomesOf({
  partition,
  folder,
  panel,
  ledger,
  livingCoverage,
  splits,
  earlier,
}: PartitionJob &
  PanelJob & {
    readonly splits: readonly Split[];
    /** Cells of the partition's classes in the version before. */
    readonly earlier: readonly Cell[];
  }): void {
  const persons = new Panel(panel, 'home').personsIn(partition);
  const isLivingKnown = centresInside(partition, zoneAround(partition, livingCoverage));
  const inhabitants = inhabitantsOf(partition, livingIn(ledger, partition));
  const homes = classHomes(persons, inhabitants, isLivingKnown, splits, earlier);
  writePacked(join(folder, HOMES), homes);
}
export const classHomesJob = job(classHomesOf);

/** @param folder that `classHomesOf` has filled */
export const readHomes = (folder: string): PartitionHomes => readPacked(join(folder, HOMES));

/** Lays out where people of a partition are and can be by day, and what is learnt from it of room. */
export function layOut({
  partition,
  folder,
  panel,
  ledger,
  livingCoverage,
  coverage,
  builtUp,
  sites,
  earlier,
}: PartitionJob &
  PanelJob & {
    /** Where working is counted, as far as it lies near the partition. */
    readonly coverage: readonly Outline[];
    /** Folder of a {@link BuiltUpSpill}. */
    readonly builtUp: string;
    /** The folder that `findSites` has filled; `null` where there are neither buildings nor roads. */
    readonly sites: string | null;
    /** Groups of the partition in the version before. */
    readonly earlier: readonly GroupFigure[];
  }): void {
  const covered = zoneAround(partition, coverage);
  const isCovered = centresInside(partition, covered);
  const spill = BuiltUpSpill.taken(builtUp);
  const workers = new Panel(panel, 'occupation').personsIn(partition);
  const isEmpty =
    earlier.length === 0 && !workers.occupation.some((place) => isCovered(numberOfIndex(place)));
  const byDay = layOutByDay(
    partition,
    workers,
    isEmpty ? NO_PERSONS : new Panel(panel, 'home').personsIn(partition),
    isEmpty ? NOBODY : livingIn(ledger, partition),
    isEmpty || sites === null
      ? NO_ROOM
      : roomInArea(
          partition,
          spill.buildingsByDayOf(partition),
          readCells(sites),
          readRoadside(sites),
          covered,
          spill.establishmentsOf(partition),
        ),
    centresInside(partition, zoneAround(partition, livingCoverage)),
    isCovered,
  );
  writePacked(join(folder, BY_DAY), byDay);
  writePacked(join(folder, LEARNT_FROM), learnIn(byDay, earlier));
}
export const layOutJob = job(layOut);

/** @param folder that `layOut` has filled */
export const readLearntFrom = (folder: string): LearntFrom => readPacked(join(folder, LEARNT_FROM));
const readByDay = (folder: string): PartitionByDay => readPacked(join(folder, BY_DAY));

/** What jobs are given that count what `layOut` has left. */
export interface CountJob extends PartitionJob {
  /** The folder that `layOut` has filled. */
  readonly laidOut: string;
  /** The folder with the folders that `classHomesOf` has filled, one for each partition. */
  readonly homes: string;
}

const homesIn =
  (homes: string) =>
  (partition: Cell): PartitionHomes =>
    readHomes(join(homes, partition));

/** Counts a partition: its packs of count tiles, and its groups. */
export function countPartition({
  partition,
  folder,
  laidOut,
  homes,
  parameters,
  earlier,
  secret,
}: CountJob & {
  readonly parameters: CountParameters;
  /** Groups of the partition in the version before. */
  readonly earlier: readonly GroupFigure[];
  /** Key of rounding; without it figures are exact. */
  readonly secret: Uint8Array | undefined;
}): void {
  const { weights, room, use_factors, rounding_base } = parameters;
  const { people, ...counted } = countByDay(readByDay(laidOut), {
    weightOf: weightBy(homesIn(homes), weights),
    ...{ room, use_factors },
    earlier,
    round: secret && roundByKey(secret, rounding_base),
  });
  writePartitionTiles(folder, 'working', partition, people);
  writePacked(join(folder, COUNTED), counted satisfies CountedPartition);
  writePacked(join(folder, PEOPLE), peopleOf(counted.groups));
}
export const countPartitionJob = job(countPartition);

/** People of all groups, before rounding. @param folder that `countPartition` has filled */
export const readPeople = (folder: string): number => readPacked(join(folder, PEOPLE));
/** @param folder that `countPartition` has filled */
export const readCounted = (folder: string): CountedPartition => readPacked(join(folder, COUNTED));

/** Counts zones of a partition by both halves of each split of the panel. */
export function compareSplitsOf({
  folder,
  laidOut,
  homes,
  splits,
  weightsOfHalves,
  ...more
}: CountJob & {
  readonly splits: readonly Split[];
  readonly weightsOfHalves: readonly (readonly [WeightParameters, WeightParameters])[];
  readonly room: CountParameters['room'];
  readonly use_factors: CountParameters['use_factors'];
  readonly zones: number;
  readonly weight: number;
}): void {
  const weighted = splits.map((split, i) => {
    const [one, other] = weightsOfHalves[i].map((weights, half) =>
      weightBy(homesIn(homes), weights, ({ halves }) => halves[i][half]),
    );
    return { split, weights: [one, other] as const };
  });
  writePacked(join(folder, ZONES), compareSplits(readByDay(laidOut), weighted, more));
}
export const compareSplitsJob = job(compareSplitsOf);

/** @param folder that `compareSplitsOf` has filled */
export const readZones = (folder: string): ComparedZone[] => readPacked(join(folder, ZONES));
