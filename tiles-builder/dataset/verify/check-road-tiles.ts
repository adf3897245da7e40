import { DamagedTile } from '../../../src/format/envelope.ts';
import { NO_ARC_MS, type RankedArcs } from '../../../src/format/ranked-arcs.ts';
import type { RoadTile } from '../../../src/format/road-tile.ts';
import type { SeparatorTile } from '../../../src/format/separator-tile.ts';
import { type Cell, ROAD_TILE_LEVELS, ROOT_TILE } from '../../../src/geo/cells.ts';
import type { RoadCells, RoadTilesRead } from '../../../src/storage/dataset-reader.ts';

/** What the tiles of one way to travel hold. */
export interface RoadTilesFound {
  readonly leaves: readonly Cell[];
  readonly separators: readonly Cell[];
  /** Parents of leaves: they have masks. */
  readonly masks: readonly Cell[];
  nodes: number;
  edges: number;
}

/**
 * Reads all road tiles from the root down: every tile that a parent lists exists, every arc leads to a higher rank, every
 * border node to a slot of the parent, every edge to two ends; every leaf has its masks.
 * @param grids in pixels around the world
 * @throws Error that names the first tile in which something does not hold
 */
export async function checkRoadTiles(
  read: (cells: RoadCells) => Promise<RoadTilesRead>,
  grids: readonly number[],
): Promise<RoadTilesFound> {
  const found = { leaves: [] as Cell[], separators: [] as Cell[], masks: [] as Cell[], nodes: 0, edges: 0 };
  const checkBelow = async (tile: SeparatorTile, depth: number): Promise<void> => {
    found.separators.push(tile.cell);
    found.nodes += tile.nodeFlags.length;
    checkArcs(tile.cell, tile);
    checkBorders(tile);
    const childrenAreLeaves = depth === ROAD_TILE_LEVELS.length - 1;
    const wanted = childrenAreLeaves
      ? { separators: [], leaves: tile.childCells }
      : { separators: tile.childCells, leaves: [] };
    const children = await read(wanted);
    if (childrenAreLeaves) {
      found.masks.push(tile.cell);
      for (const pixels of grids) {
        const { masks } = await read({ separators: [], leaves: [], masks: { cells: [tile.cell], pixels } });
        const drawn = masks.get(tile.cell)?.column.length;
        if (drawn !== tile.childCells.length) fault(tile.cell, `masks of ${drawn ?? 'no'} children`);
      }
    }
    for (const [index, cell] of tile.childCells.entries()) {
      const child = children.separators.get(cell) ?? children.leaves.get(cell);
      if (!child) throw new DamagedTile('roads', `${cell} is listed by ${tile.cell} but missing`);
      const borders = tile.childFirstBorder[index + 1]! - tile.childFirstBorder[index]!;
      if (child.borderNodes !== borders)
        fault(cell, `${child.borderNodes} border nodes, its parent knows ${borders}`);
    }
    for (const leaf of children.leaves.values()) {
      found.leaves.push(leaf.cell);
      found.nodes += leaf.nodeFlags.length;
      found.edges += leaf.edgeTail.length;
      checkArcs(leaf.cell, leaf);
      checkEdges(leaf);
    }
    for (const child of children.separators.values()) await checkBelow(child, depth + 1);
  };
  const root = (await read({ separators: [ROOT_TILE], leaves: [] })).separators.get(ROOT_TILE);
  if (!root) throw new DamagedTile('roads', 'lack their root');
  await checkBelow(root, 0);
  return found;
}

function fault(cell: Cell, what: string): never {
  throw new Error(`tile ${cell}: ${what}`);
}

function checkArcs(cell: Cell, { nodeFlags, borderNodes, down, up }: RankedArcs): void {
  const nodes = nodeFlags.length;
  for (const { firstArc, upperSlot, ms } of [down, up]) {
    for (let slot = 0; slot < nodes; slot++) {
      if (firstArc[slot]! > firstArc[slot + 1]!) fault(cell, `slot ${slot} has no list of arcs`);
      for (let arc = firstArc[slot]!; arc < firstArc[slot + 1]!; arc++) {
        const upper = upperSlot[arc]!;
        if (upper >= nodes + borderNodes || (upper >= slot && upper < nodes)) {
          fault(cell, `arc ${arc} does not lead to a higher rank`);
        }
        if (ms[arc]! < 0 || ms[arc]! > NO_ARC_MS) fault(cell, `arc ${arc} takes ${ms[arc]} ms`);
      }
    }
  }
}

function checkBorders(tile: SeparatorTile): void {
  const slots = tile.nodeFlags.length + tile.borderNodes;
  for (const slot of tile.borderSlot)
    if (slot >= slots) fault(tile.cell, `a child borders on slot ${slot}, which is none`);
}

function checkEdges(tile: RoadTile): void {
  const slots = tile.nodeFlags.length + tile.borderNodes;
  for (let edge = 0; edge < tile.edgeTail.length; edge++) {
    if (tile.edgeTail[edge]! >= slots || tile.edgeHead[edge]! >= slots)
      fault(tile.cell, `edge ${edge} has no such end`);
    const points = tile.edgeFirstPoint[edge + 1]! - tile.edgeFirstPoint[edge]!;
    if (points < 2) fault(tile.cell, `edge ${edge} has no shape`);
  }
}
