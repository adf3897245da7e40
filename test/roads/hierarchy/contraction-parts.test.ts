import { describe, expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { MinHeap } from '../../../tiles-builder/roads/hierarchy/min-heap.ts';
import { type Arcs, PreparationGraph } from '../../../tiles-builder/roads/hierarchy/preparation-graph.ts';
import { WitnessSearch } from '../../../tiles-builder/roads/hierarchy/witness-search.ts';

const seeds = [Date.now() % 1e9];

describe.each(seeds)('a heap (seed %i)', (seed) => {
  test('gives back the smallest key first, and of equal keys the smallest item', () => {
    const random = new Random(seed);
    const heap = new MinHeap(4);
    const model: [key: number, item: number][] = [];
    for (let step = 0; step < 3_000; step++) {
      if (random.chance(step < 1_500 ? 0.7 : 0.4) || model.length === 0) {
        const entry: [number, number] = [random.integer(0, 40), random.integer(0, 1_000)];
        heap.push(...entry);
        model.push(entry);
        model.sort(([a, c], [b, d]) => a - b || c - d);
      } else {
        expect(heap.smallestKey).toBe(model[0][0]);
        expect(heap.pop()).toBe(model.shift()![1]);
      }
      expect(heap.size).toBe(model.length);
    }
    heap.clear();
    expect(heap.size).toBe(0);
    heap.push(9, 8);
    expect([heap.smallestKey, heap.pop(), heap.size]).toEqual([9, 8, 0]);
  });
});

const NODES = 25;
const MAX_MS = 90;

function randomArcs(random: Random, count: number): Arcs {
  const numbers = (most: number): Int32Array =>
    Int32Array.from({ length: count }, () => random.integer(0, most));
  return { tail: numbers(NODES - 1), head: numbers(NODES - 1), ms: numbers(MAX_MS + 10) };
}

function shortest({ tail, head, ms }: Arcs): Map<string, number> {
  const arcs = new Map<string, number>();
  for (const [i, own_ms] of ms.entries()) {
    const key = `${tail[i]} ${head[i]}`;
    if (tail[i] === head[i] || own_ms > MAX_MS) continue;
    arcs.set(key, Math.min(own_ms, arcs.get(key) ?? Infinity));
  }
  return arcs;
}

function arcsOf({ heads, headMs }: PreparationGraph): Map<string, number> {
  return new Map(heads.flatMap((own, tail) => own.map((head, i) => [`${tail} ${head}`, headMs[tail][i]])));
}

function arcsByHeadOf({ tails, tailMs }: PreparationGraph): Map<string, number> {
  return new Map(tails.flatMap((own, head) => own.map((tail, i) => [`${tail} ${head}`, tailMs[head][i]])));
}

describe.each(seeds)('the arcs of a tile (seed %i)', (seed) => {
  test('are the shortest from a node to another, from both ends, and without a node once that is detached', () => {
    const random = new Random(seed);
    const arcs = randomArcs(random, 200);
    const graph = new PreparationGraph(NODES, arcs, MAX_MS);
    const expected = shortest(arcs);
    expect(expected.size).toBeGreaterThan(100);
    expect(arcsOf(graph)).toEqual(expected);
    expect(arcsByHeadOf(graph)).toEqual(expected);
    for (const [tail, head, ms] of [
      [0, 1, 1],
      [2, 2, 1],
      [3, 4, MAX_MS + 1],
      [5, 6, MAX_MS],
    ]) {
      graph.addArc(tail, head, ms);
      const key = `${tail} ${head}`;
      if (tail !== head && ms <= MAX_MS) expected.set(key, Math.min(ms, expected.get(key) ?? Infinity));
    }
    expect(arcsOf(graph)).toEqual(expected);
    for (const node of [7, 0, 12]) {
      const own = [[...graph.heads[node]], [...graph.tails[node]]];
      graph.detach(node);
      expect([graph.heads[node], graph.tails[node]]).toEqual(own);
      graph.heads[node].length = graph.headMs[node].length = 0;
      graph.tails[node].length = graph.tailMs[node].length = 0;
      for (const key of expected.keys()) if (key.split(' ').includes(String(node))) expected.delete(key);
      expect(arcsOf(graph)).toEqual(expected);
      expect(arcsByHeadOf(graph)).toEqual(expected);
    }
  });

  test('are searched for paths around a node, as far as the limit', () => {
    const random = new Random(seed);
    const arcs = randomArcs(random, 80);
    const graph = new PreparationGraph(NODES, arcs, MAX_MS);
    const search = new WitnessSearch(graph);
    let found = 0;
    for (let source = 0; source < NODES; source++) {
      const avoided = (source + random.integer(1, NODES - 1)) % NODES;
      const limit_ms = random.integer(0, 3 * MAX_MS);
      search.run(source, avoided, limit_ms);
      // Bellman-Ford.
      const ms = new Array<number>(NODES).fill(Infinity);
      ms[source] = 0;
      for (let round = 0; round < NODES; round++) {
        for (const [key, own_ms] of shortest(arcs)) {
          const [tail, head] = key.split(' ').map(Number);
          if (tail !== avoided && head !== avoided) ms[head] = Math.min(ms[head], ms[tail] + own_ms);
        }
      }
      for (const [node, expected_ms] of ms.entries()) {
        if (node === avoided || expected_ms > limit_ms) {
          expect(search.reachedWithin(node, limit_ms)).toBe(false);
          continue;
        }
        found++;
        expect(search.reachedWithin(node, expected_ms)).toBe(true);
        expect(search.reachedWithin(node, expected_ms - 1)).toBe(false);
      }
    }
    expect(found).toBeGreaterThan(2 * NODES);
  });
});

test('a search for paths ends after sixty nodes', () => {
  const count = 100;
  const at = (step: number): Int32Array => Int32Array.from({ length: count - 1 }, (_, i) => i + step);
  const line = { tail: at(0), head: at(1), ms: new Int32Array(count - 1).fill(1) };
  const search = new WitnessSearch(new PreparationGraph(count, line, MAX_MS));
  search.run(0, count - 1, 1_000);
  const reached = Array.from({ length: count }, (_, node) => search.reachedWithin(node, 1_000));
  // The sixtieth settled node reaches the next.
  expect(reached.indexOf(false)).toBe(61);
});
