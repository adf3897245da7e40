/** Ways cut at junctions, dead ends, barriers and exits: nodes, and edges with the shape between them. */
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import { MISSING_NODE, type OsmRoads } from '../../read/gather/osm-roads.ts';
import { findJunctions } from './junctions.ts';
import type { TimedGraph } from './timed-graph.ts';
import { segmentLength_m, type TravelledWay } from './travelled-ways.ts';

const MS_PER_S = 1000;

/** A graph before islands are dropped, with its edges' lengths. */
export interface MeasuredGraph extends TimedGraph {
  readonly edgeLength_m: Float64Array;
}

/** A graph and where its parts come from. */
export interface CutWays {
  readonly graph: MeasuredGraph;
  /** The OSM node of each node; several have the same where nobody passes it. */
  readonly osmNode: readonly number[];
  /** The id of each edge's way. */
  readonly edgeWay: readonly number[];
}

/**
 * @param stops OSM nodes that nobody passes: each edge that comes to one ends in a node of its own
 * @param exits OSM nodes at which roads leave the data
 */
export function cutWays(
  roads: OsmRoads,
  ways: readonly TravelledWay[],
  stops: ReadonlySet<number>,
  exits: ReadonlySet<number>,
): CutWays {
  const isJunction = findJunctions(roads, ways);
  const isOnLand = nodesOnLand(roads, ways);
  const nodeOf = new Map<number, number>();
  const nodes = { osm: [] as number[], flags: [] as number[] };
  const edges = {
    tail: [] as number[],
    head: [] as number[],
    forward_ms: [] as number[],
    backward_ms: [] as number[],
    flags: [] as number[],
    length_m: [] as number[],
    way: [] as number[],
    firstPoint: [0],
    points: [] as number[],
  };
  const graphNode = (osmNode: number): number => {
    const known = stops.has(osmNode) ? undefined : nodeOf.get(osmNode);
    if (known !== undefined) return known;
    const node = nodes.osm.push(osmNode) - 1;
    nodes.flags.push(exits.has(osmNode) ? EXIT_NODE : 0);
    nodeOf.set(osmNode, node);
    return node;
  };
  const addEdge = (shape: readonly number[], { way, travel }: TravelledWay): void => {
    let length_m = 0;
    for (let i = 1; i < shape.length; i++) length_m += segmentLength_m(roads, shape[i - 1]!, shape[i]!);
    edges.tail.push(graphNode(shape[0]!));
    edges.head.push(graphNode(shape[shape.length - 1]!));
    const boarding_s = (node: number): number => (isOnLand[node] === 1 ? travel.boarding_s : 0);
    edges.forward_ms.push(duration_ms(length_m, travel.forward_m_s, boarding_s(shape[0]!)));
    edges.backward_ms.push(duration_ms(length_m, travel.backward_m_s, boarding_s(shape[shape.length - 1]!)));
    edges.flags.push(travel.frontage ? FRONTAGE_EDGE : 0);
    edges.length_m.push(length_m);
    edges.way.push(way.id);
    for (const node of shape) edges.points.push(node);
    edges.firstPoint.push(edges.points.length);
  };
  for (const travelled of ways) {
    let shape: number[] = [];
    const endShape = (): void => {
      if (shape.length > 1) addEdge(shape, travelled);
    };
    for (const node of travelled.way.nodes) {
      if (node === MISSING_NODE) {
        endShape();
        shape = [];
      } else if (node !== shape[shape.length - 1]) {
        shape.push(node);
        if (shape.length > 1 && (isJunction[node] || stops.has(node) || exits.has(node))) {
          endShape();
          shape = [node];
        }
      }
    }
    endShape();
  }
  const graph: MeasuredGraph = {
    nodeLon: Int32Array.from(nodes.osm, (node) => roads.nodeLon[node]!),
    nodeLat: Int32Array.from(nodes.osm, (node) => roads.nodeLat[node]!),
    nodeFlags: Uint8Array.from(nodes.flags),
    edgeTail: Uint32Array.from(edges.tail),
    edgeHead: Uint32Array.from(edges.head),
    edgeForward_ms: Uint32Array.from(edges.forward_ms),
    edgeBackward_ms: Uint32Array.from(edges.backward_ms),
    edgeFlags: Uint8Array.from(edges.flags),
    edgeFirstPoint: Uint32Array.from(edges.firstPoint),
    pointLon: Int32Array.from(edges.points, (node) => roads.nodeLon[node]!),
    pointLat: Int32Array.from(edges.points, (node) => roads.nodeLat[node]!),
    edgeLength_m: Float64Array.from(edges.length_m),
  };
  return { graph, osmNode: nodes.osm, edgeWay: edges.way };
}

/** 1 for each OSM node of a road: a ferry is boarded there and nowhere else. */
function nodesOnLand(roads: OsmRoads, ways: readonly TravelledWay[]): Uint8Array {
  const isOnLand = new Uint8Array(roads.nodeLon.length);
  for (const { way } of ways) {
    if (way.tags.highway === undefined) continue;
    for (const node of way.nodes) if (node !== MISSING_NODE) isOnLand[node] = 1;
  }
  return isOnLand;
}

/** @param boarding_s before it is set out on */
function duration_ms(length_m: number, speed_m_s: number | null, boarding_s: number): number {
  if (speed_m_s === null) return CLOSED;
  return Math.min(Math.round((length_m / speed_m_s + boarding_s) * MS_PER_S), CLOSED - 1);
}
