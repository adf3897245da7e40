import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeCore } from '../../../tiles-builder/roads/hierarchy/close-core.ts';

type ArcTriple = readonly [tail: number, head: number, ms: number];

/** By the Floyd-Warshall algorithm, in rows. */
function distances(nodes: number, arcs: readonly ArcTriple[]): number[][] {
  const all = [...Array(nodes).keys()];
  const ms = all.map((a) => all.map((b) => (a === b ? 0 : Infinity)));
  for (const [tail, head, time] of arcs) ms[tail][head] = Math.min(ms[tail][head], time);
  for (const via of all)
    for (const row of ms) for (const b of all) row[b] = Math.min(row[b], row[via] + ms[via][b]);
  return ms;
}

test('the rest of a core has the same distances, and no arc that they do not need', () => {
  const anyNode = fc.nat(13);
  const anyArcs = fc.array(fc.tuple(anyNode, anyNode, fc.nat(30)), { maxLength: 60 });
  const holds = fc.property(fc.integer({ min: 1, max: 14 }), anyNode, anyArcs, (nodes, own, drawn) => {
    const ownNodes = Math.min(own, nodes);
    const arcs = drawn.map(([tail, head, ms]): ArcTriple => [tail % nodes, head % nodes, ms]);
    const [tail, head, ms] = [0, 1, 2].map((part) => Int32Array.from(arcs, (arc) => arc[part]));
    const { remaining } = closeCore(nodes, ownNodes, { tail, head, ms }, 1_000);
    const left = Array.from(remaining.tail, (from, arc): ArcTriple => {
      return [from, remaining.head[arc], remaining.ms[arc]];
    });
    const [before, after] = [distances(nodes, arcs), distances(nodes, left)];
    for (let a = ownNodes; a < nodes; a++)
      expect(after[a].slice(ownNodes)).toEqual(before[a].slice(ownNodes));
    for (const arc of left) {
      // Arcs of no length may replace one another.
      const others = left.filter((other) => other !== arc && other[2] > 0);
      if (arc[2] > 0) expect(distances(nodes, others)[arc[0]][arc[1]]).toBeGreaterThan(arc[2]);
    }
  });
  fc.assert(holds, { numRuns: 300 });
});
