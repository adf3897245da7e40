/** Datasets of counts in memory, written with the product's own tile writers: count tiles, packs, overviews, manifest. */

import { cellToParent } from 'h3-js';
import { MILLIPERSONS, writeCountTile } from '../../src/format/count-tile.ts';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { CountLayer, Coverage, Manifest, RoadLayer } from '../../src/format/manifest.ts';
import { manifestKey, overviewKey, packKey } from '../../src/format/object-keys.ts';
import { writeOverviewTile } from '../../src/format/overview-tile.ts';
import { writePack } from '../../src/format/pack.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentsOf,
} from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { MemoryTileSource } from '../../src/storage/tile-source.ts';

/** What goes into one count tile: occupied cells as ascending keys, thousandths of a person beside each. */
export interface TilePeople {
  readonly cell: Cell;
  readonly keys: readonly number[];
  readonly millipersons: readonly number[];
}

export interface CountDataset {
  readonly manifest: Manifest;
  readonly source: MemoryTileSource;
  /** A reader for one request; `loaded` keeps objects across requests, a new one starts cold. */
  reader(loaded?: LoadedObjects): DatasetReader;
}

export const TEST_VERSION = 'test-0123456789abcdef';

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

const NO_ROADS: RoadLayer = { tiles: 0, separator_tiles: 0, nodes: 0, edges: 0, bytes: 0 };

/** Cells of the standard grid with people (not thousandths) in each, cut into count tiles. */
export function tilesOf(peopleByCell: ReadonlyMap<Cell, number>): TilePeople[] {
  const cellsByTile = new Map<Cell, Cell[]>();
  for (const cell of [...peopleByCell.keys()].sort()) {
    const tile = cellToParent(cell, COUNT_TILE_RESOLUTION);
    const cells = cellsByTile.get(tile);
    if (cells) cells.push(cell);
    else cellsByTile.set(tile, [cell]);
  }
  return [...cellsByTile].map(([cell, cells]) => ({
    cell,
    keys: cells.map((each) => keyBelow(each, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)),
    millipersons: cells.map((each) => Math.round(peopleByCell.get(each)! * MILLIPERSONS)),
  }));
}

/** Writes a dataset with the given tiles by layer; a layer that is left out is absent from the dataset. */
export function countDataset(
  layers: Partial<Record<Layer, readonly TilePeople[]>>,
  options: { readonly version?: string; readonly coverage?: Partial<Coverage> } = {},
): CountDataset {
  const version = options.version ?? TEST_VERSION;
  const source = new MemoryTileSource();
  const living = layers.living ? writeLayer(source, version, 'living', layers.living) : null;
  const working = layers.working ? writeLayer(source, version, 'working', layers.working) : null;
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    region: 'test',
    version,
    built_at: '2026-01-01T00:00:00Z',
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
    roads: { pedestrian: NO_ROADS, motorized: NO_ROADS },
    living,
    working,
    error_model: { living: null, working: null },
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
  version: string,
  layer: Layer,
  unsorted: readonly TilePeople[],
): CountLayer {
  const tiles = unsorted.toSorted((a, b) => (a.cell < b.cell ? -1 : 1));
  const total = (tile: TilePeople): number => tile.millipersons.reduce((sum, people) => sum + people, 0);
  let bytes = 0;
  const put = (key: string, object: Uint8Array): void => {
    source.objects.set(key, object);
    bytes += object.byteLength;
  };
  const byPack = Map.groupBy(tiles, (tile) => cellToParent(tile.cell, PACK_RESOLUTION));
  for (const [cell, members] of byPack) {
    const sealed = members.map(
      (tile) => [tile.cell, writeCountTile(layer, tile.cell, version, tile.keys, tile.millipersons)] as const,
    );
    put(packKey(version, layer, cell), writePack(layer, cell, version, new Map(sealed)));
  }
  const byOverview = Map.groupBy(tiles, (tile) => cellToParent(tile.cell, OVERVIEW_RESOLUTION));
  for (const [cell, members] of byOverview) {
    const keys = members.map((tile) => keyBelow(tile.cell, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION));
    put(
      overviewKey(version, layer, cell),
      writeOverviewTile(layer, cell, version, COUNT_TILE_RESOLUTION, keys, members.map(total)),
    );
  }
  return {
    overviews: parentsOf(
      tiles.map((tile) => tile.cell),
      OVERVIEW_RESOLUTION,
    ),
    tiles: tiles.length,
    cells: tiles.reduce((sum, tile) => sum + tile.keys.length, 0),
    total_millipersons: tiles.reduce((sum, tile) => sum + total(tile), 0),
    bytes,
  };
}
