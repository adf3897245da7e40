/** Small difficult road graphs. */
import fc from 'fast-check';
import { CLOSED, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';

interface DrawnEdge {
  readonly tail: number;
  readonly head: number;
  /** `null` where closed. */
  readonly forward_ms: number | null;
  readonly backward_ms: number | null;
  readonly flags?: number;
  readonly between?: readonly (readonly [lon: number, lat: number])[];
}

/** In one tile, in some, or nearly a node each. */
const WIDTHS_DEGREES = [0.001, 0.08, 0.3, 6];

/** Towns on a perturbed grid. Small times make many paths equally long. */
export const randomGraph: fc.Arbitrary<TimedGraph> = fc
  .record({ nodes: fc.integer({ min: 1, max: 150 }), width_degrees: fc.constantFrom(...WIDTHS_DEGREES) })
  .chain(({ nodes, width_degrees }) => {
    const side = Math.ceil(Math.sqrt(nodes));
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(1, side, 1, side, side + 1) },
      { weight: 1, arbitrary: fc.nat(nodes) },
    );
    const time = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(0), fc.integer({ min: 0, max: 300 }));
    const directions = fc.oneof(
      { weight: 4, arbitrary: time.map((ms) => ({ forward_ms: ms, backward_ms: ms })) },
      { weight: 2, arbitrary: time.map((ms) => ({ forward_ms: ms, backward_ms: null })) },
      { weight: 1, arbitrary: fc.record({ forward_ms: fc.option(time), backward_ms: time }) },
    );
    const edge = fc
      .record({ tail: fc.nat(nodes - 1), step, directions })
      .map(({ tail, step, directions }) => ({ tail, head: (tail + step) % nodes, ...directions }));
    const shake = fc.integer({ min: -40, max: 40 });
    return fc
      .record({
        shakes: fc.array(fc.tuple(shake, shake), { minLength: nodes, maxLength: nodes }),
        edges: fc.array(edge, { minLength: 1, maxLength: 4 * nodes, size: 'max' }),
      })
      .map(({ shakes, edges }) => {
        const spacing = width_degrees / side;
        const places = shakes.map(([east, north], node): [number, number] => [
          7 + spacing * ((node % side) + east / 100),
          43 + spacing * (Math.floor(node / side) + north / 100),
        ]);
        return graphOf(nodesAt(places), edges);
      });
  });

interface DrawnNode {
  readonly lon: number;
  readonly lat: number;
  readonly flags: number;
}

const nodesAt = (places: readonly (readonly [lon: number, lat: number])[]): DrawnNode[] =>
  places.map(([lon, lat]) => ({ lon: Math.round(lon * 1e7), lat: Math.round(lat * 1e7), flags: 0 }));

/** Positions in 1e-7 degrees. */
export function graphOf(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): TimedGraph {
  const shapes = edges.map(({ tail, head, between = [] }) => [
    [nodes[tail].lon, nodes[tail].lat] as const,
    ...between,
    [nodes[head].lon, nodes[head].lat] as const,
  ]);
  let points = 0;
  return {
    nodeLon: Int32Array.from(nodes, ({ lon }) => lon),
    nodeLat: Int32Array.from(nodes, ({ lat }) => lat),
    nodeFlags: Uint8Array.from(nodes, ({ flags }) => flags),
    edgeTail: Uint32Array.from(edges, ({ tail }) => tail),
    edgeHead: Uint32Array.from(edges, ({ head }) => head),
    edgeForward_ms: Uint32Array.from(edges, ({ forward_ms }) => forward_ms ?? CLOSED),
    edgeBackward_ms: Uint32Array.from(edges, ({ backward_ms }) => backward_ms ?? CLOSED),
    edgeFlags: Uint8Array.from(edges, ({ flags = FRONTAGE_EDGE }) => flags),
    edgeFirstPoint: Uint32Array.from([0, ...shapes.map((shape) => (points += shape.length))]),
    pointLon: Int32Array.from(shapes.flat(), ([lon]) => lon),
    pointLat: Int32Array.from(shapes.flat(), ([, lat]) => lat),
  };
}

/** One road through the places, the same time from each to the next. */
export function roadThrough(
  places: readonly (readonly [lon: number, lat: number])[],
  step_ms: number,
): TimedGraph {
  const edges = places.slice(1).map((_, tail): DrawnEdge => {
    return { tail, head: tail + 1, forward_ms: step_ms, backward_ms: step_ms };
  });
  return graphOf(nodesAt(places), edges);
}
