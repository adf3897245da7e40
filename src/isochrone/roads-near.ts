/** Reads road tiles near places: descends the tile tree by bounding boxes, from provinces (its top level) to leaves. */

import type { Province } from '../format/manifest.ts';
import { COORDINATE_UNIT_DEGREES, type RoadTile } from '../format/road-tile.ts';
import type { SeparatorTile } from '../format/separator-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type Cell, parentsOf, ROAD_TILE_LEVELS, ROAD_TILE_RESOLUTION } from '../geo/cells.ts';
import { latLngToCell } from '../geo/h3.ts';
import { type BoundingBox, boxAround, type Position, TURNS } from '../geo/positions.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { listedTile } from './listed-tile.ts';

export interface NearRoads {
  readonly places: readonly Position[];
  readonly radius_m: number;
  /** Motorways, tunnels and ferries are only found where all roads are asked for. */
  readonly roads: 'with frontage' | 'all';
}

interface Windows {
  readonly boxes: readonly BoundingBox[];
  readonly roads: NearRoads['roads'];
}

/** @returns ascending by cell */
export async function readRoadsNear(
  { places, radius_m, roads }: NearRoads,
  travel: Travel,
  tiles: RoadTiles,
): Promise<RoadTile[]> {
  const windows = { boxes: places.map((place) => boxAround(place, radius_m)), roads };
  const nearCells = [...new Set(windows.boxes.flatMap(cellsWithin))];
  const ahead = ROAD_TILE_LEVELS.slice(0, -1).flatMap((level) => parentsOf(nearCells, level));
  const near = await tiles.readRoadTiles(travel, { separators: ahead, leaves: nearCells });

  const separators = new Map(near.separators);
  const leaves = new Map(near.leaves);
  let cells = provincesWithin(tiles.provinces(travel), windows);
  for (let depth = 1; depth < ROAD_TILE_LEVELS.length; depth++) {
    await readMissing(
      cells,
      separators,
      async (missing) => (await tiles.readRoadTiles(travel, { separators: missing, leaves: [] })).separators,
    );
    cells = cells.flatMap((cell) => childrenWithin(listedTile(separators, cell), windows));
  }
  await readMissing(
    cells,
    leaves,
    async (missing) => (await tiles.readRoadTiles(travel, { separators: [], leaves: missing })).leaves,
  );
  return cells.sort().map((cell) => listedTile(leaves, cell));
}

async function readMissing<Tile>(
  cells: readonly Cell[],
  known: Map<Cell, Tile>,
  read: (cells: Cell[]) => Promise<ReadonlyMap<Cell, Tile>>,
): Promise<void> {
  const missing = cells.filter((cell) => !known.has(cell));
  if (missing.length === 0) return;
  for (const [cell, tile] of await read(missing)) known.set(cell, tile);
}

/** Finds the cells at corners, and at sides and middle where corners differ. */
function cellsWithin({ west, south, east, north }: BoundingBox): Cell[] {
  const cellAt = (lat: number, lon: number): Cell =>
    latLngToCell(Math.max(-90, Math.min(90, lat)), lon, ROAD_TILE_RESOLUTION);
  const cells = new Set([cellAt(south, west), cellAt(south, east), cellAt(north, west), cellAt(north, east)]);
  // Cells are convex.
  if (cells.size === 1) return [...cells];
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  for (const cell of [
    cellAt(south, lon),
    cellAt(north, lon),
    cellAt(lat, west),
    cellAt(lat, lon),
    cellAt(lat, east),
  ]) {
    cells.add(cell);
  }
  return [...cells];
}

const provincesWithin = (provinces: readonly Province[], { boxes, roads }: Windows): Cell[] =>
  provinces
    .filter((province) => {
      const bounds = roads === 'all' ? province.roads : province;
      return boxes.some((box) => meets(bounds, box));
    })
    .map(({ cell }) => cell);

function childrenWithin(tile: SeparatorTile, { boxes, roads }: Windows): Cell[] {
  const areAll = roads === 'all';
  return tile.childCells.filter((_, child) => {
    const bounds = {
      west: (areAll ? tile.childRoadsWest : tile.childWest)[child],
      south: (areAll ? tile.childRoadsSouth : tile.childSouth)[child],
      east: (areAll ? tile.childRoadsEast : tile.childEast)[child],
      north: (areAll ? tile.childRoadsNorth : tile.childNorth)[child],
    };
    return boxes.some((box) => meets(bounds, box));
  });
}

/** @param bounds in coordinate units */
export function meets(bounds: BoundingBox, window: BoundingBox): boolean {
  if (bounds.south * COORDINATE_UNIT_DEGREES > window.north) return false;
  if (bounds.north * COORDINATE_UNIT_DEGREES < window.south) return false;
  const west = bounds.west * COORDINATE_UNIT_DEGREES;
  const east = bounds.east * COORDINATE_UNIT_DEGREES;
  return TURNS.some((turn) => west + turn <= window.east && east + turn >= window.west);
}
