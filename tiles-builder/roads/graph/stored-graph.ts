/** A graph on its way from the step that builds it to those that contract and cut it. */
import { readColumns, writeColumns } from '../../files/columns.ts';
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
} as const satisfies Record<keyof TimedGraph, string>;

/** @param folder is made where it is not there */
export const storeGraph = (folder: string, graph: TimedGraph): void => writeColumns(folder, { ...graph });

/** @param folder as {@link storeGraph} has filled it */
export const storedGraph = (folder: string): TimedGraph => readColumns(folder, COLUMNS);
