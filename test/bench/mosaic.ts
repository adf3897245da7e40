/** Enlarges a road network: mirrored copies joined near their seams. */
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';

/** 1e-7 degrees: 200 m. */
const SEAM_UNITS = 20_000;
/** 30 km/h; a unit is 11 mm. */
const SEAM_MS_PER_UNIT = 1.3;

interface Span {
  readonly low: number;
  readonly high: number;
}

/**
 * @param columns west to east, every other one mirrored
 * @param rows south to north
 */
export function mosaicOf(graph: TimedGraph, columns: number, rows: number): TimedGraph {
  const lonSpan = spanOf(graph.pointLon);
  const latSpan = spanOf(graph.pointLat);
  const nodes = graph.nodeLon.length;
  const copies = Array.from({ length: columns * rows }, (_, copy) => ({
    column: copy % columns,
    row: Math.floor(copy / columns),
  }));
  const mirrored = (values: Int32Array, span: Span, places: readonly number[]): Int32Array => {
    const all = new Int32Array(values.length * places.length);
    places.forEach((place, copy) => {
      const start = span.low + place * (span.high - span.low);
      const from = copy * values.length;
      for (let i = 0; i < values.length; i++) {
        all[from + i] = start + (place % 2 === 0 ? values[i] - span.low : span.high - values[i]);
      }
    });
    return all;
  };
  const columnOf = copies.map(({ column }) => column);
  const rowOf = copies.map(({ row }) => row);
  const repeated = <A extends Uint8Array | Uint32Array>(
    values: A,
    step: number,
    extra: readonly number[],
  ): A => {
    const all = new (values.constructor as new (length: number) => A)(
      values.length * copies.length + extra.length,
    );
    copies.forEach((_, copy) => {
      for (let i = 0; i < values.length; i++) all[copy * values.length + i] = values[i] + copy * step;
    });
    all.set(extra, values.length * copies.length);
    return all;
  };

  const seams = copies.flatMap(({ column, row }, copy) => [
    ...(column + 1 < columns
      ? seamEdges(graph.nodeLon, lonSpan, column, copy * nodes, (copy + 1) * nodes)
      : []),
    ...(row + 1 < rows ? seamEdges(graph.nodeLat, latSpan, row, copy * nodes, (copy + columns) * nodes) : []),
  ]);
  const nodeLon = mirrored(graph.nodeLon, lonSpan, columnOf);
  const nodeLat = mirrored(graph.nodeLat, latSpan, rowOf);
  const points = graph.pointLon.length * copies.length;
  return {
    nodeLon,
    nodeLat,
    nodeFlags: repeated(graph.nodeFlags, 0, []),
    edgeTail: repeated(
      graph.edgeTail,
      nodes,
      seams.map(({ tail }) => tail),
    ),
    edgeHead: repeated(
      graph.edgeHead,
      nodes,
      seams.map(({ head }) => head),
    ),
    edgeForward_ms: repeated(
      graph.edgeForward_ms,
      0,
      seams.map(({ ms }) => ms),
    ),
    edgeBackward_ms: repeated(
      graph.edgeBackward_ms,
      0,
      seams.map(({ ms }) => ms),
    ),
    edgeFlags: repeated(
      graph.edgeFlags,
      0,
      seams.map(() => 0),
    ),
    edgeFirstPoint: repeated(
      graph.edgeFirstPoint.subarray(0, -1),
      graph.pointLon.length,
      Array.from({ length: seams.length + 1 }, (_, seam) => points + 2 * seam),
    ),
    pointLon: withSeams(mirrored(graph.pointLon, lonSpan, columnOf), nodeLon, seams),
    pointLat: withSeams(mirrored(graph.pointLat, latSpan, rowOf), nodeLat, seams),
  };
}

interface Seam {
  readonly tail: number;
  readonly head: number;
  readonly ms: number;
}

/** From nodes near a copy's far side to their images. */
function seamEdges(values: Int32Array, { low, high }: Span, place: number, from: number, to: number): Seam[] {
  const seams: Seam[] = [];
  values.forEach((value, node) => {
    const distance = place % 2 === 0 ? high - value : value - low;
    if (distance > SEAM_UNITS) return;
    seams.push({ tail: from + node, head: to + node, ms: Math.round(2 * distance * SEAM_MS_PER_UNIT) });
  });
  return seams;
}

function withSeams(points: Int32Array, nodes: Int32Array, seams: readonly Seam[]): Int32Array {
  const all = new Int32Array(points.length + 2 * seams.length);
  all.set(points);
  seams.forEach(({ tail, head }, seam) => {
    all[points.length + 2 * seam] = nodes[tail];
    all[points.length + 2 * seam + 1] = nodes[head];
  });
  return all;
}

function spanOf(values: Int32Array): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
