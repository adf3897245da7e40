/** Reads a dataset folder back as the Worker reads the bucket, every tile of it, and checks what must hold. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { cellToParent } from 'h3-js';
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { masksName, overviewName, packName, rootName, separatorsName } from '../../src/format/object-keys.ts';
import { masksPackOf, SAMPLE_GRIDS } from '../../src/format/road-model.ts';
import { FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import { LAYERS, type Layer, TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  ROAD_PACK_RESOLUTION,
  resolutionOf,
} from '../../src/geo/cells.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { areaOf } from '../areas/areas.ts';
import { tilesByPack, tilesIn } from '../dataset/count-tiles.ts';
import {
  manifestIn,
  readBuiltAt,
  readerOfFolder,
  readTileSets,
  strayFiles,
  type TileSetFolder,
  writeReceipt,
} from '../dataset/dataset-folder.ts';
import type { Progress } from '../records.ts';
import type { PeopleInCells } from '../tiles/cut-count-tiles.ts';
import { PRIVACY } from '../working/parameters.ts';
import { privacyFileOf, readPrivacyFile } from '../working/privacy-file.ts';
import { checkCountTiles } from './check-count-tiles.ts';
import { checkLedger, peopleInTiles } from './check-ledger.ts';
import { checkMapPacks } from './check-map-packs.ts';
import { checkNames, isOfNames } from './check-names.ts';
import { checkObjects } from './check-objects.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkRoadTiles } from './check-road-tiles.ts';
import { type CellOfTiles, checkShown } from './check-shown.ts';

export interface Verification {
  readonly manifest: Manifest;
  /** ISO 8601. */
  readonly built_at: string;
  /** What was found right, as sentences. */
  readonly checks: readonly string[];
  /** What was found wrong; empty for a dataset that can be published. */
  readonly faults: readonly string[];
  /** Why the folder of a whole dataset took no receipt, for example as it can only be read; `null` otherwise. */
  readonly withoutReceipt: string | null;
}

/**
 * Reads a dataset folder back, and leaves a receipt in it where it is whole and right.
 * @param now_ms for the receipt
 * @param options `ledger`: also proves that the living tiles are what the ledger beside the folder says
 * @throws BadInput where the folder holds no dataset; damage in it is reported among the faults
 */
export async function verifyDataset(
  folder: string,
  progress: Progress,
  now_ms: number,
  { ledger = false }: { readonly ledger?: boolean } = {},
): Promise<Verification> {
  const manifest = manifestIn(folder);
  const built_at = readBuiltAt(folder);
  const checks: string[] = [];
  const faults: string[] = [];
  const check = async (about: string, examine: () => Promise<string> | string): Promise<void> => {
    try {
      checks.push(await examine());
    } catch (error) {
      faults.push(`${about}: ${(error as Error).message}`);
    }
  };
  /** Keeps nothing, so that memory stays bounded: a tile set is read pack by pack. */
  const reader = (): DatasetReader => readerOfFolder(folder, manifest, new LoadedObjects(0));
  /** Names of the objects that each tile set must have, by what its tiles say of one another. */
  const expected: Record<Travel | Layer, Set<string>> = {
    pedestrian: new Set(),
    motorized: new Set(),
    living: new Set(),
    working: new Set(),
  };

  const verifyRoads = async (travel: Travel): Promise<string> => {
    const layer = manifest.roads[travel];
    if (layer.separator_tiles === 0) return `${travel}: no roads, and none expected`;
    const grids = SAMPLE_GRIDS[travel].map(({ pixels }) => pixels);
    let done = 0;
    const found = await checkRoadTiles((cells) => {
      done += cells.leaves.length;
      progress(`Verify ${travel}`, done, layer.tiles);
      return reader().readRoadTiles(travel, cells);
    }, grids);
    const names = expected[travel];
    for (const cell of found.separators) {
      const isPacked = resolutionOf(cell) === ROAD_PACK_RESOLUTION;
      names.add(isPacked ? packName(cell) : separatorsName(cell));
    }
    for (const cell of found.pages) names.add(rootName(cell));
    for (const cell of found.masks) {
      for (const pixels of grids) names.add(masksName(pixels, masksPackOf(travel, pixels, cell)));
    }
    expectEqual('nodes', found.nodes, layer.nodes);
    expectEqual('edges', found.edges, layer.edges);
    expectEqual('tiles', found.leaves.length, layer.tiles);
    expectEqual('separator tiles', found.separators.length + found.pages.length, layer.separator_tiles);
    return `${travel}: ${layer.tiles} tiles, ${layer.nodes} nodes, every arc leads upwards, every edge to its ends`;
  };
  /** Of working people, as the threshold is proven by area. */
  const occupiedAreas = new Set<Cell>();
  const workingIn = new Map<Cell, CellOfTiles>();
  const verifyLedger = async (): Promise<string> => {
    const layer = manifest.living;
    if (!layer) throw new Error('the dataset has no living counts');
    const overviews = [...(await reader().readOverviews('living', layer.overviews)).values()];
    const byArea = Map.groupBy(tilesIn(overviews), areaOf);
    const peopleIn = async (area: Cell): Promise<PeopleInCells> =>
      peopleInTiles((await reader().readCountTiles('living', byArea.get(area) ?? [])).values());
    const step = (done: number, total: number): void => progress('Verify the ledger', done, total);
    const found = await checkLedger(folder, manifest, byArea.keys(), peopleIn, step);
    return `ledger: the tiles are its sums in ${found.areas} areas, cell by cell, and each of ${found.units} census units gave exactly its people`;
  };
  const verifyCounts = async (name: Layer): Promise<string> => {
    const layer = manifest[name];
    if (!layer) return `${name}: no such data, and none expected`;
    const overviews = [...(await reader().readOverviews(name, layer.overviews)).values()];
    const packs = tilesByPack(overviews);
    const names = expected[name];
    for (const { cell } of overviews) names.add(overviewName(cell));
    for (const pack of packs.keys()) names.add(packName(pack));
    let done = 0;
    const found = await checkCountTiles(overviews, [...packs.values()], async (cells) => {
      done += cells.length;
      progress(`Verify ${name}`, done, layer.tiles);
      const tiles = await reader().readCountTiles(name, cells);
      if (name === 'working') {
        for (const tile of tiles.values()) {
          addAreas(occupiedAreas, tile);
          addPeople(workingIn, tile);
        }
      }
      return tiles;
    });
    expectEqual('tiles', found.tiles, layer.tiles);
    expectEqual('occupied cells', found.cells, layer.cells);
    expectEqual('thousandths of a person', found.millipersons, layer.total_millipersons);
    const sum = `${name}: ${found.tiles} tiles add up to ${found.millipersons / MILLIPERSONS} people`;
    const { census } = manifest;
    if (name !== 'living' || !census) return `${sum}, as the manifest says`;
    expectEqual('thousandths of an inhabitant', found.millipersons, census.inside_millipersons);
    return `${sum}, exactly the census's inside the coverage (it lists ${census.listed_people} in all)`;
  };

  const verifyNames = (basemap: TileSetFolder): string => {
    const listed = manifest.basemap?.names;
    if (listed === undefined && !basemap.objects.some(isOfNames))
      return 'no names: build it anew to find any';
    const names = checkNames(basemap);
    if (listed !== undefined) expectEqual('beginnings of names', names, listed);
    return `${names} beginnings of names, each found`;
  };

  for (const travel of TRAVELS) await check(travel, () => verifyRoads(travel));
  for (const layer of LAYERS) await check(layer, () => verifyCounts(layer));
  if (ledger) await check('ledger', verifyLedger);
  if (manifest.working) {
    await check('working', () =>
      manifest.registers
        ? verifyRegisters(manifest.registers)
        : verifyPrivacy(folder, manifest, occupiedAreas, workingIn),
    );
  }
  await check('lists', async () => {
    const tileSets = readTileSets(folder, manifest);
    for (const tileSet of tileSets) {
      const { tileSet: set } = tileSet;
      progress(`Verify the objects of ${set}`);
      faults.push(...checkObjects(tileSet, set === 'basemap' ? null : expected[set]));
      if (set === 'basemap')
        await check(set, () => describeBasemap(checkMapPacks(tileSet), verifyNames(tileSet)));
    }
    const stray = strayFiles(folder, tileSets);
    const beside = stray.length === 0 ? '' : `; not part of it and not published: ${stray.join(', ')}`;
    return `${tileSets.length} tile sets, each named after the content of its objects${beside}`;
  });
  const withoutReceipt = faults.length === 0 ? writeReceipt(folder, new Date(now_ms).toISOString()) : null;
  return { manifest, built_at, checks, faults, withoutReceipt };
}

function addAreas(areas: Set<Cell>, { cell, keys }: CountTile): void {
  for (const key of keys) {
    const occupied = cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
    areas.add(cellToParent(occupied, PRIVACY.finest_resolution));
  }
}

/** By the finest cells that the map shows. */
function addPeople(people: Map<Cell, CellOfTiles>, { cell, keys, runningTotals }: CountTile): void {
  let before = 0;
  for (const [i, key] of keys.entries()) {
    const occupied = cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
    const shown = cellToParent(occupied, FINEST_SHOWN.working);
    const { millipersons, occupied: others } = people.get(shown) ?? { millipersons: 0, occupied: 0 };
    people.set(shown, { millipersons: millipersons + runningTotals[i] - before, occupied: others + 1 });
    before = runningTotals[i];
  }
}

const describeBasemap = ({ packs, tiles }: ReturnType<typeof checkMapPacks>, names: string): string =>
  `basemap: ${tiles} tiles in ${packs} objects, each where its directory says; ${names}`;

/** What the build found; sites are not kept, so that it cannot be shown anew. */
function verifyRegisters({ smallest_group_people, min_people }: NonNullable<Manifest['registers']>): string {
  if (smallest_group_people === 0) return 'working: from registers; no site is counted';
  if (smallest_group_people < min_people)
    throw new Error(`a figure of sites is of ${smallest_group_people} people, fewer than ${min_people}`);
  return `working: from registers; the build grouped sites until each figure was of ${smallest_group_people} people or more`;
}

function verifyPrivacy(
  folder: string,
  { version, working_shown_from }: Manifest,
  occupiedAreas: ReadonlySet<Cell>,
  workingIn: ReadonlyMap<Cell, CellOfTiles>,
): string {
  const file = privacyFileOf(folder, version);
  if (!existsSync(file)) return `working: ${basename(file)} is not here, so that the threshold is not proven`;
  const groups = readPrivacyFile(file);
  if (groups.version !== version) throw new Error(`${basename(file)} is of version ${groups.version}`);
  const smallest = checkPrivacy(groups, occupiedAreas);
  const proven = `working: every figure rests on ${smallest} persons or more, in ${groups.groups.length} groups`;
  if (working_shown_from === undefined) return `${proven}; the map shows no density of it`;
  if (groups.shown_from_people === undefined)
    return `${proven}; ${basename(file)} is of an earlier builder and does not say in which cells a group's people are, so that the cells of the map are not proven`;
  if (groups.shown_from_people !== working_shown_from)
    throw new Error(
      `${basename(file)} has cells shown from ${groups.shown_from_people} people on, the manifest from ${working_shown_from}`,
    );
  const shown = checkShown(groups, workingIn, working_shown_from);
  return `${proven}; the map shows ${shown} cells, those of ${working_shown_from} people or more: each rests on enough persons, and outlines no group`;
}

function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} ${what} in the tiles, the manifest says ${expected}`);
}
