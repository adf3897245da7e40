import { CLOSED } from '../../../src/format/road-tile.ts';
import type { NumberSet } from '../../base/numbers/number-set.ts';
import type { TimedGraph } from './timed-graph.ts';

/** Numbers the ends of road edges: 2e is the tail of edge e, 2e + 1 its head. */
export type EdgeEnd = number;

type Ends = Pick<TimedGraph, 'edgeTail' | 'edgeHead'>;
type Times = Pick<TimedGraph, 'edgeForward_ms' | 'edgeBackward_ms'>;

export const nodeAt = ({ edgeTail, edgeHead }: Ends, end: EdgeEnd): number =>
  (end % 2 === 0 ? edgeTail : edgeHead)[end >>> 1];

/** Tells whether one may arrive over the edge at this end. */
export const arrivesAt = ({ edgeForward_ms, edgeBackward_ms }: Times, end: EdgeEnd): boolean =>
  (end % 2 === 0 ? edgeBackward_ms : edgeForward_ms)[end >>> 1] !== CLOSED;
export const leavesBy = (graph: Times, end: EdgeEnd): boolean => arrivesAt(graph, end ^ 1);

/** @returns function that lists the ends at a node, ascending */
export function endsAtNodes(graph: Ends, nodes: NumberSet): (node: number) => readonly EdgeEnd[] {
  const ends = new Map<number, EdgeEnd[]>();
  for (const node of nodes) ends.set(node, []);
  for (let end = 0; end < 2 * graph.edgeTail.length; end++) {
    const node = nodeAt(graph, end);
    if (nodes.has(node)) ends.get(node)!.push(end);
  }
  return (node) => ends.get(node)!;
}
