/** Jobs of registers by partition: each writes files to its own folder. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { BandEstimate } from '../config/bands.ts';
import { readAllocations } from '../dataset/ledger.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import type { Outline } from '../geometry/planar-area.ts';
import { cellsOfUnit } from '../living/cells-of-unit.ts';
import { zoneAround } from '../living/zone-near-partition.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { numberInPartition, partitionOf } from '../partitions/partitions.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { jobsOf } from '../threads/job-threads.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import type { GroupFigure } from '../working/count-partition.ts';
import { roundByKey, roundingBase } from '../working/keyed-rounding.ts';
import type { Places } from '../working/places.ts';
import { placesInPartition, RoomInOutlines } from '../working/places-by-cell.ts';
import { type RoomFollowed, roomLikelihoods } from '../working/room-followed.ts';
import { anchorsOfSites } from './buildings-of-sites.ts';
import { countArea } from './count-area.ts';
import { workplacesOf } from './count-points.ts';
import { learnFromZones, type TrainingZone } from './learn-from-zones.ts';
import type { CellsOfOutline, WidePeople } from './share-wide-sites.ts';
import { readSites } from './site-records.ts';
import type { CountedWithTally } from './sum-registers.ts';
import { TallyInside } from './tally.ts';

const ROOM = 'room';
const ANCHORS = 'anchors';
const LIKELIHOODS = 'likelihoods';
const WIDE = 'wide';
const COUNTED = 'counted';
const TRAINING_ZONES = 'training-zones';

export const REGISTERED_BASE = roundingBase(1);

const job = jobsOf(import.meta.url);

interface AreaJob {
  readonly area: Cell;
  readonly folder: string;
  /** Folder of a spill of sites. */
  readonly sites: string;
  /** Where registers and census count, near the partition: see `outlinesByPartition`. */
  readonly coverage: readonly Outline[];
}

/** Finds the room by day of a partition, its part in each outline, and the buildings of sites. */
export function findRoom({
  area,
  folder,
  sites,
  coverage,
  bands,
  builtUp,
  roadside,
}: AreaJob & {
  readonly bands: readonly BandEstimate[];
  /** Folder of a {@link BuiltUpSpill}. */
  readonly builtUp: string;
  /** Folders of {@link RoadsideCells}. */
  readonly roadside: readonly string[];
}): void {
  const covered = zoneAround(area, coverage);
  const buildings = BuiltUpSpill.taken(builtUp).buildingsByDayOf(area);
  const besideRoads = new Set(new RoadsideCells(roadside).of(area));
  const places = placesInPartition(area, buildings, besideRoads, covered);
  const { points, outlines, numbers } = readSites(PartitionSpill.finished(sites).read(area));
  const inOutlines = new RoomInOutlines(area, buildings, covered);
  const found = numbers.map((number, outline): CellsOfOutline => {
    const zone = outlines.areaOf(outline);
    let all = 0;
    const cells: Cell[] = [];
    for (const cell of cellsOfUnit(zone, zone)) {
      if (partitionOf(cell) !== area) continue;
      all++;
      if (covered.contains(centreOf(cell))) cells.push(cell);
    }
    const inArea = Uint32Array.from(cells, (cell) => numberInPartition(cell));
    const room = inOutlines.within(
      zone,
      inArea.filter((cell) => besideRoads.has(cell)),
    );
    return { number, all, cells: inArea, room };
  });
  writePacked(join(folder, ROOM), places);
  const anchors = anchorsOfSites(area, points, buildings, covered);
  writePacked(join(folder, ANCHORS), anchors);
  const seen = workplacesOf({ points, anchors }, bands, (cell) => covered.contains(centreOf(cell)));
  writePacked(join(folder, LIKELIHOODS), roomLikelihoods(places, seen));
  writePacked(join(folder, WIDE), found);
}
export const findRoomJob = job(findRoom);

export const readLikelihoods = (folder: string): Float64Array => readPacked(join(folder, LIKELIHOODS));
export const readWide = (folder: string): CellsOfOutline[] => readPacked(join(folder, WIDE));

/** Counts people by day in a partition: packs of count tiles and sums. */
export function countIn({
  area,
  folder,
  sites,
  coverage,
  room: roomFolder,
  shares,
  ledger,
  atHome,
  dispersion,
  bands,
  followed,
  earlier,
  secret,
}: AreaJob & {
  /** Filled by `findRoom`. */
  readonly room: string;
  /** People of each outline who fall to the partition. */
  readonly shares: ReadonlyMap<number, WidePeople>;
  readonly ledger: string;
  /** Share by census unit. */
  readonly atHome: Float64Array;
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
  readonly followed: RoomFollowed;
  /** Groups of the version before. */
  readonly earlier: readonly GroupFigure[];
  /** Key of rounding; figures are exact without one. */
  readonly secret: Uint8Array | undefined;
}): void {
  const covered = zoneAround(area, coverage);
  const own = readSites(PartitionSpill.finished(sites).read(area));
  const isCovered = (cell: Cell): boolean => covered.contains(centreOf(cell));
  const { people, counts, ...counted } = countArea({
    area,
    sites: own,
    anchors: readPacked<Cell[]>(join(roomFolder, ANCHORS)),
    outlines: { cells: readWide(roomFolder), shares },
    places: readPacked<Places>(join(roomFolder, ROOM)),
    release: { followed, earlier, round: secret && roundByKey(secret, REGISTERED_BASE) },
    allocations: readAllocations(ledger, area),
    atHome,
    dispersion,
    bands,
    isCovered,
  });
  const inside = new TallyInside().addArea(own, (position) => isCovered(cellAt(position)), shares, bands);
  const inCells = { cell: Array.from(people.keys(), numberInPartition), millipersons: [...people.values()] };
  writePartitionTiles(folder, 'working', area, inCells);
  writePacked(join(folder, COUNTED), { ...counted, inside } satisfies CountedWithTally);
  writePacked(join(folder, TRAINING_ZONES), learnFromZones(counts));
}
export const countInJob = job(countIn);

export const readCounted = (folder: string): CountedWithTally => readPacked(join(folder, COUNTED));
export const readTrainingZones = (folder: string): TrainingZone[] => readPacked(join(folder, TRAINING_ZONES));
