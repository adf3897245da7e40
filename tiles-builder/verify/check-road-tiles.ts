import { splitLongToH3Index } from 'h3-js';
import type { RoadTile } from '../../src/format/road-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';

/**
 * Reads all road tiles and follows every edge to both its ends.
 * @param packs the existing tiles, pack by pack
 * @throws Error that names the first tile in which something does not hold
 */
export async function checkRoadTiles(
  packs: readonly (readonly Cell[])[],
  read: (cells: readonly Cell[]) => Promise<ReadonlyMap<Cell, RoadTile>>,
): Promise<{ tiles: number; nodes: number }> {
  const nodesByTile = new Map<Cell, number>();
  /** The highest node number that another tile uses of each tile. */
  const highestUsed = new Map<Cell, number>();
  for (const pack of packs) {
    for (const [cell, tile] of await read(pack)) {
      nodesByTile.set(cell, tile.nodeFlags.length);
      checkNumbers(tile);
      for (const [i, node] of tile.externalNode.entries()) {
        const owner = splitLongToH3Index(tile.externalTileLow[i]!, tile.externalTileHigh[i]!);
        highestUsed.set(owner, Math.max(node, highestUsed.get(owner) ?? 0));
      }
    }
  }
  for (const [cell, node] of highestUsed) {
    const nodes = nodesByTile.get(cell) ?? 0;
    if (node >= nodes) throw new Error(`an edge leads to node ${node} of tile ${cell}, which has ${nodes}`);
  }
  const nodes = [...nodesByTile.values()].reduce((sum, count) => sum + count, 0);
  return { tiles: nodesByTile.size, nodes };
}

function checkNumbers(tile: RoadTile): void {
  const edges = tile.edgeTail.length;
  const ends = tile.nodeFlags.length + tile.externalNode.length;
  const fault = (what: string): never => {
    throw new Error(`tile ${tile.cell}: ${what}`);
  };
  for (let edge = 0; edge < edges; edge++) {
    if (tile.edgeTail[edge]! >= ends || tile.edgeHead[edge]! >= ends) fault(`edge ${edge} has no such end`);
    if (tile.edgeFirstPoint[edge + 1]! - tile.edgeFirstPoint[edge]! < 2) fault(`edge ${edge} has no shape`);
  }
  for (let node = 0; node < tile.nodeFlags.length; node++) {
    const first = tile.firstNodeEdge[node]!;
    const end = tile.firstNodeEdge[node + 1]!;
    if (first > end) fault(`node ${node} has no list of edges`);
    for (let i = first; i < end; i++) {
      const edge = tile.nodeEdges[i]!;
      if (edge >= edges || (tile.edgeTail[edge] !== node && tile.edgeHead[edge] !== node)) {
        fault(`node ${node} does not end edge ${edge}`);
      }
    }
  }
}
