/** Reads a dataset folder back as the Worker reads the bucket, every tile of it, and checks what must hold. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { cellToParent } from 'h3-js';
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import {
  basemapPrefix,
  masksKey,
  overviewKey,
  packKey,
  separatorsKey,
} from '../../src/format/object-keys.ts';
import { type OverviewTile, readOverviewTile } from '../../src/format/overview-tile.ts';
import { LAYERS, type Layer, type TileSet, TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentsOf,
  ROAD_PACK_RESOLUTION,
} from '../../src/geo/cells.ts';
import { GRIDS } from '../../src/isochrone/pixel-grid.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BasemapSummary } from '../basemap/cut-basemap-tiles.ts';
import { FolderTileSource, listObjects, readManifest } from '../dataset-folder.ts';
import type { Progress } from '../records.ts';
import { PRIVACY } from '../working/parameters.ts';
import { privacyFileOf, readPrivacyFile } from '../working/privacy-file.ts';
import { checkCountTiles } from './check-count-tiles.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkRoadTiles } from './check-road-tiles.ts';

export interface Verification {
  readonly manifest: Manifest;
  /** What was found right, as sentences. */
  readonly checks: readonly string[];
  /** What was found wrong; empty for a dataset that can be published. */
  readonly faults: readonly string[];
}

/** @throws BadInput where the folder holds no dataset; damage in it is reported among the faults */
export async function verifyDataset(folder: string, progress: Progress): Promise<Verification> {
  const manifest = readManifest(folder);
  const source = new FolderTileSource(folder, manifest.version);
  const checks: string[] = [];
  const faults: string[] = [];
  const expectedKeys = new Set<string>();
  /** Keeps nothing, so that memory stays bounded: a tile set is read pack by pack. */
  const reader = (): DatasetReader => new DatasetReader(manifest, source, new LoadedObjects(0));

  const readOverviews = async (tileSet: TileSet, cells: readonly Cell[]): Promise<OverviewTile[]> => {
    const overviews: OverviewTile[] = [];
    for (const cell of cells) {
      const key = overviewKey(manifest.version, tileSet, cell);
      expectedKeys.add(key);
      const bytes = await source.read(key);
      if (!bytes) throw new Error(`${key} is missing`);
      overviews.push(readOverviewTile(tileSet, cell, manifest.version, new Uint8Array(bytes)));
    }
    return overviews;
  };
  const tilesByPack = (tileSet: TileSet, overviews: readonly OverviewTile[]): Cell[][] => {
    const tiles = overviews.flatMap((overview) =>
      [...overview.keys].map((key) =>
        cellFromKey(overview.cell, OVERVIEW_RESOLUTION, key, overview.tileResolution),
      ),
    );
    return parentsOf(tiles, PACK_RESOLUTION).map((pack) => {
      expectedKeys.add(packKey(manifest.version, tileSet, pack));
      return tiles.filter((tile) => cellToParent(tile, PACK_RESOLUTION) === pack);
    });
  };
  const verifySet = async (name: TileSet | 'basemap', verify: () => Promise<string>): Promise<void> => {
    try {
      checks.push(await verify());
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  };

  const verifyRoads = async (travel: Travel): Promise<string> => {
    const layer = manifest.roads[travel];
    if (layer.separator_tiles === 0) return `${travel}: no roads, and none expected`;
    const grids = GRIDS[travel].map(({ pixels }) => pixels);
    let done = 0;
    const found = await checkRoadTiles((cells) => {
      done += cells.leaves.length;
      progress(`Verify ${travel}`, done, layer.tiles);
      return reader().readRoadTiles(travel, cells);
    }, grids);
    const { version } = manifest;
    for (const cell of found.separators) expectedKeys.add(separatorsKey(version, travel, cell));
    for (const cell of found.masks) {
      for (const pixels of grids) expectedKeys.add(masksKey(version, travel, pixels, cell));
    }
    for (const cell of parentsOf(found.leaves, ROAD_PACK_RESOLUTION))
      expectedKeys.add(packKey(version, travel, cell));
    expectEqual('nodes', found.nodes, layer.nodes);
    expectEqual('edges', found.edges, layer.edges);
    expectEqual('tiles', found.leaves.length, layer.tiles);
    expectEqual('separator tiles', found.separators.length, layer.separator_tiles);
    return `${travel}: ${layer.tiles} tiles, ${layer.nodes} nodes, every arc leads upwards, every edge to its ends`;
  };
  const occupiedAreas: Record<Layer, Set<Cell>> = { living: new Set(), working: new Set() };
  const verifyCounts = async (name: Layer): Promise<string> => {
    const layer = manifest[name];
    if (!layer) return `${name}: no such data, and none expected`;
    const overviews = await readOverviews(name, layer.overviews);
    let done = 0;
    const found = await checkCountTiles(overviews, tilesByPack(name, overviews), async (cells) => {
      done += cells.length;
      progress(`Verify ${name}`, done, layer.tiles);
      const tiles = await reader().readCountTiles(name, cells);
      for (const tile of tiles.values()) addAreas(occupiedAreas[name], tile);
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

  for (const travel of TRAVELS) await verifySet(travel, () => verifyRoads(travel));
  for (const layer of LAYERS) await verifySet(layer, () => verifyCounts(layer));
  if (manifest.working) {
    await verifySet('working', async () => verifyPrivacy(folder, manifest.version, occupiedAreas.working));
  }
  const basemapTiles = new BasemapSummary();
  for (const { key, file } of listObjects(folder, manifest.version).slice(0, -1)) {
    if (key.startsWith(basemapPrefix(manifest.version))) basemapTiles.add(key, readFileSync(file));
    else if (!expectedKeys.delete(key)) faults.push(`${key} belongs to no tile set`);
  }
  await verifySet('basemap', async () => {
    const found = basemapTiles.finish();
    const expected = manifest.basemap;
    expectEqual('tiles', found.tiles, expected?.tiles ?? 0);
    if (expected && found.sha256 !== expected.sha256) throw new Error('a tile is damaged or of another name');
    return `basemap: ${found.tiles} tiles as they were drawn`;
  });
  return { manifest, checks, faults };
}

function addAreas(areas: Set<Cell>, { cell, keys }: CountTile): void {
  for (const key of keys) {
    const occupied = cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
    areas.add(cellToParent(occupied, PRIVACY.finest_resolution));
  }
}

function verifyPrivacy(folder: string, version: string, occupiedAreas: ReadonlySet<Cell>): string {
  const file = privacyFileOf(folder);
  if (!existsSync(file)) return `working: ${basename(file)} is not here, so that the threshold is not proven`;
  const groups = readPrivacyFile(file);
  if (groups.version !== version) throw new Error(`${basename(file)} is of version ${groups.version}`);
  const smallest = checkPrivacy(groups, occupiedAreas);
  return `working: every figure rests on ${smallest} persons or more, in ${groups.groups.length} groups`;
}

function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} ${what} in the tiles, the manifest says ${expected}`);
}
