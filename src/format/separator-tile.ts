/**
 * Writes and reads separator tiles. One has the nodes that separate the child tiles of a cell in the contraction hierarchy of a
 * travel mode, and the bounds and border nodes of each child. A root page has those of the root that are in reach of a cell.
 */

import { ByteBuffer } from 'flatbuffers';
import type { Cell } from '../geo/cells.ts';
import { h3IndexToSplitLong, splitLongToH3Index } from '../geo/h3.ts';
import { openTile, present, seal, type TileKind, type TileSetName } from './envelope.ts';
import { SeparatorTile as SeparatorTileTable } from './generated/separator-tile.ts';
import { arcColumns, type RankedArcs, readArcs } from './ranked-arcs.ts';
import type { Travel } from './tile-sets.ts';
import { tableBytes } from './write-table.ts';

/** A child's subtree has a reachable exit. */
export const EXIT_BELOW = 1;
/** A root node has this flag in the one page that counts it. */
export const TALLIED_NODE = 2;

export interface SeparatorArrays extends RankedArcs {
  /** Child cells ascend. */
  readonly childCells: readonly Cell[];
  readonly childFlags: Uint8Array;
  /** The subtree's edges with frontage have these bounds in 1e-7 degrees; west is above east if there are none. */
  readonly childWest: Int32Array;
  readonly childSouth: Int32Array;
  readonly childEast: Int32Array;
  readonly childNorth: Int32Array;
  /** Bounds of all edges of the subtree. */
  readonly childRoadsWest: Int32Array;
  readonly childRoadsSouth: Int32Array;
  readonly childRoadsEast: Int32Array;
  readonly childRoadsNorth: Int32Array;
  /** Child c has border nodes childFirstBorder[c] to childFirstBorder[c + 1] - 1. */
  readonly childFirstBorder: Uint32Array;
  readonly borderSlot: Uint32Array;
  /** The child's whole subtree is reached after this time from the border node; NO_ARC_MS is beyond any limit. */
  readonly borderFarthest_ms: Int32Array;
}

export interface SeparatorTile extends SeparatorArrays {
  readonly cell: Cell;
  readonly byteLength: number;
}

type SeparatorKind = Extract<TileKind, 'separators' | 'root'>;

export function writeSeparatorTile(
  tileSet: Travel,
  cell: Cell,
  arrays: SeparatorArrays,
  kind: SeparatorKind = 'separators',
): Uint8Array {
  const splitCells = arrays.childCells.map(h3IndexToSplitLong);
  const bytes = tableBytes(SeparatorTileTable, 'SeparatorTile', {
    ...arrays,
    ...arcColumns(arrays),
    childCellHigh: Uint32Array.from(splitCells, (split) => split[1]),
    childCellLow: Uint32Array.from(splitCells, (split) => split[0]),
    borderFarthestMs: arrays.borderFarthest_ms,
  });
  return seal({ kind, tileSet, cell }, bytes);
}

export const readSeparatorTile = (
  tileSet: Travel,
  cell: Cell,
  setName: TileSetName,
  sealed: Uint8Array,
  kind: SeparatorKind = 'separators',
): SeparatorTile =>
  openTile({ kind, tileSet, cell }, setName, sealed, (payload) => {
    const table = SeparatorTileTable.getRootAsSeparatorTile(new ByteBuffer(payload));
    const high = present(table.childCellHighArray());
    const low = present(table.childCellLowArray());
    return {
      cell,
      byteLength: sealed.byteLength,
      nodeFlags: present(table.nodeFlagsArray()),
      borderNodes: table.borderNodes(),
      ...readArcs(table),
      childCells: Array.from(high, (cellHigh, child) => splitLongToH3Index(low[child], cellHigh)),
      childFlags: present(table.childFlagsArray()),
      childWest: present(table.childWestArray()),
      childSouth: present(table.childSouthArray()),
      childEast: present(table.childEastArray()),
      childNorth: present(table.childNorthArray()),
      childRoadsWest: present(table.childRoadsWestArray()),
      childRoadsSouth: present(table.childRoadsSouthArray()),
      childRoadsEast: present(table.childRoadsEastArray()),
      childRoadsNorth: present(table.childRoadsNorthArray()),
      childFirstBorder: present(table.childFirstBorderArray()),
      borderSlot: present(table.borderSlotArray()),
      borderFarthest_ms: present(table.borderFarthestMsArray()),
    };
  });
