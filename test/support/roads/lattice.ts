/** Parts of one lattice of roads: overlapping parts are equal. */
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { Position } from '../../../src/geo/positions.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';

const [WEST, SOUTH] = [7, 44];
const SPACING_DEGREES = 0.06;
/** An hour stays inside a province. */
const LEAST_MS = 360_000;
const MOST_MS = 600_000;

/** In crossings from the lattice's south-west. */
export interface LatticePart {
  readonly west: number;
  readonly south: number;
  readonly columns: number;
  readonly rows: number;
}

export const crossingAt = (column: number, row: number): Position => [
  WEST + SPACING_DEGREES * column,
  SOUTH + SPACING_DEGREES * row,
];

export const crossingsOf = ({ west, south, columns, rows }: LatticePart): Position[] =>
  Array.from({ length: columns * rows }, (_, node) =>
    crossingAt(west + (node % columns), south + Math.floor(node / columns)),
  );

export function lattice(part: LatticePart): TimedGraph {
  const { west, south, columns } = part;
  const units = (degrees: number): number => Math.round(degrees / COORDINATE_UNIT_DEGREES);
  const crossings = crossingsOf(part);
  const nodes = [...crossings.keys()];
  const nodeLon = Int32Array.from(crossings, ([lon]) => units(lon));
  const nodeLat = Int32Array.from(crossings, ([, lat]) => units(lat));
  const ends = nodes.flatMap((node) => [
    ...((node + 1) % columns > 0 ? [[node, node + 1] as const] : []),
    ...(node + columns < nodes.length ? [[node, node + columns] as const] : []),
  ]);
  const ms = Uint32Array.from(ends, ([tail, head]) => {
    const [column, row] = [west + (tail % columns), south + Math.floor(tail / columns)];
    const eastwards = head === tail + 1 ? 1 : 0;
    return LEAST_MS + ((column * 7_919 + row * 104_729 + eastwards * 15_485_863) % (MOST_MS - LEAST_MS));
  });
  const points = ends.flat();
  return {
    nodeLon,
    nodeLat,
    nodeFlags: new Uint8Array(nodes.length),
    edgeTail: Uint32Array.from(ends, ([tail]) => tail),
    edgeHead: Uint32Array.from(ends, ([, head]) => head),
    edgeForward_ms: ms,
    edgeBackward_ms: ms,
    edgeFlags: new Uint8Array(ends.length).fill(FRONTAGE_EDGE),
    edgeFirstPoint: Uint32Array.from({ length: ends.length + 1 }, (_, edge) => 2 * edge),
    pointLon: Int32Array.from(points, (node) => nodeLon[node]),
    pointLat: Int32Array.from(points, (node) => nodeLat[node]),
  };
}
