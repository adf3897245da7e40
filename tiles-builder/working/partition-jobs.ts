/** Jobs of a panel by partition: each writes files to its own folder. */
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
import { roomInPartition } from './places-by-cell.ts';
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
  readonly folder: string;
}

/** For jobs that read the panel. */
export interface PanelJob {
  /** Folder of a {@link Panel}. */
  readonly panel: string;
  /** Folder of the ledger of living counts. */
  readonly ledger: string;
  /** Where the living are counted, near the partition: see `outlinesByPartition`. */
  readonly livingCoverage: readonly Outline[];
}

const livingIn = (ledger: string, partition: Cell): PeopleByCell =>
  sumAllocations(readAllocations(ledger, partition));

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
    readonly earlier: readonly Cell[];
  }): void {
  const persons = new Panel(panel, 'home').personsIn(partition);
  const isLivingKnown = centresInside(partition, zoneAround(partition, livingCoverage));
  const inhabitants = inhabitantsOf(partition, livingIn(ledger, partition));
  const homes = classHomes(persons, inhabitants, isLivingKnown, splits, earlier);
  writePacked(join(folder, HOMES), homes);
}
export const classHomesJob = job(classHomesOf);

/** @param folder filled by `classHomesOf` */
export const readHomes = (folder: string): PartitionHomes => readPacked(join(folder, HOMES));

/** Lays out people and room by day, and what is learnt of room. */
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
    /** Where working is counted, near the partition. */
    readonly coverage: readonly Outline[];
    /** Folder of a {@link BuiltUpSpill}. */
    readonly builtUp: string;
    /** Filled by `findSites`; `null` without buildings and roads. */
    readonly sites: string | null;
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
      : roomInPartition(
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

/** @param folder filled by `layOut` */
export const readLearntFrom = (folder: string): LearntFrom => readPacked(join(folder, LEARNT_FROM));
const readByDay = (folder: string): PartitionByDay => readPacked(join(folder, BY_DAY));

/** For jobs after `layOut`. */
export interface CountJob extends PartitionJob {
  /** Filled by `layOut`. */
  readonly laidOut: string;
  /** With a folder for each partition, filled by `classHomesOf`. */
  readonly homes: string;
}

const homesIn =
  (homes: string) =>
  (partition: Cell): PartitionHomes =>
    readHomes(join(homes, partition));

/** Writes packs of count tiles, and groups. */
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
  readonly earlier: readonly GroupFigure[];
  /** Key of rounding; figures are exact without one. */
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

/**
 * Before rounding.
 * @param folder filled by `countPartition`
 */
export const readPeople = (folder: string): number => readPacked(join(folder, PEOPLE));
/** @param folder filled by `countPartition` */
export const readCounted = (folder: string): CountedPartition => readPacked(join(folder, COUNTED));

/** Counts zones by both halves of each split. */
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

/** @param folder filled by `compareSplitsOf` */
export const readZones = (folder: string): ComparedZone[] => readPacked(join(folder, ZONES));
