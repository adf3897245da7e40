/** Road tiles of a graph in memory, written and read back. */
import { UNNAMED } from '../../../src/format/envelope.ts';
import type { Province } from '../../../src/format/manifest.ts';
import { type MaskTile, readMaskTile } from '../../../src/format/mask-tile.ts';
import { readPack } from '../../../src/format/pack.ts';
import { type RoadTile, readRoadTile } from '../../../src/format/road-tile.ts';
import { readSeparatorTile, type SeparatorTile } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { RoadCells, RoadTiles, RoadTilesRead } from '../../../src/storage/dataset-reader.ts';
import type { AddObject } from '../../../tiles-builder/base/records.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { buildTileTree } from '../../../tiles-builder/roads/hierarchy/tile-tree.ts';
import { cutHierarchy } from '../../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { type LoadedHierarchy, withHierarchy } from './contracted-roads.ts';

const MAX_LON_UNITS = 1.8e9;
const MAX_USEFUL_MS = 7_200_000;

export interface BuiltRoads {
  readonly hierarchy: LoadedHierarchy;
  readonly provinces: readonly Province[];
  readonly separators: ReadonlyMap<Cell, SeparatorTile>;
  readonly pages: ReadonlyMap<Cell, SeparatorTile>;
  readonly leaves: ReadonlyMap<Cell, RoadTile>;
  readonly masks: ReadonlyMap<number, ReadonlyMap<Cell, MaskTile>>;
  nodesOf(leaf: Cell): number[];
}

export class RoadTilesInMemory implements RoadTiles {
  readonly calls: RoadCells[] = [];
  readonly #graph: TimedGraph;
  readonly #maxUseful_ms: number;
  readonly #built = new Map<Travel, Promise<BuiltRoads>>();

  constructor(graph: TimedGraph, maxUseful_ms = MAX_USEFUL_MS) {
    this.#graph = graph;
    this.#maxUseful_ms = maxUseful_ms;
  }

  /** Tiles decide what is near. */
  provinces(): readonly Province[] {
    const { cells, depth } = buildTileTree(this.#graph).tree;
    const bounds = { west: -MAX_LON_UNITS, south: -MAX_LON_UNITS, east: MAX_LON_UNITS, north: MAX_LON_UNITS };
    return cells.filter((_, tile) => depth[tile] === 1).map((cell) => ({ cell, ...bounds, roads: bounds }));
  }

  async readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead> {
    this.calls.push(cells);
    const { separators, pages, leaves, masks } = await this.built(travel);
    return {
      separators: chosen(separators, cells.separators),
      pages: chosen(pages, cells.pages ?? []),
      leaves: chosen(leaves, cells.leaves),
      masks: chosen(
        cells.masks?.cells.length ? masks.get(cells.masks.pixels)! : new Map(),
        cells.masks?.cells ?? [],
      ),
    };
  }

  built(travel: Travel = 'motorized'): Promise<BuiltRoads> {
    let built = this.#built.get(travel);
    if (!built) {
      built = this.#build(travel);
      this.#built.set(travel, built);
    }
    return built;
  }

  #build(travel: Travel): Promise<BuiltRoads> {
    return withHierarchy(this.#graph, this.#maxUseful_ms, async ({ hierarchy, loaded, options }) => {
      const objects = new Map<string, Uint8Array>();
      const add: AddObject = (name, object) => objects.set(name, object);
      const { provinces } = await cutHierarchy(this.#graph, hierarchy, travel, add, options);
      return { ...openObjects(objects, travel, loaded), provinces };
    });
  }
}

function openObjects(
  objects: ReadonlyMap<string, Uint8Array>,
  travel: Travel,
  hierarchy: LoadedHierarchy,
): Omit<BuiltRoads, 'provinces'> {
  const separators = new Map<Cell, SeparatorTile>();
  const pages = new Map<Cell, SeparatorTile>();
  const leaves = new Map<Cell, RoadTile>();
  const masks = new Map<number, Map<Cell, MaskTile>>();
  for (const [name, object] of objects) {
    const [kind, ...place] = name.split('-') as [string, ...string[]];
    const cell = place.at(-1)!;
    if (kind === 'separators') separators.set(cell, readSeparatorTile(travel, cell, UNNAMED, object));
    else if (kind === 'root') pages.set(cell, readSeparatorTile(travel, cell, UNNAMED, object, 'root'));
    else if (kind === 'pack') {
      for (const [own, sealed] of readPack(travel, cell, UNNAMED, object)) {
        if (own === cell) separators.set(own, readSeparatorTile(travel, own, UNNAMED, sealed));
        else leaves.set(own, readRoadTile(travel, own, UNNAMED, sealed));
      }
    } else {
      const pixels = 2 ** Number(place[0]);
      if (!masks.has(pixels)) masks.set(pixels, new Map());
      for (const [own, sealed] of readPack(travel, cell, UNNAMED, object)) {
        masks.get(pixels)!.set(own, readMaskTile(travel, own, UNNAMED, pixels, sealed));
      }
    }
  }
  const nodesOf = (leaf: Cell): number[] => {
    const { ownNodes, borderNodes } = hierarchy.tiles.get(hierarchy.placed.tree.cells.indexOf(leaf))!;
    return [...ownNodes, ...borderNodes];
  };
  return { hierarchy, separators, pages, leaves, masks, nodesOf };
}

function chosen<Tile>(tiles: ReadonlyMap<Cell, Tile>, cells: readonly Cell[]): Map<Cell, Tile> {
  return new Map(cells.flatMap((cell) => (tiles.has(cell) ? [[cell, tiles.get(cell)!] as const] : [])));
}
