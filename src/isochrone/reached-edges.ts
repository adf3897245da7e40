/** Collects the edges with frontage that a search reached at an end, with arrival times at both ends, in columns. */
import { CLOSED, FRONTAGE_EDGE, type RoadEdges } from '../format/road-tile.ts';
import { type CoordinateBounds, HALF_WORLD_UNITS, lonOf, type Reach, UNREACHED } from './reach.ts';
import { ReusableBuffer } from './reusable-buffer.ts';

export interface ReachedEdges {
  readonly tiles: readonly RoadEdges[];
  /** Edges of tiles[i] are entries firstEdge[i] to firstEdge[i + 1] - 1. */
  readonly firstEdge: readonly number[];
  readonly edges: Uint32Array;
  /** Arrivals are UNREACHED where an edge is closed or not entered. */
  readonly atTail_ms: Int32Array;
  readonly atHead_ms: Int32Array;
  readonly bounds: CoordinateBounds;
}

const edgeBuffer = new ReusableBuffer((length) => new Uint32Array(length));
const tailBuffer = new ReusableBuffer((length) => new Int32Array(length));
const headBuffer = new ReusableBuffer((length) => new Int32Array(length));

/** Collects into shared buffers, valid until the next call. */
export function collectReachedEdges(reaches: readonly Reach[]): ReachedEdges {
  const searched = reaches.flatMap(({ tiles }) => [...tiles.values()]);
  const capacity = searched.reduce((sum, { tile }) => sum + tile.edgeTail.length, 0);
  const edges = edgeBuffer.take(capacity);
  const atTail_ms = tailBuffer.take(capacity);
  const atHead_ms = headBuffer.take(capacity);
  const bounds = {
    west: Math.min(...reaches.map(({ wholeBounds }) => wholeBounds.west)),
    south: Math.min(...reaches.map(({ wholeBounds }) => wholeBounds.south)),
    east: Math.max(...reaches.map(({ wholeBounds }) => wholeBounds.east)),
    north: Math.max(...reaches.map(({ wholeBounds }) => wholeBounds.north)),
  };
  const originLon = lonOf(reaches[0].origin);
  for (const { tile, edge } of reaches.flatMap(({ departures }) => departures))
    extendBounds(bounds, tile, edge, originLon);
  const tiles: RoadEdges[] = [];
  const firstEdge = [0];
  let count = 0;
  for (const { tile, arrivals_ms } of searched) {
    const { edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms, edgeFlags } = tile;
    for (let edge = 0; edge < edgeTail.length; edge++) {
      let fromTail_ms = arrivals_ms[edgeTail[edge]];
      let fromHead_ms = arrivals_ms[edgeHead[edge]];
      if (fromTail_ms === UNREACHED && fromHead_ms === UNREACHED) continue;
      if ((edgeFlags[edge] & FRONTAGE_EDGE) === 0) continue;
      if (edgeForward_ms[edge] === CLOSED) fromTail_ms = UNREACHED;
      if (edgeBackward_ms[edge] === CLOSED) fromHead_ms = UNREACHED;
      if (fromTail_ms === UNREACHED && fromHead_ms === UNREACHED) continue;
      if (!extendBounds(bounds, tile, edge, originLon)) continue;
      edges[count] = edge;
      atTail_ms[count] = fromTail_ms;
      atHead_ms[count] = fromHead_ms;
      count++;
    }
    tiles.push(tile);
    firstEdge.push(count);
  }
  return { tiles, firstEdge, edges, atTail_ms, atHead_ms, bounds };
}

/** @returns false, bounds unchanged, for an edge beyond the antimeridian */
function extendBounds(bounds: CoordinateBounds, tile: RoadEdges, edge: number, originLon: number): boolean {
  const { pointLon, pointLat, edgeFirstPoint } = tile;
  const end = edgeFirstPoint[edge + 1];
  let { west, south, east, north } = bounds;
  for (let point = edgeFirstPoint[edge]; point < end; point++) {
    const lon = pointLon[point];
    const lat = pointLat[point];
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  if (originLon - west > HALF_WORLD_UNITS || east - originLon > HALF_WORLD_UNITS) return false;
  bounds.west = west;
  bounds.east = east;
  bounds.south = south;
  bounds.north = north;
  return true;
}
