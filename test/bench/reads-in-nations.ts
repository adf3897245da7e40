/** Benchmark: an isochrone's reads in a country and in a larger one around it. */
import { gridDisk } from 'h3-js';
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import { type Cell, parentOf, ROAD_TILE_LEVELS } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { IsochroneQuery } from '../../src/isochrone/compute-isochrone.ts';
import { computeIsochrone, type Isochrone } from '../../src/isochrone/compute-isochrone.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { type ReadWork, TooMuchToRead } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { median } from './measures.ts';

/** With nothing in memory. */
export type OpenCountry = () => DatasetReader;

export interface ReadsWanted {
  readonly travel: Travel;
  readonly time_s: number;
  /** Half are at seams of provinces. */
  readonly origins: number;
  readonly seed: number;
}

/** Sums over origins, smaller country first. */
export interface ReadsFigures extends Omit<ReadsWanted, 'seed'> {
  readonly reads: readonly [number, number];
  readonly bytes: readonly [number, number];
  /** Median excess in the larger country. */
  readonly reads_more: number;
  readonly most_reads_more: number;
  readonly most_bytes_ratio: number;
}

/** In a larger country, with equal reads. */
export const MAX_BYTES_RATIO = 1.25;

const SEED = 20_261_122;
const ORIGINS = 40;
const TIMES_S: Record<Travel, readonly number[]> = {
  pedestrian: [900, 3_600],
  motorized: [600, 1_800, 3_600],
};
/** Near the border roads differ. */
const TRIES = 40;

/** @param folders of a country and a larger one around it */
export async function benchReadsInNations(
  folders: readonly [string, string],
  json: boolean,
  progress: Progress,
): Promise<readonly ReadsFigures[]> {
  const [small, large] = folders.map((folder): OpenCountry => {
    const manifest = manifestIn(folder);
    return () => readerOfFolder(folder, manifest, new LoadedObjects(MAX_LOADED_BYTES));
  });
  const all: ReadsFigures[] = [];
  for (const travel of TRAVELS) {
    for (const time_s of TIMES_S[travel]) {
      const wanted = { travel, time_s, origins: ORIGINS, seed: SEED };
      all.push(await compareReads(small!, large!, wanted, progress));
      console.log(describe(all.at(-1)!));
    }
  }
  if (json) console.log(JSON.stringify({ reads: all }));
  return all;
}

export const isWithin = ({ reads_more, bytes: [small, large] }: ReadsFigures): boolean =>
  reads_more <= 0 && large <= MAX_BYTES_RATIO * small;

/** @throws Error if too few places have equal isochrones */
export async function compareReads(
  small: OpenCountry,
  large: OpenCountry,
  { seed, ...wanted }: ReadsWanted,
  progress: Progress,
): Promise<ReadsFigures> {
  const { travel, time_s, origins } = wanted;
  const leaves = await leavesOfWholeProvinces(small, large, travel);
  const atSeams = leaves.filter(isAtSeam);
  if (leaves.length === 0)
    throw new Error('no province of the smaller country is the same in the larger one');
  const random = new Random(seed);
  const work: (readonly [ReadWork, ReadWork])[] = [];
  for (let tries = 0; work.length < origins; tries++) {
    if (tries === TRIES * origins)
      throw new Error(`only ${work.length} places have the same isochrone in both`);
    const among = work.length % 2 === 0 && atSeams.length > 0 ? atSeams : leaves;
    const origin = await placeIn(among[random.integer(0, among.length - 1)], travel, small(), random);
    if (!origin) continue;
    const readers = [small(), large()] as const;
    const query = { origin, travel, time_s };
    const [inSmall, inLarge] = [await isochroneOf(query, readers[0]), await isochroneOf(query, readers[1])];
    if (!inSmall || !inLarge || inSmall.cut || !isSame(inSmall, inLarge)) continue;
    work.push([readers[0].work, readers[1].work]);
    progress(`${travel}, ${time_s / 60} min`, work.length, origins);
  }
  const sum = (of: (work: ReadWork) => number): [number, number] => [
    work.reduce((all, [one]) => all + of(one), 0),
    work.reduce((all, [, other]) => all + of(other), 0),
  ];
  const readsMore = work.map(([one, other]) => other.objects - one.objects);
  return {
    ...wanted,
    reads: sum(({ objects }) => objects),
    bytes: sum(({ bytes }) => bytes),
    reads_more: median(readsMore),
    most_reads_more: Math.max(...readsMore),
    most_bytes_ratio: Math.max(...work.map(([one, other]) => other.bytes / one.bytes)),
  };
}

/** `null` if refused. */
async function isochroneOf(query: IsochroneQuery, reader: DatasetReader): Promise<Isochrone | null> {
  try {
    const result = await computeIsochrone(query, reader);
    return result.ok ? result.value : null;
  } catch (cause) {
    if (cause instanceof TooMuchToRead) return null;
    throw cause;
  }
}

const isSame = (a: Isochrone, b: Isochrone): boolean => JSON.stringify(a.zone) === JSON.stringify(b.zone);

/** One request for each parent. */
async function leavesOf(open: OpenCountry, travel: Travel): Promise<readonly Cell[]> {
  let cells: readonly Cell[] = open()
    .provinces(travel)
    .map(({ cell }) => cell);
  for (const _ of ROAD_TILE_LEVELS.slice(1)) {
    const below: Cell[] = [];
    for (const cell of cells) {
      const { separators } = await open().readRoadTiles(travel, { separators: [cell], leaves: [] });
      below.push(...separators.get(cell)!.childCells);
    }
    cells = below;
  }
  return cells;
}

/** Their objects equal the larger country's. */
async function leavesOfWholeProvinces(
  small: OpenCountry,
  large: OpenCountry,
  travel: Travel,
): Promise<readonly Cell[]> {
  const inSmall = await leavesOf(small, travel);
  const known = new Set(inSmall);
  const more = new Set((await leavesOf(large, travel)).filter((leaf) => !known.has(leaf)).map(provinceOf));
  return inSmall.filter((leaf) => !more.has(provinceOf(leaf)));
}

const provinceOf = (leaf: Cell): Cell => parentOf(leaf, ROAD_TILE_LEVELS[0]);

/** A neighbouring leaf is of another province. */
function isAtSeam(leaf: Cell): boolean {
  return gridDisk(leaf, 1).some((cell) => provinceOf(cell) !== provinceOf(leaf));
}

async function placeIn(
  leaf: Cell,
  travel: Travel,
  reader: DatasetReader,
  random: Random,
): Promise<Position | null> {
  const { leaves } = await reader.readRoadTiles(travel, { separators: [], leaves: [leaf] });
  const { edgeFlags, edgeFirstPoint, pointLon, pointLat } = leaves.get(leaf)!;
  const roads = [...edgeFlags.keys()].filter((edge) => (edgeFlags[edge] & FRONTAGE_EDGE) !== 0);
  if (roads.length === 0) return null;
  const point = edgeFirstPoint[roads[random.integer(0, roads.length - 1)]];
  return [pointLon[point] * COORDINATE_UNIT_DEGREES, pointLat[point] * COORDINATE_UNIT_DEGREES];
}

function describe({ travel, time_s, origins, ...figures }: ReadsFigures): string {
  const { reads, bytes, most_reads_more, most_bytes_ratio } = figures;
  const megabytes = bytes.map((sum) => (sum / origins / 1e6).toFixed(2));
  return (
    `${travel} ${time_s / 60} min from ${origins} places: ${reads.join(' and ')} reads in all, ${megabytes.join(' and ')} MB each; ` +
    `from one place at most ${most_reads_more} reads more and ${most_bytes_ratio.toFixed(3)} times the bytes`
  );
}
