/**
 * Jobs of registers, one partition each, in threads: capacity by day, cells of sites and likelihoods of the capacity model;
 * then count tiles, totals and training zones. Each writes files to its own folder.
 */
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import { readPacked, writePacked } from '../../base/files/packed-file.ts';
import { jobsOf } from '../../base/threads/job-threads.ts';
import { centreOf } from '../../geometry/grid-cells.ts';
import type { Outline } from '../../geometry/planar-area.ts';
import { readAllocations } from '../../living/allocations.ts';
import { cellsOfUnit } from '../../living/cells-of-unit.ts';
import type { PartitionJob } from '../../living/partition-jobs.ts';
import { zoneAround } from '../../living/zone-near-partition.ts';
import { BuiltUpSpill } from '../../partitions/built-up/built-up-spill.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import { numberInPartition, partitionOf } from '../../partitions/partitions.ts';
import { RoadsideCells } from '../../roads/roadside-cells.ts';
import type { BandEstimate } from '../../sources/config/bands.ts';
import { writePartitionTiles } from '../../tiles/partition-tiles.ts';
import { capacityInOutlines, placesInPartition } from '../capacity-by-cell.ts';
import { type CapacityExponents, capacityLikelihoods } from '../capacity-exponents.ts';
import type { GroupFigure } from '../count-partition.ts';
import { roundByKey, roundingBase } from '../keyed-rounding.ts';
import type { Places } from '../partition-columns.ts';
import { workplacesOf } from './count-points.ts';
import { countRegisters } from './count-registers.ts';
import type { OutlineInPartition } from './outline-shares.ts';
import type { RegistersInPartition } from './register-counting.ts';
import { drawTrainingZones, type TrainingZone } from './register-error-model.ts';
import type { RegisterTotals } from './register-totals.ts';
import { anchorsOfSites } from './site-buildings.ts';
import { readSites } from './site-records.ts';

const PLACES = 'places';
const ANCHORS = 'anchors';
const LIKELIHOODS = 'likelihoods';
const OUTLINES = 'outlines';
const TOTALS = 'totals';
const TRAINING_ZONES = 'training-zones';

/** Base by which figures of registers are rounded, as one person counts for one. */
export const REGISTERED_BASE = roundingBase(1);

const job = jobsOf(import.meta.url);

interface RegisterJob extends PartitionJob {
  /** Folder of a spill of sites. */
  readonly sites: string;
  /** Area where registers and census count, near the partition: see `outlinesByPartition`. */
  readonly coverage: readonly Outline[];
  readonly bands: readonly BandEstimate[];
}

export function layOutSites({
  partition,
  folder,
  sites: spill,
  coverage,
  bands,
  builtUp,
  roadside,
}: RegisterJob & {
  /** Folder of a {@link BuiltUpSpill}. */
  readonly builtUp: string;
  /** Folders of {@link RoadsideCells}. */
  readonly roadside: readonly string[];
}): void {
  const covered = zoneAround(partition, coverage);
  const isCovered = (cell: Cell): boolean => covered.contains(centreOf(cell));
  const builtUpSpill = BuiltUpSpill.taken(builtUp);
  const buildings = builtUpSpill.byDay(partition, builtUpSpill.buildingsOf(partition));
  const roadsideCells = new Set(new RoadsideCells(roadside).of(partition));
  const places = placesInPartition(partition, buildings, roadsideCells, covered);
  const sites = readSites(PartitionSpill.finished(spill).read(partition));
  const anchors = anchorsOfSites(partition, sites.points, buildings, covered);
  const capacityIn = capacityInOutlines(partition, buildings, covered);
  const outlines = sites.numbers.map((number, outline): OutlineInPartition => {
    const area = sites.outlines.areaOf(outline);
    const all = [...cellsOfUnit(area, area)].filter((cell) => partitionOf(cell) === partition);
    const cells = Uint32Array.from(all.filter(isCovered), numberInPartition);
    const capacity = capacityIn(
      area,
      cells.filter((cell) => roadsideCells.has(cell)),
    );
    return { number, all: all.length, cells, capacity };
  });
  writePacked(join(folder, PLACES), places);
  writePacked(join(folder, ANCHORS), anchors);
  const workplaces = workplacesOf({ sites, anchors, bands, isCovered });
  writePacked(join(folder, LIKELIHOODS), capacityLikelihoods(places, workplaces));
  writePacked(join(folder, OUTLINES), outlines);
}
export const layOutSitesJob = job(layOutSites);

/** @param folder filled by `layOutSites` */
export const readLikelihoods = (folder: string): Float64Array => readPacked(join(folder, LIKELIHOODS));
export const readOutlines = (folder: string): OutlineInPartition[] => readPacked(join(folder, OUTLINES));

export function countPartition({
  partition,
  folder,
  sites,
  coverage,
  capacity,
  allocations,
  exponents,
  earlier,
  secret,
  ...given
}: RegisterJob &
  Pick<RegistersInPartition, 'shares' | 'atHome' | 'dispersion'> & {
    /** Filled by `layOutSites`. */
    readonly capacity: string;
    /** Folder of the people that census units give to cells. */
    readonly allocations: string;
    readonly exponents: CapacityExponents;
    /** Groups of the version before. */
    readonly earlier: readonly GroupFigure[];
    /** Key of rounding; figures are exact without one. */
    readonly secret: Uint8Array | undefined;
  }): void {
  const covered = zoneAround(partition, coverage);
  const { people, totals, counts } = countRegisters({
    ...given,
    partition,
    sites: readSites(PartitionSpill.finished(sites).read(partition)),
    anchors: readPacked<Cell[]>(join(capacity, ANCHORS)),
    outlines: readOutlines(capacity),
    places: readPacked<Places>(join(capacity, PLACES)),
    release: { exponents, earlier, round: secret && roundByKey(secret, REGISTERED_BASE) },
    allocations: readAllocations(allocations, partition),
    isCovered: (cell) => covered.contains(centreOf(cell)),
  });
  const inCells = { cell: Array.from(people.keys(), numberInPartition), millipersons: [...people.values()] };
  writePartitionTiles(folder, 'working', partition, inCells);
  writePacked(join(folder, TOTALS), totals);
  writePacked(join(folder, TRAINING_ZONES), drawTrainingZones(counts));
}
export const countPartitionJob = job(countPartition);

/** @param folder filled by `countPartition` */
export const readTotals = (folder: string): RegisterTotals => readPacked(join(folder, TOTALS));
export const readTrainingZones = (folder: string): TrainingZone[] => readPacked(join(folder, TRAINING_ZONES));
