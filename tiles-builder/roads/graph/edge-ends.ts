import { CLOSED } from '../../../src/format/road-tile.ts';
import type { NumberSet } from '../../base/numbers/number-set.ts';
import type { TimedGraph } from './timed-graph.ts';

/** A road edge's end as a number: 2e is the tail of edge e, 2e + 1 its head. */
export type EdgeEnd = number;

type Ends = Pick<TimedGraph, 'edgeTail' | 'edgeHead'>;
type Times = Pick<TimedGraph, 'edgeForward_ms' | 'edgeBackward_ms'>;

export const nodeAt = ({ edgeTail, edgeHead }: Ends, end: EdgeEnd): number =>
  (end % 2 === 0 ? edgeTail : edgeHead)[end >>> 1];

export const arrivesAt = ({ edgeForward_ms, edgeBackward_ms }: Times, end: EdgeEnd): boolean =>
  (end % 2 === 0 ? edgeBackward_ms : edgeForward_ms)[end >>> 1] !== CLOSED;
export const leavesBy = (graph: Times, end: EdgeEnd): boolean => arrivesAt(graph, end ^ 1);

/** Ascending. */
export function endsAtNodes(graph: Ends, nodes: NumberSet): (node: number) => readonly EdgeEnd[] {
  const first = new Uint32Array(nodes.size + 1);
  const count = 2 * graph.edgeTail.length;
  for (let end = 0; end < count; end++) {
    const place = nodes.placeOf(nodeAt(graph, end));
    if (place >= 0) first[place + 1]++;
  }
  for (let place = 0; place < nodes.size; place++) first[place + 1] += first[place];
  const next = first.slice();
  const ends = new Uint32Array(first[nodes.size]);
  for (let end = 0; end < count; end++) {
    const place = nodes.placeOf(nodeAt(graph, end));
    if (place >= 0) ends[next[place]++] = end;
  }
  return (node) => {
    const place = nodes.placeOf(node);
    return [...ends.subarray(first[place], first[place + 1])];
  };
}
