import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSED, REPEATED_EDGE } from '../../../src/format/road-tile.ts';
import { snapOrigin } from '../../../src/isochrone/snap-origin.ts';
import { NumberSet } from '../../../tiles-builder/base/numbers/number-set.ts';
import { type RestrictedNode, restrictionKind } from '../../../tiles-builder/roads/graph/banned-turns.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import {
  arrivesAt,
  type EdgeEnd,
  endsAtNodes,
  leavesBy,
  nodeAt,
} from '../../../tiles-builder/roads/graph/edge-ends.ts';
import { splitNodes } from '../../../tiles-builder/roads/graph/split-nodes.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import type { Topology } from '../../../tiles-builder/roads/graph/topology.ts';
import { dijkstra, outgoingArcs } from '../../support/roads/dijkstra.ts';
import { cutGraph } from '../../support/roads/real-roads.ts';
import { type DrawnRestriction, type DrawnRoads, drawn, everywhere } from '../drawn-osm.ts';
import { randomGraph } from '../hierarchy/random-graph.ts';

const street = { highway: 'residential' };

const crossingRoads = (restrictions: readonly DrawnRestriction[], ways = crossing): DrawnRoads =>
  drawn(
    `
    .........B.........
    ...................
    A........C........D
    ...................
    .........E.........
    `,
    ways.map((nodes) => [nodes, street]),
    {},
    restrictions,
  );

/** As `AB`: from A on to B. */
function turnsAtC(restrictions: readonly DrawnRestriction[], ways = crossing): string {
  const roads = crossingRoads(restrictions, ways);
  const graph = buildRoadGraph(roads, 'motorized', everywhere);
  const name = (node: number): string =>
    roads.names[
      roads.nodeLon.findIndex(
        (lon, i) => lon === graph.nodeLon[node] && roads.nodeLat[i] === graph.nodeLat[node],
      )
    ];
  const { firstArc, head } = outgoingArcs(graph);
  const heads = (node: number): number[] => [...head.subarray(firstArc[node], firstArc[node + 1])];
  const turns = new Set<string>();
  [...graph.nodeFlags.keys()].forEach((from) => {
    for (const via of heads(from)) {
      if (name(via) !== 'C') continue;
      for (const to of heads(via)) if (name(to) !== name(from)) turns.add(name(from) + name(to));
    }
  });
  return [...turns].sort().join(' ');
}

/** West, north, east, south of C. */
const crossing = ['AC', 'BC', 'CD', 'CE'];
const ALL = 'AB AD AE BA BD BE DA DB DE EA EB ED';
const without = (...turns: string[]): string =>
  ALL.split(' ')
    .filter((turn) => !turns.includes(turn))
    .join(' ');

describe('turns at a crossing', () => {
  const cases: [name: string, restrictions: DrawnRestriction[], turns: string][] = [
    ['without restrictions', [], ALL],
    ['no_left_turn', [['0', 'C', '1', { restriction: 'no_left_turn' }]], without('AB')],
    ['only_straight_on', [['0', 'C', '2', { restriction: 'only_straight_on' }]], without('AB', 'AE')],
    [
      'several of them',
      [
        ['0', 'C', '1', { restriction: 'no_left_turn' }],
        ['0', 'C', '3', { restriction: 'no_right_turn' }],
        ['2', 'C', '3', { restriction: 'no_left_turn' }],
        ['3', 'C', '1', { restriction: 'only_straight_on' }],
      ],
      without('AB', 'AE', 'DE', 'EA', 'ED'),
    ],
    ['no_entry from several ways', [['02', 'C', '1', { restriction: 'no_entry' }]], without('AB', 'DB')],
    ['no_exit to several ways', [['0', 'C', '13', { restriction: 'no_exit' }]], without('AB', 'AE')],
    ['for cars', [['0', 'C', '1', { 'restriction:motorcar': 'no_left_turn' }]], without('AB')],
    ['for lorries alone', [['0', 'C', '1', { 'restriction:hgv': 'no_left_turn' }]], ALL],
    ['but not for cars', [['0', 'C', '1', { restriction: 'no_left_turn', except: 'psv;motorcar' }]], ALL],
    ['but not for buses', [['0', 'C', '1', { restriction: 'no_left_turn', except: 'psv' }]], without('AB')],
    ['at some hours', [['0', 'C', '1', { 'restriction:conditional': 'no_left_turn @ (07:00-09:00)' }]], ALL],
    ['back into the same street', [['0', 'C', '0', { restriction: 'no_u_turn' }]], ALL],
    ['via a node that they do not meet at', [['0', 'B', '1', { restriction: 'no_left_turn' }]], ALL],
    ['to a way that is not there', [['0', 'C', '8', { restriction: 'only_straight_on' }]], ALL],
    ['of an unknown kind', [['0', 'C', '1', { restriction: 'perhaps' }]], ALL],
  ];
  test.each(cases)('%s', (_name, restrictions, turns) => {
    expect(turnsAtC(restrictions)).toBe(turns);
  });

  test('a street through the crossing does not say which side it means', () => {
    expect(turnsAtC([['0', 'C', '1', { restriction: 'no_left_turn' }]], ['ACD', 'BC', 'CE'])).toBe(ALL);
    expect(turnsAtC([['1', 'C', '2', { restriction: 'no_straight_on' }]], ['ACD', 'BC', 'CE'])).toBe(
      without('BE'),
    );
  });

  test('do not bind walkers', () => {
    const roads = drawn(
      'A.........C.........D',
      [
        ['AC', street],
        ['CD', street],
      ],
      {},
      [['0', 'C', '1', { restriction: 'no_straight_on' }]],
    );
    expect(buildRoadGraph(roads, 'pedestrian', everywhere).nodeFlags.length).toBe(3);
    expect(buildRoadGraph(roads, 'motorized', everywhere).nodeFlags.length).toBe(4);
  });
});

test('an origin has both directions of its street', async () => {
  const roads = crossingRoads([
    ['0', 'C', '1', { restriction: 'no_left_turn' }],
    ['2', 'C', '1', { restriction: 'no_right_turn' }],
    ['1', 'C', '3', { restriction: 'no_straight_on' }],
  ]);
  const graph = buildRoadGraph(roads, 'motorized', everywhere);
  expect(graph.edgeFlags.filter((flags) => flags & REPEATED_EDGE).length).toBeGreaterThan(3);
  const { tiles } = await cutGraph(graph, 'motorized');
  const [lonC, latC] = [roads.nodeLon[roads.names.indexOf('C')], roads.nodeLat[roads.names.indexOf('C')]];
  for (const [east, north] of [
    [-1, 0],
    [0, 1],
    [1, 0],
    [0, -1],
  ]) {
    const place = [(lonC + 9_000 * east!) / 1e7, (latC + 9_000 * north!) / 1e7] as const;
    const snapped = await snapOrigin([...place], 'motorized', tiles);
    if (!snapped.ok) throw new Error(JSON.stringify(snapped.failure));
    const { tile, edge } = snapped.value;
    expect(tile.edgeFlags[edge] & REPEATED_EDGE).toBe(0);
    expect(tile.edgeForward_ms[edge]).toBe(tile.edgeBackward_ms[edge]);
  }
});

test('the most specific key decides', () => {
  expect(restrictionKind({ restriction: 'no_left_turn', 'restriction:motorcar': 'only_straight_on' })).toBe(
    'only',
  );
  expect(restrictionKind({ restriction: 'only_right_turn' })).toBe('only');
});

function endsOf(graph: TimedGraph): (node: number) => readonly EdgeEnd[] {
  const nodes = new NumberSet();
  for (const node of graph.nodeFlags.keys()) nodes.add(node);
  return endsAtNodes(graph, nodes);
}

function topologyOf(graph: TimedGraph): Topology {
  const edges = graph.edgeTail.length;
  return {
    nodeFlags: graph.nodeFlags.slice(),
    osmNode: Uint32Array.from(graph.nodeFlags.keys()),
    edgeTail: graph.edgeTail.slice(),
    edgeHead: graph.edgeHead.slice(),
    edgeForward_ms: graph.edgeForward_ms.slice(),
    edgeBackward_ms: graph.edgeBackward_ms.slice(),
    edgeFlags: graph.edgeFlags.slice(),
    edgeLength_m: new Float64Array(edges),
    edgeFirst: Uint32Array.from(graph.edgeTail.keys()),
    edgeLast: new Uint32Array(edges),
  };
}

const restricted = fc
  .tuple(randomGraph, fc.infiniteStream(fc.nat(4)), fc.nat())
  .map(([graph, lots, start]) => {
    const nodes: RestrictedNode[] = [];
    const endsAt = endsOf(graph);
    for (const node of graph.nodeFlags.keys()) {
      const ends = endsAt(node);
      const banned = new Map<EdgeEnd, Set<EdgeEnd>>();
      for (const from of ends.filter((end) => arrivesAt(graph, end) && lots.next().value === 0)) {
        const turns = ends.filter((end) => end !== from && leavesBy(graph, end) && lots.next().value < 2);
        if (turns.length > 0) banned.set(from, new Set(turns));
      }
      if (banned.size > 0) nodes.push({ node, ends, banned });
    }
    const starts = [...Array(2 * graph.edgeTail.length).keys()].filter((end) => arrivesAt(graph, end));
    return { graph, nodes, start: starts.length > 0 ? starts[start % starts.length] : null };
  });

function departuresByTurns(
  graph: TimedGraph,
  restrictedNodes: readonly RestrictedNode[],
  start: EdgeEnd,
): number[] {
  const banned = new Map(restrictedNodes.flatMap((at) => [...at.banned]));
  const ends = 2 * graph.edgeTail.length;
  const arrival = new Array<number>(ends).fill(Infinity);
  const departure = new Array<number>(ends).fill(Infinity);
  const endsAt = endsOf(graph);
  arrival[start] = 0;
  const open = new Set([start]);
  for (const end of open) {
    open.delete(end);
    for (const next of endsAt(nodeAt(graph, end))) {
      if (!leavesBy(graph, next) || banned.get(end)?.has(next)) continue;
      departure[next] = Math.min(departure[next], arrival[end]);
      const there = arrival[end] + (next % 2 === 0 ? graph.edgeForward_ms : graph.edgeBackward_ms)[next >> 1];
      if (there >= arrival[next ^ 1]) continue;
      arrival[next ^ 1] = there;
      open.delete(next ^ 1);
      open.add(next ^ 1);
    }
  }
  return departure;
}

test('edges of split nodes are left as early as turns allow', () => {
  fc.assert(
    fc.property(restricted, ({ graph, nodes, start }) => {
      if (start === null) return;
      const split = splitNodes(topologyOf(graph), nodes);
      const edges = split.edgeTail.length;
      const arrival_ms = new Float64Array(split.nodeFlags.length);
      dijkstra(outgoingArcs(split), [{ node: nodeAt(split, start), ms: 0 }], Infinity, arrival_ms);
      const departure = new Array<number>(2 * graph.edgeTail.length).fill(Infinity);
      for (let edge = 0; edge < edges; edge++) {
        const original = split.edgeFirst[edge];
        expect(split.osmNode[split.edgeTail[edge]]).toBe(graph.edgeTail[original]);
        expect(split.osmNode[split.edgeHead[edge]]).toBe(graph.edgeHead[original]);
        expect((split.edgeFlags[edge] & REPEATED_EDGE) !== 0).toBe(edge !== original);
        for (const end of [0, 1]) {
          if (!leavesBy(split, 2 * edge + end)) continue;
          const at = 2 * original + end;
          departure[at] = Math.min(departure[at], arrival_ms[nodeAt(split, 2 * edge + end)]);
        }
        if (edge < graph.edgeTail.length) continue;
        expect([split.edgeForward_ms[edge], split.edgeBackward_ms[edge]]).toContain(CLOSED);
      }
      expect(departure).toEqual(departuresByTurns(graph, nodes, start));
    }),
    { numRuns: 80, endOnFailure: true },
  );
});
