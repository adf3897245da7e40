/** People per cell → count tiles in packs, area by area, and the overviews that list them. */
import { cellToChildren } from 'h3-js';
import { writeCountTile } from '../../src/format/count-tile.ts';
import type { CountLayer, TileSetEntry } from '../../src/format/manifest.ts';
import { overviewName, packName } from '../../src/format/object-keys.ts';
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
  parentOf,
} from '../../src/geo/cells.ts';
import { areaOf, cellInArea, numberInArea } from '../areas/areas.ts';
import type { AddObject, MillipersonsByCell } from '../records.ts';

/** What a manifest says of a layer of counts beside how it is stored. */
export type CountFigures = Omit<CountLayer, keyof TileSetEntry>;

/** People in the cells of one area. */
export interface PeopleInCells {
  /** Numbers in the area, ascending and distinct. */
  readonly cell: ArrayLike<number>;
  /** Thousandths of a person in each, above 0. */
  readonly millipersons: ArrayLike<number>;
}

/** Cuts one layer of counts; keeps nothing but the total of each tile. */
export class CountTileCutter {
  readonly #layer: Layer;
  readonly #add: AddObject;
  readonly #totals = new Map<Cell, number>();
  #cells = 0;

  /** @param add takes the objects: packs as areas are added, overviews at the end */
  constructor(layer: Layer, add: AddObject) {
    this.#layer = layer;
    this.#add = add;
  }

  /** @throws RangeError where a tile would hold more than 4,294,967 people */
  addArea(area: Cell, people: PeopleInCells): void {
    let next = 0;
    for (const pack of cellToChildren(area, PACK_RESOLUTION)) {
      const tiles = new Map<Cell, Uint8Array>();
      for (const tile of cellToChildren(pack, COUNT_TILE_RESOLUTION)) {
        const first = next;
        const keys: number[] = [];
        for (; next < people.cell.length; next++) {
          const cell = cellInArea(area, people.cell[next]);
          if (parentOf(cell, COUNT_TILE_RESOLUTION) !== tile) break;
          keys.push(keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION));
        }
        if (keys.length === 0) continue;
        const counts = keys.map((_, i) => people.millipersons[first + i]);
        tiles.set(tile, writeCountTile(this.#layer, tile, keys, counts));
        this.#totals.set(
          tile,
          counts.reduce((sum, count) => sum + count, 0),
        );
        this.#cells += keys.length;
      }
      if (tiles.size > 0) this.#add(packName(pack), writePack(this.#layer, pack, tiles));
    }
    if (next < people.cell.length) throw new Error(`cells of ${area} are not in ascending order`);
  }

  /** Adds the overviews. */
  finish(): CountFigures {
    const tiles = [...this.#totals.keys()].sort();
    const byOverview = Map.groupBy(tiles, (tile) => parentOf(tile, OVERVIEW_RESOLUTION));
    for (const [overview, listed] of byOverview) {
      const keys = listed.map((tile) => keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION));
      const totals = listed.map((tile) => this.#totals.get(tile)!);
      const object = writeOverviewTile(this.#layer, overview, COUNT_TILE_RESOLUTION, keys, totals);
      this.#add(overviewName(overview), object);
    }
    return {
      overviews: [...byOverview.keys()],
      tiles: tiles.length,
      cells: this.#cells,
      total_millipersons: tiles.reduce((sum, tile) => sum + this.#totals.get(tile)!, 0),
    };
  }
}

/** Cuts a layer whose people are all in memory. @param add takes packs, and then overviews */
export function cutCountTiles(layer: Layer, people: MillipersonsByCell, add: AddObject): CountFigures {
  const cutter = new CountTileCutter(layer, add);
  const occupied = [...people.keys()].filter((cell) => people.get(cell)! > 0).sort();
  for (const [area, cells] of Map.groupBy(occupied, areaOf)) {
    const millipersons = cells.map((cell) => people.get(cell)!);
    cutter.addArea(area, { cell: cells.map(numberInArea), millipersons });
  }
  return cutter.finish();
}
