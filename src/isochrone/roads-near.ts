/** Reads road tiles near places: descends the tile tree by bounding boxes, from provinces (its top level) to leaves. */

import type { Province } from '../format/manifest.ts';
import { COORDINATE_UNIT_DEGREES, type RoadTile } from '../format/road-tile.ts';
import type { SeparatorTile } from '../format/separator-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type Cell, ROAD_TILE_LEVELS } from '../geo/cells.ts';
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

/** @returns leaf tiles whose bounds meet a square around a place, ascending by cell */
export async function readRoadsNear(
  { places, radius_m, roads }: NearRoads,
  travel: Travel,
  tiles: RoadTiles,
): Promise<RoadTile[]> {
  const windows = { boxes: places.map((place) => boxAround(place, radius_m)), roads };
  let cells = provincesWithin(tiles.provinces(travel), windows);
  for (let depth = 1; depth < ROAD_TILE_LEVELS.length; depth++) {
    const { separators } = await tiles.readRoadTiles(travel, { separators: cells, leaves: [] });
    cells = cells.flatMap((cell) => childrenWithin(listedTile(separators, cell), windows));
  }
  const { leaves } = await tiles.readRoadTiles(travel, { separators: [], leaves: cells });
  return cells.sort().map((cell) => listedTile(leaves, cell));
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
