import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allDistances, NO_PATH_MS } from '../../../tiles-builder/roads/hierarchy/all-distances.ts';
import { closeCore } from '../../../tiles-builder/roads/hierarchy/close-core.ts';
import type { Arcs } from '../../../tiles-builder/roads/hierarchy/preparation-graph.ts';

type ArcTriple = readonly [tail: number, head: number, ms: number];

const anyCore = fc
  .record({ nodes: fc.integer({ min: 1, max: 14 }), ownShare: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ nodes, ownShare }) =>
    fc.record({
      nodes: fc.constant(nodes),
      ownNodes: fc.constant(Math.round(nodes * ownShare)),
      arcs: fc.array(
        fc.tuple(
          fc.nat(nodes - 1),
          fc.nat(nodes - 1),
          fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
        ),
        { maxLength: 60 },
      ),
    }),
  );

const arcsOf = (triples: readonly ArcTriple[]): Arcs => ({
  tail: Int32Array.from(triples, ([tail]) => tail),
  head: Int32Array.from(triples, ([, head]) => head),
  ms: Int32Array.from(triples, ([, , ms]) => ms),
});
const triplesOf = ({ tail, head, ms }: Arcs): ArcTriple[] =>
  [...tail].map((from, arc) => [from, head[arc], ms[arc]]);

/** By the Floyd-Warshall algorithm, in rows. */
function distances(nodes: number, arcs: readonly ArcTriple[]): number[][] {
  const ms = Array.from({ length: nodes }, (_, a) =>
    Array.from({ length: nodes }, (_, b) => (a === b ? 0 : Infinity)),
  );
  for (const [tail, head, time] of arcs) ms[tail][head] = Math.min(ms[tail][head], time);
  for (let via = 0; via < nodes; via++) {
    for (let a = 0; a < nodes; a++) {
      for (let b = 0; b < nodes; b++) ms[a][b] = Math.min(ms[a][b], ms[a][via] + ms[via][b]);
    }
  }
  return ms;
}

const seeds = [{}];

test.each(seeds)('all distances are those of Floyd and Warshall, %o', (seed) => {
  fc.assert(
    fc.property(anyCore, fc.integer({ min: 0, max: 100 }), ({ nodes, arcs }, max_ms) => {
      const found = allDistances(nodes, arcsOf(arcs), max_ms);
      const expected = distances(nodes, arcs).flat();
      expect([...found]).toEqual(expected.map((ms) => (ms > max_ms ? NO_PATH_MS : ms)));
    }),
    { numRuns: 300, ...seed },
  );
});

test.each(seeds)('the rest of a core has the same distances, without redundant arcs, %o', (seed) => {
  fc.assert(
    fc.property(anyCore, ({ nodes, ownNodes, arcs }) => {
      const { contracted, remaining } = closeCore(nodes, ownNodes, arcsOf(arcs), 1_000);
      const before = distances(nodes, arcs);
      const left = triplesOf(remaining);
      const after = distances(nodes, left);
      for (let a = ownNodes; a < nodes; a++) {
        for (let b = ownNodes; b < nodes; b++) expect(after[a][b]).toBe(before[a][b]);
      }
      for (const arc of left) {
        const [tail, head, ms] = arc;
        expect(Math.min(tail, head)).toBeGreaterThanOrEqual(ownNodes);
        expect(ms).toBe(before[tail][head]);
        // Zero-length arcs may replace one another.
        const others = left.filter((other) => other !== arc && other[2] > 0);
        if (ms > 0) expect(distances(nodes, others)[tail][head]).toBeGreaterThan(ms);
      }
      expect(contracted.map(({ node }) => node).sort((a, b) => a - b)).toEqual([...Array(ownNodes).keys()]);
      const rank = new Map(contracted.map(({ node }, place) => [node, place]));
      for (const { node, heads, headMs, tails, tailMs } of contracted) {
        heads.forEach((head, i) => {
          expect(headMs[i]).toBe(before[node][head]);
          expect(rank.get(head) ?? Infinity).toBeGreaterThan(rank.get(node)!);
        });
        tails.forEach((tail, i) => {
          expect(tailMs[i]).toBe(before[tail][node]);
        });
      }
    }),
    { numRuns: 300, ...seed },
  );
});
