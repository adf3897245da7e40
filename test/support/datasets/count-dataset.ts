/** Datasets of counts in memory, by the product's writers. */

import { cellToParent } from 'h3-js';
import { MILLIPERSONS, writeCountTile } from '../../../src/format/count-tile.ts';
import { FORMAT_VERSION } from '../../../src/format/envelope.ts';
import type { LivingErrorModel } from '../../../src/format/error-model.ts';
import type {
  CountLayer,
  Coverage,
  Manifest,
  RoadLayer,
  TileSetEntry,
} from '../../../src/format/manifest.ts';
import { manifestKey, overviewName, packName } from '../../../src/format/object-keys.ts';
import { writeOverviewTile } from '../../../src/format/overview-tile.ts';
import { writePack } from '../../../src/format/pack.ts';
import { ROAD_MODEL } from '../../../src/format/road-model.ts';
import type { Layer } from '../../../src/format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  numberOfTile,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentsOf,
  type TileNumber,
} from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { MAX_LOADED_BYTES } from '../../../src/limits.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import { wideUnitsIn } from '../../../tiles-builder/tiles/cut-count-tiles.ts';
import { MemoryTileSource } from './memory-tile-source.ts';
import { tileSetInMemory } from './stored-tile-sets.ts';

/** Ascending, in thousandths of a person. */
export interface TilePeople {
  readonly cell: Cell;
  readonly keys: readonly number[];
  readonly millipersons: readonly number[];
  /** Census units of `living`: see {@link writeCountTile}. */
  readonly units?: Parameters<typeof writeCountTile>[4];
}

export interface CountDataset {
  readonly manifest: Manifest;
  readonly source: MemoryTileSource;
  /** `loaded` caches objects across requests. */
  reader(loaded?: LoadedObjects): DatasetReader;
}

const TEST_VERSION = 'test-0123456789abcdef';

const WHOLE_GLOBE: Zone = [
  [
    [
      [-180, -90],
      [0, -90],
      [180, -90],
      [180, 90],
      [0, 90],
      [-180, 90],
      [-180, -90],
    ],
  ],
];

export const entryOf = (name: string): TileSetEntry => ({
  name,
  objects: 0,
  bytes: 0,
  list_sha256: '0'.repeat(64),
});

/** Never only zeros, which stand for a tile set that the dataset lacks. */
export const setNameOf = (version: string): string => `f${version.slice(-15)}`;

/** @param people not thousandths */
export function tilesOf(
  peopleByCell: ReadonlyMap<Cell, number>,
  unitOf: ((cell: Cell) => number) | null = null,
): TilePeople[] {
  const cellsByTile = new Map<Cell, Cell[]>();
  for (const cell of [...peopleByCell.keys()].sort()) {
    const tile = cellToParent(cell, COUNT_TILE_RESOLUTION);
    const cells = cellsByTile.get(tile);
    if (cells) cells.push(cell);
    else cellsByTile.set(tile, [cell]);
  }
  const millipersons = (cell: Cell): number => Math.round(peopleByCell.get(cell)! * MILLIPERSONS);
  const tiles = [...cellsByTile].map(([cell, cells]) => ({
    cell,
    keys: cells.map((each) => keyBelow(each, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)),
    millipersons: cells.map(millipersons),
  }));
  return unitOf ? withUnits(tiles, ({ cell }) => cellsByTile.get(cell)!.map(unitOf)) : tiles;
}

/** @param unitsOf by cell of a tile */
export function withUnits(
  tiles: readonly TilePeople[],
  unitsOf: (tile: TilePeople) => readonly number[],
): TilePeople[] {
  const people = new Map<number, Map<TileNumber, number>>();
  const listed = tiles.map((tile) => {
    const of = unitsOf(tile);
    const number = numberOfTile(tile.cell);
    for (const [i, unit] of of.entries()) {
      const byTile = people.get(unit) ?? new Map<TileNumber, number>();
      people.set(unit, byTile);
      byTile.set(number, (byTile.get(number) ?? 0) + tile.millipersons[i]);
    }
    return { ...tile, units: { of, tilesOf: (unit: number) => people.get(unit)!, ratioClassOf: () => 0 } };
  });
  return listed;
}

export function countDataset(
  layers: Partial<Record<Layer, readonly TilePeople[]>>,
  options: {
    readonly version?: string;
    readonly coverage?: Partial<Coverage>;
    readonly livingErrorModel?: LivingErrorModel;
  } = {},
): CountDataset {
  const version = options.version ?? TEST_VERSION;
  const source = new MemoryTileSource();
  const setName = setNameOf(version);
  const noRoads: RoadLayer = {
    ...entryOf(setName),
    provinces: [],
    tiles: 0,
    separator_tiles: 0,
    nodes: 0,
    edges: 0,
  };
  const living = layers.living ? writeLayer(source, setName, 'living', layers.living) : null;
  const working = layers.working ? writeLayer(source, setName, 'working', layers.working) : null;
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    builder_version: '0.1.0',
    region: 'test',
    version,
    timezone: 'Europe/Paris',
    simulated: true,
    cut_isochrones: 'refuse',
    sources: [],
    coverage: {
      roads: WHOLE_GLOBE,
      living: living && WHOLE_GLOBE,
      working: working && WHOLE_GLOBE,
      ...options.coverage,
    },
    coverage_margin_m: { roads: 0, living: 0, working: 0 },
    road_model: ROAD_MODEL,
    roads: { pedestrian: noRoads, motorized: noRoads },
    basemap: null,
    living,
    working,
    error_model: { living: options.livingErrorModel ?? null, working: null },
  };
  source.objects.set(manifestKey(version), new TextEncoder().encode(JSON.stringify(manifest)));
  return {
    manifest,
    source,
    reader: (loaded = new LoadedObjects(MAX_LOADED_BYTES)) => new DatasetReader(manifest, source, loaded),
  };
}

function writeLayer(
  source: MemoryTileSource,
  setName: string,
  layer: Layer,
  unsorted: readonly TilePeople[],
): CountLayer {
  const tiles = unsorted.toSorted((a, b) => (a.cell < b.cell ? -1 : 1));
  const total = (tile: TilePeople): number => tile.millipersons.reduce((sum, people) => sum + people, 0);
  const { add, objects } = tileSetInMemory(layer, setName);
  const byPack = Map.groupBy(tiles, (tile) => cellToParent(tile.cell, PACK_RESOLUTION));
  for (const [cell, members] of byPack) {
    const sealed = members.map(
      (tile) =>
        [tile.cell, writeCountTile(layer, tile.cell, tile.keys, tile.millipersons, tile.units)] as const,
    );
    add(packName(cell), writePack(layer, cell, new Map(sealed)));
  }
  const byOverview = Map.groupBy(tiles, (tile) => cellToParent(tile.cell, OVERVIEW_RESOLUTION));
  for (const [cell, members] of byOverview) {
    const keys = members.map((tile) => keyBelow(tile.cell, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION));
    const wide = members.flatMap((tile) => (tile.units ? wideUnitsIn(tile.cell, tile.units) : []));
    add(overviewName(cell), writeOverviewTile(layer, cell, keys, members.map(total), wide));
  }
  for (const [key, object] of objects) source.objects.set(key, object);
  return {
    ...entryOf(setName),
    overviews: parentsOf(
      tiles.map((tile) => tile.cell),
      OVERVIEW_RESOLUTION,
    ),
    tiles: tiles.length,
    cells: tiles.reduce((sum, tile) => sum + tile.keys.length, 0),
    total_millipersons: tiles.reduce((sum, tile) => sum + total(tile), 0),
  };
}
