/** Lists the exits of a dataset's roads, and how far the roads of another dataset are from them. */
import { cellToBoundary } from 'h3-js';
import { COORDINATE_UNIT_DEGREES, EXIT_NODE, type RoadTile } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, ROAD_TILE_LEVELS } from '../../../src/geo/cells.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  widenedBox,
} from '../../../src/geo/positions.ts';
import { type AboveTile, exitFlagsOf, leadsToExit } from '../../../src/isochrone/exit-slots.ts';
import { listedTile } from '../../../src/isochrone/listed-tile.ts';
import { readRoadsNear } from '../../../src/isochrone/roads-near.ts';
import { isOpen, nearestPoint } from '../../../src/isochrone/snap-origin.ts';
import type { RoadTiles } from '../../../src/storage/dataset-reader.ts';

/** A reader has the limits of one request. */
export type OpenRoads = () => RoadTiles;

/** An edge goes on beyond the cell of its tile, by about this much at most. */
const BEYOND_CELL_M = 2_000;
const EXITS_AT_ONCE = 50;

/** Descends the tile tree to the leaves with exits that may lie in the box; dead ends near the edge are left out. */
export async function exitsWithin(box: BoundingBox, travel: Travel, open: OpenRoads): Promise<Position[]> {
  const exits = new Map<string, Position>();
  const isNear = (cell: Cell): boolean => {
    const boundary = cellToBoundary(cell, true) as Position[];
    return boxesOverlap(widenedBox(boundingBoxOf([boundary]), BEYOND_CELL_M), box);
  };
  const enter = async (cell: Cell, depth: number, above: AboveTile | null): Promise<void> => {
    const tiles = open();
    const { separators } = await tiles.readRoadTiles(travel, { separators: [cell], leaves: [] });
    const parent = listedTile(separators, cell);
    const exitFlags = exitFlagsOf(parent, above);
    const children = parent.childCells.flatMap((child, index) =>
      leadsToExit({ parent, child: index, exitFlags }) && isNear(child) ? [index] : [],
    );
    if (depth + 1 < ROAD_TILE_LEVELS.length) {
      for (const child of children)
        await enter(parent.childCells[child], depth + 1, { parent, child, exitFlags });
      return;
    }
    const cells = children.map((child) => parent.childCells[child]);
    const { leaves } = await tiles.readRoadTiles(travel, { separators: [], leaves: cells });
    for (const child of children) {
      const leaf = listedTile(leaves, parent.childCells[child]);
      for (const exit of exitsOf(leaf, exitFlagsOf(leaf, { parent, child, exitFlags })))
        exits.set(exit.join(), exit);
    }
  };
  for (const { cell } of open()
    .provinces(travel)
    .filter(({ cell }) => isNear(cell)))
    await enter(cell, 1, await pageAbove(cell, travel, open()));
  return [...exits.values()].filter((exit) => boxesOverlap(box, boundingBoxOf([[exit]])));
}

async function pageAbove(cell: Cell, travel: Travel, tiles: RoadTiles): Promise<AboveTile | null> {
  const { separators } = await tiles.readRoadTiles(travel, { separators: [cell], leaves: [] });
  if (listedTile(separators, cell).borderNodes === 0) return null;
  const { pages } = await tiles.readRoadTiles(travel, { separators: [], leaves: [], pages: [cell] });
  const parent = listedTile(pages, cell);
  return { parent, child: parent.childCells.indexOf(cell), exitFlags: exitFlagsOf(parent, null) };
}

function exitsOf(
  { edgeTail, edgeHead, edgeFirstPoint, pointLon, pointLat }: RoadTile,
  exitFlags: Uint8Array,
): Position[] {
  const at = (point: number): Position => [
    pointLon[point] * COORDINATE_UNIT_DEGREES,
    pointLat[point] * COORDINATE_UNIT_DEGREES,
  ];
  const isExit = (slot: number): boolean => exitFlags[slot] === EXIT_NODE;
  return Array.from(edgeTail, (tail, edge) => [
    ...(isExit(tail) ? [at(edgeFirstPoint[edge])] : []),
    ...(isExit(edgeHead[edge]) ? [at(edgeFirstPoint[edge + 1] - 1)] : []),
  ]).flat();
}

/** @returns metres from each place to the nearest open road, `Infinity` if none is within `within_m` */
export async function distancesToRoads(
  places: readonly Position[],
  within_m: number,
  travel: Travel,
  open: OpenRoads,
): Promise<number[]> {
  const distances_m: number[] = [];
  for (let start = 0; start < places.length; start += EXITS_AT_ONCE) {
    const some = places.slice(start, start + EXITS_AT_ONCE);
    const near = { places: some, radius_m: within_m, roads: 'all' } as const;
    const roads = await readRoadsNear(near, travel, open());
    for (const place of some) {
      distances_m.push(nearestPoint(place, within_m, roads, isOpen)?.distance_m ?? Infinity);
    }
  }
  return distances_m;
}
