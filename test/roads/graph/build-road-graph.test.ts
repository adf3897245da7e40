import { describe, expect, test } from 'vitest';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { NumberSet } from '../../../tiles-builder/base/numbers/number-set.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import { MIN_NETWORK_LENGTH_M } from '../../../tiles-builder/roads/graph/islands.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { rectangle } from '../../support/zones/rectangle.ts';
import { drawn, edgesOf, everywhere, STEP_M } from '../drawn-osm.ts';

const street = { highway: 'residential' };
describe('nodes', () => {
  const crossing = drawn(
    `
    . . B . .
    A x C y D
    . . E . .
    `,
    [
      ['AxCyD', street],
      ['BCE', street],
    ],
  );
  test('are junctions and dead ends, with the shape between them', () => {
    expect(edgesOf(crossing, 'pedestrian')).toEqual(['A↔C', 'C↔D', 'B↔C', 'C↔E']);
    const graph = buildRoadGraph(crossing, 'pedestrian', everywhere);
    expect([...graph.edgeFirstPoint]).toEqual([0, 3, 6, 8, 10]);
    expect(graph.nodeFlags.length).toBe(5);
    checkShapes(graph);
  });

  test('and nodes of ways with frontage are noted where the road leads to them, to the last', () => {
    const frontageNodes = new NumberSet();
    buildRoadGraph(crossing, 'pedestrian', everywhere, frontageNodes);
    // AxCyD, then BCE: all but the first of each.
    expect([...Array(8).keys()].filter((place) => frontageNodes.has(place))).toEqual([1, 2, 3, 4, 6, 7]);
  });

  test('take integer milliseconds from length and speed', () => {
    const graph = buildRoadGraph(crossing, 'pedestrian', everywhere);
    const expected_ms = (4 * STEP_M * 3600) / 5;
    expect(Math.abs(graph.edgeForward_ms[0] - expected_ms)).toBeLessThan(expected_ms * 1e-4);
    expect(graph.edgeBackward_ms[0]).toBe(graph.edgeForward_ms[0]);
    const byCar = buildRoadGraph(crossing, 'motorized', everywhere);
    expect(byCar.edgeForward_ms[0]).toBe(Math.round((graph.edgeForward_ms[0] * 5) / 32));
    const slower = buildRoadGraph(crossing, 'motorized', everywhere, undefined, { residential: 0.5 });
    expect(slower.edgeForward_ms[0] / byCar.edgeForward_ms[0]).toBeCloseTo(2, 3);
  });

  test('of a closed way stand where it is joined, and of one alone at its ends', () => {
    const loop = drawn(
      `
      AB
      DC
      `,
      [['ABCDA', street]],
    );
    expect(edgesOf(loop, 'pedestrian')).toEqual(['A↔A']);
  });

  test('a barrier cuts the road for those that it stops', () => {
    const barred = drawn('A.B.C', [['ABC', street]], { B: { barrier: 'bollard' } });
    expect(buildRoadGraph(barred, 'pedestrian', everywhere).nodeFlags.length).toBe(2);
    const long = drawn(`A${'.'.repeat(10)}B${'.'.repeat(10)}C`, [['ABC', street]], {
      B: { barrier: 'bollard' },
    });
    const graph = buildRoadGraph(long, 'motorized', everywhere);
    expect(graph.nodeFlags.length).toBe(4);
    expect([...graph.edgeTail, ...graph.edgeHead].sort()).toEqual([0, 1, 2, 3]);
  });

  test('directions differ between cars and walkers', () => {
    const oneWay = drawn('A.B.C', [
      ['AB', { ...street, oneway: 'yes' }],
      ['CB', { ...street, oneway: '-1' }],
      ['AB', { highway: 'footway' }],
    ]);
    expect(edgesOf(oneWay, 'pedestrian')).toEqual(['A↔B', 'C↔B', 'A↔B']);
    expect(edgesOf(oneWay, 'motorized').map((edge) => edge.replace('~', ''))).toEqual(['A→B', 'C←B']);
  });
});

describe('exits', () => {
  test('are the last nodes before those that the extract left out, where the way is open outwards', () => {
    const cut = drawn('A.B.C.D', [
      ['?AB', street],
      ['BCD?', { ...street, oneway: '-1' }],
    ]);
    expect(edgesOf(cut, 'pedestrian')).toEqual(['A!↔B', 'B↔D!']);
    expect(edgesOf(cut, 'motorized').map((edge) => edge.replace('~', ''))).toEqual(['A!↔B', 'B←D']);
  });

  test('are the first nodes outside the coverage, and the graph beyond is retained', () => {
    const west: Zone = [[rectangle(0, 0, 0.1095, 0.2)]];
    const roads = drawn('A....B....C....D', [['ABCD', street]]);
    expect(edgesOf(roads, 'pedestrian', west)).toEqual(['A↔C!', 'C!↔D']);
  });

  const closed = (...vertices: Position[]): Zone => [[[...vertices, vertices[0]]]];
  const partlyFilled: readonly (readonly [name: string, coverage: Zone])[] = [
    ['with an oblique side', closed([0, 0], [0.0995, 0], [0.1195, 0.2], [0, 0.2])],
    ['with a corner cut out', closed([0, 0], [0.2, 0], [0.2, 0.05], [0.1095, 0.05], [0.1095, 0.2], [0, 0.2])],
    ['with a hole', [[rectangle(0, 0, 0.2, 0.2), rectangle(0.1095, 0.05, 0.19, 0.15)]]],
    ['of two parts', [[rectangle(0, 0, 0.1095, 0.1095)], [rectangle(0.12, 0.12, 0.2, 0.2)]]],
  ];
  test.each(partlyFilled)('follow the coverage rather than its box: one %s', (_, coverage) => {
    const roads = drawn('A....B....C....D', [['ABCD', street]]);
    expect(edgesOf(roads, 'pedestrian', coverage)).toEqual(['A↔C!', 'C!↔D']);
  });

  test('are dead ends near the edge of the coverage, not junctions', () => {
    const box: Zone = [[rectangle(0.0995, 0, 0.2, 0.2)]];
    const roads = drawn(
      `
      A....B
      C....D
      `,
      [['ABDC', street]],
    );
    expect(edgesOf(roads, 'pedestrian', box)).toEqual(['A!↔C!']);
    const oblique = closed([0.0995, 0], [0.2, 0], [0.2, 0.2], [0.0996, 0.2]);
    expect(edgesOf(roads, 'pedestrian', oblique)).toEqual(['A!↔C!']);
  });

  test.each([-1, 1])('are nodes at the antimeridian, and dead ends within 100 m of it: side %d', (side) => {
    const roads = drawn(
      `
      ....B
      A...C
      ....D
      `,
      [
        ['AC', street],
        ['BCD', street],
      ],
    );
    const before180 = (units: number): string[] => {
      const nodeLon = roads.nodeLon.map((lon) => side * (1_800_000_000 - 1_040_000 + lon - units));
      return edgesOf({ ...roads, nodeLon }, 'pedestrian', [[rectangle(-200, -1, 200, 1)]]);
    };
    expect(before180(0)).toEqual(['A↔C!', 'B!↔C!', 'C!↔D!']);
    expect(before180(8_900)).toEqual(['A↔C', 'B!↔C', 'C↔D!']);
    expect(before180(9_100)).toEqual(['A↔C', 'B↔C', 'C↔D']);
  });
});

describe('parts too small to leave', () => {
  const steps = Math.ceil(MIN_NETWORK_LENGTH_M / STEP_M) + 1;
  const long = '.'.repeat(steps);
  test('are dropped, long ones and those with an exit are not', () => {
    const roads = drawn(
      `
      A${long}${long}B
      C${long}D
      E.F
      G.H
      I.${long}J
      `,
      [
        ['AB', street],
        ['CD', street],
        ['EF', street],
        ['GH?', street],
        ['IJ', { highway: 'motorway' }],
      ],
    );
    expect(edgesOf(roads, 'pedestrian')).toEqual(['A↔B', 'C↔D', 'G↔H!']);
    expect(edgesOf(roads, 'motorized')).toEqual(['A↔B', 'C↔D', 'G↔H!']);
  });

  test('one-way roads into a dead end have no frontage', () => {
    const roads = drawn(`A${long}B.C.D`, [
      ['AB', street],
      ['BC', { ...street, oneway: 'yes' }],
      ['CD', street],
    ]);
    expect(edgesOf(roads, 'motorized')).toEqual(['A↔B', 'B→C~', 'C↔D~']);
    expect(edgesOf(roads, 'pedestrian')).toEqual(['A↔B', 'B↔C', 'C↔D']);
  });
});

function checkShapes(graph: TimedGraph): void {
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const first = graph.edgeFirstPoint[edge];
    const last = graph.edgeFirstPoint[edge + 1] - 1;
    expect(graph.pointLon[first]).toBe(graph.nodeLon[graph.edgeTail[edge]]);
    expect(graph.pointLat[first]).toBe(graph.nodeLat[graph.edgeTail[edge]]);
    expect(graph.pointLon[last]).toBe(graph.nodeLon[graph.edgeHead[edge]]);
    expect(graph.pointLat[last]).toBe(graph.nodeLat[graph.edgeHead[edge]]);
  }
}
