import { DamagedTile } from '../../src/format/envelope.ts';
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
 * Reads all road tiles, which checks each by itself, and checks them against each other: listed tiles are there, border nodes are as
 * many as the parent knows, leaves have masks.
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
  for (const child of page.childCells) {
    checkBordersOf(await separatorOf(child, `listed by the page of ${cell}`, read), page);
  }
  return page.nodeFlags.reduce((sum, flags) => sum + (flags & TALLIED_NODE ? 1 : 0), 0);
}

/** One at a time: a root's children exceed a request's limit. */
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
