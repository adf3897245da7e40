/** What threads do with one area of the registers: each job leaves files in a folder of its own. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { areaOf, boxAroundArea, cellInArea, numberInArea } from '../areas/areas.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { BandEstimate } from '../config/bands.ts';
import { readGifts } from '../dataset/ledger.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import type { Outline, PlanarArea } from '../geometry/planar-area.ts';
import { cellsOfUnit } from '../living/cells-of-unit.ts';
import { ZoneNearArea } from '../living/zone-near-area.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { jobsOf } from '../threads/job-threads.ts';
import { writeAreaTiles } from '../tiles/area-tiles.ts';
import { placesInArea, RoomInOutlines } from '../working/places-by-cell.ts';
import { type BuildingOfSites, buildingsOfSites } from './buildings-of-sites.ts';
import { countArea } from './count-area.ts';
import { type Lesson, learnFromZones } from './learn-from-zones.ts';
import type { CellsOfOutline, WidePeople } from './share-wide-sites.ts';
import { readSites } from './site-records.ts';
import type { CountedWithTally } from './sum-registers.ts';
import { TallyInside } from './tally.ts';

const ROOM = 'room';
const BUILDINGS = 'buildings';
const WIDE = 'wide';
const COUNTED = 'counted';
const LESSONS = 'lessons';

const job = jobsOf(import.meta.url);

interface AreaJob {
  readonly area: Cell;
  /** Takes what is made of the area. */
  readonly folder: string;
  /** Folder of a spill of sites. */
  readonly sites: string;
  /** Where registers and census count, as far as it lies near the area: see {@link outlinesNear}. */
  readonly coverage: readonly Outline[];
}

const coverageNear = (area: Cell, coverage: readonly Outline[]): PlanarArea =>
  new ZoneNearArea(coverage, boxAroundArea(area)).clipped;

/** Finds the room by day in the cells of an area, what of it lies in which outline of sites, and the buildings that sites are in. */
export function findRoom({
  area,
  folder,
  sites,
  coverage,
  builtUp,
  roadside,
}: AreaJob & {
  /** Folder of a {@link BuiltUpSpill}. */
  readonly builtUp: string;
  /** Folders of {@link RoadsideCells}. */
  readonly roadside: readonly string[];
}): void {
  const covered = coverageNear(area, coverage);
  const buildings = BuiltUpSpill.taken(builtUp).buildingsOf(area);
  const besideRoads = new Set(new RoadsideCells(roadside).of(area));
  const room = placesInArea(area, buildings, besideRoads, covered);
  const { points, outlines, numbers } = readSites(AreaSpill.finished(sites).read(area));
  const inOutlines = new RoomInOutlines(area, buildings, covered);
  const found = numbers.map((number, outline): CellsOfOutline => {
    const zone = outlines.areaOf(outline);
    let all = 0;
    const cells: Cell[] = [];
    for (const cell of cellsOfUnit(zone, zone)) {
      if (areaOf(cell) !== area) continue;
      all++;
      if (covered.contains(centreOf(cell))) cells.push(cell);
    }
    const roomIn = inOutlines.within(
      zone,
      cells.filter((cell) => besideRoads.has(numberInArea(cell))),
    );
    return {
      number,
      all,
      cells: Uint32Array.from(cells, numberInArea),
      room: new Map(Array.from(roomIn, ([cell, size]) => [numberInArea(cell), size])),
    };
  });
  writePacked(join(folder, ROOM), [
    Uint32Array.from(room.keys(), numberInArea),
    Float64Array.from(room.values()),
  ]);
  writePacked(join(folder, BUILDINGS), buildingsOfSites(area, points, buildings, covered));
  writePacked(join(folder, WIDE), found);
}
export const findRoomJob = job(findRoom);

/** @param folder that `findRoom` has filled */
export const readWide = (folder: string): CellsOfOutline[] => readPacked(join(folder, WIDE));

/** Counts who is where in an area by day: its packs of count tiles, and what it tells of them. */
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
}: AreaJob & {
  /** The folder that `findRoom` has filled. */
  readonly room: string;
  /** What of the sites of each outline falls to the area. */
  readonly shares: ReadonlyMap<number, WidePeople>;
  readonly ledger: string;
  /** The share at home of each census unit. */
  readonly atHome: Float64Array;
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
}): void {
  const [numbers, sizes] = readPacked<[Uint32Array, Float64Array]>(join(roomFolder, ROOM));
  const room = new Map(
    Array.from(numbers, (number, i): [Cell, number] => [cellInArea(area, number), sizes[i]]),
  );
  const covered = coverageNear(area, coverage);
  const own = readSites(AreaSpill.finished(sites).read(area));
  const isCovered = (cell: Cell): boolean => covered.contains(centreOf(cell));
  const { people, counts, ...counted } = countArea({
    area,
    sites: own,
    buildings: readPacked<BuildingOfSites[]>(join(roomFolder, BUILDINGS)),
    outlines: { cells: readWide(roomFolder), shares },
    room,
    gifts: readGifts(ledger, area),
    atHome,
    dispersion,
    bands,
    isCovered,
  });
  const inside = new TallyInside().addArea(own, (position) => isCovered(cellAt(position)), shares, bands);
  const inCells = { cell: Array.from(people.keys(), numberInArea), millipersons: [...people.values()] };
  writeAreaTiles(folder, 'working', area, inCells);
  writePacked(join(folder, COUNTED), { ...counted, inside } satisfies CountedWithTally);
  writePacked(join(folder, LESSONS), learnFromZones(counts));
}
export const countInJob = job(countIn);

/** @param folder that `countIn` has filled */
export const readCounted = (folder: string): CountedWithTally => readPacked(join(folder, COUNTED));
/** @param folder that `countIn` has filled */
export const readLessons = (folder: string): Lesson[] => readPacked(join(folder, LESSONS));
