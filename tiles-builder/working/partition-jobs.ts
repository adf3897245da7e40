/** What threads do with one partition of a panel: each job leaves files in a folder of its own. */
import { join } from 'node:path';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { cellInArea, numberInArea } from '../areas/areas.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import { readGifts } from '../dataset/ledger.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import type { Outline, PlanarArea } from '../geometry/planar-area.ts';
import { sumGifts } from '../living/sum-gifts.ts';
import { zoneAround } from '../living/zone-near-area.ts';
import { addTo } from '../numbers/add-to.ts';
import type { MillipersonsByCell } from '../records.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { jobsOf } from '../threads/job-threads.ts';
import { writeAreaTiles } from '../tiles/area-tiles.ts';
import type { ByWhereabouts, GroupFigure } from './count-partition.ts';
import { roundByKey } from './keyed-rounding.ts';
import type { ComparedZone, Split } from './learn-variance.ts';
import {
  type CountedPartition,
  classHomes,
  compareSplits,
  countByDay,
  layOutByDay,
  likelihoodsIn,
  type PartitionByDay,
  type PartitionHomes,
  weightBy,
} from './panel-partition.ts';
import { Panel } from './panel-persons.ts';
import { WEIGHTS } from './parameters.ts';
import { roomInArea } from './places-by-cell.ts';
import type { CountParameters } from './sum-panel.ts';
import type { WeightParameters } from './survey-weights.ts';

const HOMES = 'homes';
const BY_DAY = 'by-day';
const LIKELIHOODS = 'likelihoods';
const COUNTED = 'counted';
const ZONES = 'zones';

/** Numbers of cells in an area that weights are found by. */
const CELLS_IN_AREA = 7 ** (GRID_RESOLUTION - WEIGHTS.area_resolution);

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
  /** Where the living are counted, as far as it lies near the partition: see `outlinesByArea`. */
  readonly livingCoverage: readonly Outline[];
}

/** Whether the centre of a cell lies in a zone. */
const insideTest =
  (zone: PlanarArea) =>
  (cell: Cell): boolean =>
    zone.contains(centreOf(cell));

function livingIn(ledger: string, partition: Cell): MillipersonsByCell {
  const { cell, millipersons } = sumGifts(readGifts(ledger, partition));
  return new Map(Array.from(cell, (number, i) => [cellInArea(partition, number), millipersons[i]]));
}

/** As {@link livingIn}, summed into the first cell of each area that weights are found by. */
function livingByArea(ledger: string, partition: Cell): MillipersonsByCell {
  const { cell, millipersons } = sumGifts(readGifts(ledger, partition));
  const sums = new Map<number, number>();
  for (const [i, number] of cell.entries()) addTo(sums, number - (number % CELLS_IN_AREA), millipersons[i]);
  return new Map(Array.from(sums, ([number, people]) => [cellInArea(partition, number), people]));
}

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
  const isLivingKnown = insideTest(zoneAround(partition, livingCoverage));
  const homes = classHomes(persons, livingByArea(ledger, partition), isLivingKnown, splits, earlier);
  writePacked(join(folder, HOMES), homes);
}
export const classHomesJob = job(classHomesOf);

/** @param folder that `classHomesOf` has filled */
export const readHomes = (folder: string): PartitionHomes => readPacked(join(folder, HOMES));

/** Lays out where people of a partition are and can be by day, and how likely each way to follow room is. */
export function layOut({
  partition,
  folder,
  panel,
  ledger,
  livingCoverage,
  coverage,
  builtUp,
  roadside,
  earlier,
}: PartitionJob &
  PanelJob & {
    /** Where working is counted, as far as it lies near the partition. */
    readonly coverage: readonly Outline[];
    /** Folder of a {@link BuiltUpSpill}. */
    readonly builtUp: string;
    /** Folders of {@link RoadsideCells}. */
    readonly roadside: readonly string[];
    /** Groups of the partition in the version before. */
    readonly earlier: readonly GroupFigure[];
  }): void {
  const covered = zoneAround(partition, coverage);
  const isCovered = insideTest(covered);
  const workers = new Panel(panel, 'occupation').personsIn(partition);
  const isEmpty = earlier.length === 0 && !workers.some(({ occupation }) => isCovered(occupation!));
  const byDay = layOutByDay(
    workers,
    isEmpty ? [] : new Panel(panel, 'home').personsIn(partition),
    isEmpty ? new Map() : livingIn(ledger, partition),
    isEmpty
      ? []
      : roomInArea(
          partition,
          BuiltUpSpill.taken(builtUp).buildingsOf(partition),
          new RoadsideCells(roadside).of(partition),
          covered,
        ),
    insideTest(zoneAround(partition, livingCoverage)),
    isCovered,
  );
  writePacked(join(folder, BY_DAY), byDay);
  writePacked(join(folder, LIKELIHOODS), likelihoodsIn(byDay, earlier));
}
export const layOutJob = job(layOut);

/** @param folder that `layOut` has filled */
export const readLikelihoods = (folder: string): ByWhereabouts<Float64Array | null> =>
  readPacked(join(folder, LIKELIHOODS));
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
  const { weights, room, rounding_base } = parameters;
  const { people, ...counted } = countByDay(readByDay(laidOut), {
    weightOf: weightBy(homesIn(homes), weights),
    room,
    earlier,
    round: secret && roundByKey(secret, rounding_base),
  });
  const cells = [...people.keys()].sort();
  writeAreaTiles(folder, 'working', partition, {
    cell: cells.map(numberInArea),
    millipersons: cells.map((cell) => people.get(cell)!),
  });
  writePacked(join(folder, COUNTED), counted satisfies CountedPartition);
}
export const countPartitionJob = job(countPartition);

/** @param folder that `countPartition` has filled */
export const readCounted = (folder: string): CountedPartition => readPacked(join(folder, COUNTED));

/** Counts zones of a partition by both halves of each split of the panel. */
export function compareSplitsOf({
  partition,
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
  readonly zones: number;
  readonly weight: number;
}): void {
  const weighted = splits.map((split, i) => {
    const [one, other] = weightsOfHalves[i].map((weights, half) =>
      weightBy(homesIn(homes), weights, ({ halves }) => halves[i][half]),
    );
    return { split, weights: [one, other] as const };
  });
  writePacked(join(folder, ZONES), compareSplits(readByDay(laidOut), weighted, { ...more, partition }));
}
export const compareSplitsJob = job(compareSplitsOf);

/** @param folder that `compareSplitsOf` has filled */
export const readZones = (folder: string): ComparedZone[] => readPacked(join(folder, ZONES));
