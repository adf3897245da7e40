/** Stores a road graph as columns on disk between steps. */
import { readColumns, writeColumns } from '../../base/files/columns.ts';
import type { TimedGraph } from './timed-graph.ts';

export const storeGraph = (folder: string, graph: TimedGraph): void =>
  writeColumns(folder, { barrierLon: new Int32Array(0), barrierLat: new Int32Array(0), ...graph });

export const storedGraph = (folder: string): TimedGraph => readColumns(folder);
