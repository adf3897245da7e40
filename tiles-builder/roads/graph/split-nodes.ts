/**
 * Nodes with banned turns are split, so that these become plain graph: all edges from which the same turns are banned come to
 * one copy of the node, which only those edges leave that may be turned into.
 */
import { CLOSED, REPEATED_EDGE } from '../../../src/format/road-tile.ts';
import { arrivesAt, type EdgeEnd, endsAtNodes, leavesBy, nodeAt } from './banned-turns.ts';
import type { MeasuredGraph } from './cut-ways.ts';

/**
 * An edge keeps the copies that it comes to, at either end; from another copy that it may be left by, it goes once more, in that
 * direction only (REPEATED_EDGE, of no length of its own). Nodes and edges keep their numbers, new ones follow.
 * @param banned for each end that some turn may not be taken from, the ends that may not be left by; never the end itself
 */
export function splitNodes(
  graph: MeasuredGraph,
  banned: ReadonlyMap<EdgeEnd, ReadonlySet<EdgeEnd>>,
): MeasuredGraph {
  if (banned.size === 0) return graph;
  const copyOf: number[] = [];
  const tail = [...graph.edgeTail];
  const head = [...graph.edgeHead];
  const hang = (end: EdgeEnd, node: number): void => {
    (end % 2 === 0 ? tail : head)[end >> 1] = node;
  };
  const repeated: { readonly end: EdgeEnd; readonly node: number }[] = [];
  const endsAt = endsAtNodes(graph, new Set(Array.from(banned.keys(), (end) => nodeAt(graph, end))));
  for (const [node, ends] of endsAt) {
    const copies = new Map<string, { readonly node: number; readonly banned: ReadonlySet<EdgeEnd> }>();
    const copyFor = (bannedEnds: ReadonlySet<EdgeEnd>): number => {
      const key = [...bannedEnds].sort((a, b) => a - b).join();
      const known = copies.get(key);
      if (known) return known.node;
      const copy = copies.size === 0 ? node : graph.nodeFlags.length + copyOf.push(node) - 1;
      copies.set(key, { node: copy, banned: bannedEnds });
      return copy;
    };
    const home = new Map<EdgeEnd, number>();
    for (const end of ends) {
      if (arrivesAt(graph, end)) home.set(end, copyFor(banned.get(end) ?? NONE));
    }
    for (const end of ends) {
      if (home.has(end)) continue;
      const open = [...copies.values()].find((copy) => !copy.banned.has(end));
      home.set(end, open ? open.node : copyFor(NONE));
    }
    for (const end of ends) {
      hang(end, home.get(end)!);
      if (!leavesBy(graph, end)) continue;
      for (const copy of copies.values()) {
        if (copy.node !== home.get(end) && !copy.banned.has(end)) repeated.push({ end, node: copy.node });
      }
    }
  }
  return withRepeated(graph, copyOf, tail, head, repeated);
}

const NONE: ReadonlySet<EdgeEnd> = new Set();

function withRepeated(
  graph: MeasuredGraph,
  copyOf: readonly number[],
  tail: number[],
  head: number[],
  repeated: readonly { readonly end: EdgeEnd; readonly node: number }[],
): MeasuredGraph {
  const forward_ms = [...graph.edgeForward_ms];
  const backward_ms = [...graph.edgeBackward_ms];
  const flags = [...graph.edgeFlags];
  const length_m = [...graph.edgeLength_m];
  const firstPoint = [...graph.edgeFirstPoint];
  const pointLon = [...graph.pointLon];
  const pointLat = [...graph.pointLat];
  for (const { end, node } of repeated) {
    const edge = end >> 1;
    const byTail = end % 2 === 0;
    tail.push(byTail ? node : tail[edge]!);
    head.push(byTail ? head[edge]! : node);
    forward_ms.push(byTail ? forward_ms[edge]! : CLOSED);
    backward_ms.push(byTail ? CLOSED : backward_ms[edge]!);
    flags.push(flags[edge]! | REPEATED_EDGE);
    length_m.push(0);
    for (let point = firstPoint[edge]!; point < firstPoint[edge + 1]!; point++) {
      pointLon.push(graph.pointLon[point]!);
      pointLat.push(graph.pointLat[point]!);
    }
    firstPoint.push(pointLon.length);
  }
  const withCopies = (values: Iterable<number>): number[] => {
    const all = [...values];
    return [...all, ...copyOf.map((node) => all[node]!)];
  };
  return {
    nodeLon: Int32Array.from(withCopies(graph.nodeLon)),
    nodeLat: Int32Array.from(withCopies(graph.nodeLat)),
    nodeFlags: Uint8Array.from(withCopies(graph.nodeFlags)),
    edgeTail: Uint32Array.from(tail),
    edgeHead: Uint32Array.from(head),
    edgeForward_ms: Uint32Array.from(forward_ms),
    edgeBackward_ms: Uint32Array.from(backward_ms),
    edgeFlags: Uint8Array.from(flags),
    edgeFirstPoint: Uint32Array.from(firstPoint),
    pointLon: Int32Array.from(pointLon),
    pointLat: Int32Array.from(pointLat),
    edgeLength_m: Float64Array.from(length_m),
  };
}
