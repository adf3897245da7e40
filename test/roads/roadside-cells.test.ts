import { gridPathCells, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { roadsideCells } from '../../tiles-builder/roads/roadside-cells.ts';

test('roadsideCells follows edges with frontage from end to end, and no others', () => {
  const e7 = (degrees: number): number => Math.round(degrees * 1e7);
  const graph: TimedGraph = {
    nodeLon: Int32Array.of(e7(7.42), e7(7.424), e7(7.42)),
    nodeLat: Int32Array.of(e7(43.74), e7(43.74), e7(43.75)),
    nodeFlags: new Uint8Array(3),
    edgeTail: Uint32Array.of(0, 0),
    edgeHead: Uint32Array.of(1, 2),
    edgeForward_ms: Uint32Array.of(1, 1),
    edgeBackward_ms: Uint32Array.of(1, 1),
    edgeFlags: Uint8Array.of(1, 0),
    edgeFirstPoint: Uint32Array.of(0, 2, 4),
    pointLon: Int32Array.of(e7(7.42), e7(7.424), e7(7.42), e7(7.42)),
    pointLat: Int32Array.of(e7(43.74), e7(43.74), e7(43.74), e7(43.75)),
  };
  const cells = roadsideCells(graph);
  const from = latLngToCell(43.74, 7.42, 12);
  const to = latLngToCell(43.74, 7.424, 12);
  expect(cells).toContain(from);
  expect(cells).toContain(to);
  expect(cells.has(latLngToCell(43.75, 7.42, 12))).toBe(false);
  expect(cells.size).toBeGreaterThanOrEqual(gridPathCells(from, to).length * 0.9);
});
