/** Stores a road graph as columns on disk between steps. */
import { readColumns, writeColumns } from '../../base/files/columns.ts';
import type { TimedGraph } from './timed-graph.ts';

const COLUMNS = {
  nodeLon: 'Int32Array',
  nodeLat: 'Int32Array',
  nodeFlags: 'Uint8Array',
  edgeTail: 'Uint32Array',
  edgeHead: 'Uint32Array',
  edgeForward_ms: 'Uint32Array',
  edgeBackward_ms: 'Uint32Array',
  edgeFlags: 'Uint8Array',
  edgeFirstPoint: 'Uint32Array',
  pointLon: 'Int32Array',
  pointLat: 'Int32Array',
  barrierLon: 'Int32Array',
  barrierLat: 'Int32Array',
} as const satisfies Record<keyof TimedGraph, string>;

export const storeGraph = (folder: string, graph: TimedGraph): void =>
  writeColumns(folder, { barrierLon: new Int32Array(0), barrierLat: new Int32Array(0), ...graph });

export const storedGraph = (folder: string): TimedGraph => readColumns(folder, COLUMNS);
