/** The roads of one way to travel that touch one cell at ROAD_TILE_RESOLUTION. */
import { Builder, ByteBuffer } from 'flatbuffers';
import type { Cell } from '../geo/cells.ts';
import { DamagedTile, seal, type TileIdentity, unseal } from './envelope.ts';
import { RoadTile as RoadTileTable } from './generated/road-tile.ts';

export const TRAVELS = ['pedestrian', 'motorized'] as const;
export type Travel = (typeof TRAVELS)[number];

/** A time in milliseconds that stands for "this direction is closed". */
export const CLOSED = 0xffffffff;
export const EXIT_NODE = 1;
export const FRONTAGE_EDGE = 1;
/** Degrees of longitude or latitude in one unit of a stored coordinate. */
export const COORDINATE_UNIT_DEGREES = 1e-7;

/** The arrays of a road tile; units and order as in schema/road_tile.fbs. */
export interface RoadArrays {
  readonly nodeFlags: Uint8Array;
  readonly firstNodeEdge: Uint32Array;
  readonly nodeEdges: Uint32Array;
  readonly edgeTail: Uint32Array;
  readonly edgeHead: Uint32Array;
  readonly edgeForward_ms: Uint32Array;
  readonly edgeBackward_ms: Uint32Array;
  readonly edgeFlags: Uint8Array;
  readonly edgeFirstPoint: Uint32Array;
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
  readonly externalTileHigh: Uint32Array;
  readonly externalTileLow: Uint32Array;
  readonly externalNode: Uint32Array;
}

/** A road tile, read in place. */
export interface RoadTile extends RoadArrays {
  readonly cell: Cell;
  readonly byteLength: number;
}

const identityOf = (cell: Cell, version: string): TileIdentity => ({ kind: 'road', cell, version });

/** Writes a road tile. */
export function writeRoadTile(cell: Cell, version: string, arrays: RoadArrays): Uint8Array {
  const builder = new Builder(4096 + arrays.pointLon.length * 8 + arrays.edgeTail.length * 24);
  const nodeFlags = RoadTileTable.createNodeFlagsVector(builder, arrays.nodeFlags);
  const firstNodeEdge = RoadTileTable.createFirstNodeEdgeVector(builder, arrays.firstNodeEdge);
  const nodeEdges = RoadTileTable.createNodeEdgesVector(builder, arrays.nodeEdges);
  const edgeTail = RoadTileTable.createEdgeTailVector(builder, arrays.edgeTail);
  const edgeHead = RoadTileTable.createEdgeHeadVector(builder, arrays.edgeHead);
  const edgeForward = RoadTileTable.createEdgeForwardMsVector(builder, arrays.edgeForward_ms);
  const edgeBackward = RoadTileTable.createEdgeBackwardMsVector(builder, arrays.edgeBackward_ms);
  const edgeFlags = RoadTileTable.createEdgeFlagsVector(builder, arrays.edgeFlags);
  const edgeFirstPoint = RoadTileTable.createEdgeFirstPointVector(builder, arrays.edgeFirstPoint);
  const pointLon = RoadTileTable.createPointLonVector(builder, arrays.pointLon);
  const pointLat = RoadTileTable.createPointLatVector(builder, arrays.pointLat);
  const externalTileHigh = RoadTileTable.createExternalTileHighVector(builder, arrays.externalTileHigh);
  const externalTileLow = RoadTileTable.createExternalTileLowVector(builder, arrays.externalTileLow);
  const externalNode = RoadTileTable.createExternalNodeVector(builder, arrays.externalNode);
  RoadTileTable.startRoadTile(builder);
  RoadTileTable.addNodeFlags(builder, nodeFlags);
  RoadTileTable.addFirstNodeEdge(builder, firstNodeEdge);
  RoadTileTable.addNodeEdges(builder, nodeEdges);
  RoadTileTable.addEdgeTail(builder, edgeTail);
  RoadTileTable.addEdgeHead(builder, edgeHead);
  RoadTileTable.addEdgeForwardMs(builder, edgeForward);
  RoadTileTable.addEdgeBackwardMs(builder, edgeBackward);
  RoadTileTable.addEdgeFlags(builder, edgeFlags);
  RoadTileTable.addEdgeFirstPoint(builder, edgeFirstPoint);
  RoadTileTable.addPointLon(builder, pointLon);
  RoadTileTable.addPointLat(builder, pointLat);
  RoadTileTable.addExternalTileHigh(builder, externalTileHigh);
  RoadTileTable.addExternalTileLow(builder, externalTileLow);
  RoadTileTable.addExternalNode(builder, externalNode);
  RoadTileTable.finishRoadTileBuffer(builder, RoadTileTable.endRoadTile(builder));
  return seal(identityOf(cell, version), builder.asUint8Array());
}

/** @throws DamagedTile */
export function readRoadTile(cell: Cell, version: string, sealed: Uint8Array): RoadTile {
  const buffer = new ByteBuffer(unseal(identityOf(cell, version), sealed));
  if (!RoadTileTable.bufferHasIdentifier(buffer))
    throw new DamagedTile(`road tile ${cell}: no road tile inside`);
  const table = RoadTileTable.getRootAsRoadTile(buffer);
  const present = <T>(array: T | null): T => {
    if (array === null) throw new DamagedTile(`road tile ${cell}: an array is missing`);
    return array;
  };
  const tile: RoadTile = {
    cell,
    byteLength: sealed.byteLength,
    nodeFlags: present(table.nodeFlagsArray()),
    firstNodeEdge: present(table.firstNodeEdgeArray()),
    nodeEdges: present(table.nodeEdgesArray()),
    edgeTail: present(table.edgeTailArray()),
    edgeHead: present(table.edgeHeadArray()),
    edgeForward_ms: present(table.edgeForwardMsArray()),
    edgeBackward_ms: present(table.edgeBackwardMsArray()),
    edgeFlags: present(table.edgeFlagsArray()),
    edgeFirstPoint: present(table.edgeFirstPointArray()),
    pointLon: present(table.pointLonArray()),
    pointLat: present(table.pointLatArray()),
    externalTileHigh: present(table.externalTileHighArray()),
    externalTileLow: present(table.externalTileLowArray()),
    externalNode: present(table.externalNodeArray()),
  };
  checkLengths(tile);
  return tile;
}

function checkLengths(tile: RoadTile): void {
  const nodes = tile.nodeFlags.length;
  const edges = tile.edgeTail.length;
  const externals = tile.externalNode.length;
  const fits =
    tile.firstNodeEdge.length === nodes + 1 &&
    tile.firstNodeEdge[nodes] === tile.nodeEdges.length &&
    tile.edgeHead.length === edges &&
    tile.edgeForward_ms.length === edges &&
    tile.edgeBackward_ms.length === edges &&
    tile.edgeFlags.length === edges &&
    tile.edgeFirstPoint.length === edges + 1 &&
    tile.edgeFirstPoint[edges] === tile.pointLon.length &&
    tile.pointLat.length === tile.pointLon.length &&
    tile.externalTileHigh.length === externals &&
    tile.externalTileLow.length === externals;
  if (!fits) throw new DamagedTile(`road tile ${tile.cell}: the lengths of its arrays do not fit together`);
}
