import { DamagedTile } from '../../src/format/envelope.ts';
import { NO_ARC_MS, type RankedArcs } from '../../src/format/ranked-arcs.ts';
import type { RoadTile } from '../../src/format/road-tile.ts';
import { type SeparatorTile, TALLIED_NODE } from '../../src/format/separator-tile.ts';
import { type Cell, ROAD_TILE_LEVELS } from '../../src/geo/cells.ts';
import type { RoadCells, RoadTilesRead } from '../../src/storage/dataset-reader.ts';

export interface RoadTilesFound {
  readonly leaves: readonly Cell[];
  readonly separators: readonly Cell[];
  readonly pages: readonly Cell[];
  readonly masks: readonly Cell[];
  nodes: number;
  edges: number;
}

/**
 * Checks the structure of all road tiles: arcs lead to higher ranks, border nodes to slots of the parent, edges to two ends;
 * leaves have masks.
 */
export async function checkRoadTiles(
  provinces: readonly Cell[],
  read: (cells: RoadCells) => Promise<RoadTilesRead>,
  grids: readonly number[],
): Promise<RoadTilesFound> {
  const found = {
    leaves: [] as Cell[],
    separators: [] as Cell[],
    pages: [] as Cell[],
    masks: [] as Cell[],
    nodes: 0,
    edges: 0,
  };
  const checkBelow = async (tile: SeparatorTile, depth: number): Promise<void> => {
    found.separators.push(tile.cell);
    found.nodes += tile.nodeFlags.length;
    checkArcs(tile.cell, tile);
    checkBorders(tile);
    if (depth === ROAD_TILE_LEVELS.length - 1) return checkLeaves(tile);
    for (const cell of tile.childCells) {
      const child = await separatorOf(cell, `listed by ${tile.cell}`, read);
      checkBordersOf(child, tile);
      await checkBelow(child, depth + 1);
    }
  };
  const checkLeaves = async (parent: SeparatorTile): Promise<void> => {
    found.masks.push(parent.cell);
    for (const pixels of grids) {
      const { masks } = await read({ separators: [], leaves: [], masks: { cells: [parent.cell], pixels } });
      const drawn = masks.get(parent.cell)?.column.length;
      if (drawn !== parent.childCells.length) fault(parent.cell, `masks of ${drawn ?? 'no'} children`);
    }
    const { leaves } = await read({ separators: [], leaves: parent.childCells });
    for (const cell of parent.childCells) {
      const leaf = leaves.get(cell);
      if (!leaf) throw new DamagedTile('roads', `${cell} is listed by ${parent.cell} but missing`);
      checkBordersOf(leaf, parent);
      found.leaves.push(cell);
      found.nodes += leaf.nodeFlags.length;
      found.edges += leaf.edgeTail.length;
      checkArcs(cell, leaf);
      checkEdges(leaf);
    }
  };
  for (const cell of provinces) {
    const province = await separatorOf(cell, 'listed by the manifest', read);
    if (province.borderNodes > 0) found.pages.push(cell);
    await checkBelow(province, 1);
  }
  for (const cell of found.pages) found.nodes += await checkPage(cell, read);
  return found;
}

async function checkPage(cell: Cell, read: (cells: RoadCells) => Promise<RoadTilesRead>): Promise<number> {
  const page = (await read({ separators: [], leaves: [], pages: [cell] })).pages.get(cell);
  if (!page) throw new DamagedTile('roads', `lack the page of ${cell}`);
  if (!page.childCells.includes(cell)) fault(cell, 'its page does not list it');
  checkArcs(cell, page);
  checkBorders(page);
  for (const child of page.childCells) {
    checkBordersOf(await separatorOf(child, `listed by the page of ${cell}`, read), page);
  }
  return page.nodeFlags.reduce((sum, flags) => sum + (flags & TALLIED_NODE ? 1 : 0), 0);
}

/** Reads one at a time, as a root's children exceed a request's limit. */
async function separatorOf(
  cell: Cell,
  where: string,
  read: (cells: RoadCells) => Promise<RoadTilesRead>,
): Promise<SeparatorTile> {
  const tile = (await read({ separators: [cell], leaves: [] })).separators.get(cell);
  if (!tile) throw new DamagedTile('roads', `${cell}, ${where}, is missing`);
  return tile;
}

function fault(cell: Cell, what: string): never {
  throw new Error(`tile ${cell}: ${what}`);
}

function checkBordersOf(child: RoadTile | SeparatorTile, parent: SeparatorTile): void {
  const index = parent.childCells.indexOf(child.cell);
  const borders = parent.childFirstBorder[index + 1] - parent.childFirstBorder[index];
  if (child.borderNodes !== borders)
    fault(child.cell, `${child.borderNodes} border nodes, its parent knows ${borders}`);
}

function checkArcs(cell: Cell, { nodeFlags, borderNodes, down, up }: RankedArcs): void {
  const nodes = nodeFlags.length;
  for (const { firstArc, upperSlot, ms } of [down, up]) {
    for (let slot = 0; slot < nodes; slot++) {
      if (firstArc[slot] > firstArc[slot + 1]) fault(cell, `slot ${slot} has no list of arcs`);
      for (let arc = firstArc[slot]; arc < firstArc[slot + 1]; arc++) {
        const upper = upperSlot[arc];
        if (upper >= nodes + borderNodes || (upper >= slot && upper < nodes)) {
          fault(cell, `arc ${arc} does not lead to a higher rank`);
        }
        if (ms[arc] < 0 || ms[arc] > NO_ARC_MS) fault(cell, `arc ${arc} takes ${ms[arc]} ms`);
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
    if (tile.edgeTail[edge] >= slots || tile.edgeHead[edge] >= slots)
      fault(tile.cell, `edge ${edge} has no such end`);
    const points = tile.edgeFirstPoint[edge + 1] - tile.edgeFirstPoint[edge];
    if (points < 2) fault(tile.cell, `edge ${edge} has no shape`);
  }
}
