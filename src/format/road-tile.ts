/**
 * Writes and reads road tiles: edges with shapes and arcs of one travel mode in a cell at ROAD_TILE_RESOLUTION, a leaf of the
 * contraction hierarchy.
 */

import { ByteBuffer } from 'flatbuffers';
import type { Cell } from '../geo/cells.ts';
import { type BlockedSteps, blockedColumns, readBlockedSteps } from './blocked-steps.ts';
import { openTile, present, seal, type TileIdentity, type TileSetName } from './envelope.ts';
import { RoadTile as RoadTileTable } from './generated/road-tile.ts';
import { arcColumns, type RankedArcs, readArcs } from './ranked-arcs.ts';
import type { Travel } from './tile-sets.ts';
import { tableBytes } from './write-table.ts';

/** Travel time of a direction in which an edge is closed. */
export const CLOSED = 0xffffffff;
/** A road continues outside the data from this node. */
export const EXIT_NODE = 1;
/** This flag is set with EXIT_NODE at a dead end near the border, where the road may also just end. */
export const PRESUMED_EXIT = 4;
/** From this edge, one can reach the land along it: it is no motorway, tunnel or ferry. */
export const FRONTAGE_EDGE = 1;
export const TAIL_DEAD_END = 2;
export const HEAD_DEAD_END = 4;
/** The edge is not reachable from the largest strongly connected component. */
export const UNREACHABLE_EDGE = 8;
/** The edge is a duplicate due to turn restrictions. */
export const REPEATED_EDGE = 16;
/** Coordinates are integers in this unit, about a centimetre. */
export const COORDINATE_UNIT_DEGREES = 1e-7;

/** Barriers that walks off the roads of a tile cannot cross. */
export interface RoadBarriers {
  readonly blocked: BlockedSteps;
  /** Edges of points that do not see all samples around them, ascending. */
  readonly hiddenEdge: Uint32Array;
  /** Points of these edges, as they are drawn, ascending by edge: 16 times the number, plus bits of the samples seen. */
  readonly hiddenPoint: Uint32Array;
}

/** Edges by column; their ends, tail and head, are slots. */
export interface RoadEdges {
  readonly edgeTail: Uint32Array;
  readonly edgeHead: Uint32Array;
  readonly edgeForward_ms: Uint32Array;
  readonly edgeBackward_ms: Uint32Array;
  readonly edgeFlags: Uint8Array;
  readonly edgeFirstPoint: Uint32Array;
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
  /** It is absent if no barriers are near. */
  readonly barriers?: RoadBarriers | null;
}

/** Columns are those of schema/road_tile.fbs. */
export interface RoadArrays extends RankedArcs, RoadEdges {}

export interface RoadTile extends RoadArrays {
  readonly cell: Cell;
  readonly byteLength: number;
}

const identityOf = (tileSet: Travel, cell: Cell): TileIdentity => ({ kind: 'road', tileSet, cell });

export function writeRoadTile(travel: Travel, cell: Cell, arrays: RoadArrays): Uint8Array {
  const bytes = tableBytes(RoadTileTable, 'RoadTile', {
    ...arrays,
    ...arcColumns(arrays),
    edgeForwardMs: arrays.edgeForward_ms,
    edgeBackwardMs: arrays.edgeBackward_ms,
    ...arrays.barriers,
    ...blockedColumns(arrays.barriers?.blocked),
  });
  return seal(identityOf(travel, cell), bytes);
}

export const readRoadTile = (
  travel: Travel,
  cell: Cell,
  setName: TileSetName,
  sealed: Uint8Array,
): RoadTile =>
  openTile(identityOf(travel, cell), setName, sealed, (payload) => {
    const table = RoadTileTable.getRootAsRoadTile(new ByteBuffer(payload));
    return {
      cell,
      byteLength: sealed.byteLength,
      nodeFlags: present(table.nodeFlagsArray()),
      borderNodes: table.borderNodes(),
      ...readArcs(table),
      edgeTail: present(table.edgeTailArray()),
      edgeHead: present(table.edgeHeadArray()),
      edgeForward_ms: present(table.edgeForwardMsArray()),
      edgeBackward_ms: present(table.edgeBackwardMsArray()),
      edgeFlags: present(table.edgeFlagsArray()),
      edgeFirstPoint: present(table.edgeFirstPointArray()),
      pointLon: present(table.pointLonArray()),
      pointLat: present(table.pointLatArray()),
      barriers: readBarriers(table),
    };
  });

function readBarriers(table: RoadTileTable): RoadBarriers | null {
  const blocked = readBlockedSteps(table);
  if (!blocked) return null;
  return {
    blocked,
    hiddenEdge: present(table.hiddenEdgeArray()),
    hiddenPoint: present(table.hiddenPointArray()),
  };
}
