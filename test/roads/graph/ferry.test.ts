import { describe, expect, test } from 'vitest';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import { timeOf } from '../../../tiles-builder/roads/graph/ferry.ts';
import { arrivalsFrom } from '../../support/roads/dijkstra.ts';
import { drawn, everywhere } from '../drawn-osm.ts';

const street = { highway: 'residential' };

test.each([
  ['45', 2700],
  ['00:45', 2700],
  ['1:30', 5400],
  ['01:30:15', 5415],
  [' 10 ', 600],
  ['PT20M', 1200],
  ['PT1H30M', 5400],
  ['P1DT2H', 93_600],
  ['0', null],
  ['', null],
  ['soon', null],
])('the time %s', (text, seconds) => {
  expect(timeOf(text)).toBe(seconds);
});

const ISLANDS = 'A.........B...x...y...C.........D';
const boat = (tags: Tags): [string, Tags] => ['BxyC', { route: 'ferry', ...tags }];

/** `null` where there is no way. */
function minutes(
  from: string,
  to: string,
  travel: Travel,
  ferries: readonly [string, Tags][],
  map = ISLANDS,
  streets: readonly string[] = ['AB', 'CD'],
): number | null {
  const roads = drawn(map, [...streets.map((nodes): [string, Tags] => [nodes, street]), ...ferries]);
  const graph = buildRoadGraph(roads, travel, everywhere);
  const nodeOf = (name: string): number => graph.nodeLon.indexOf(roads.nodeLon[roads.names.indexOf(name)]);
  const arrival_ms = arrivalsFrom(graph, new Map([[nodeOf(from), 0]]), 1e9)[nodeOf(to)];
  return Number.isFinite(arrival_ms) ? Math.round(arrival_ms / 6_000) / 10 : null;
}

describe('minutes from shore to shore by a boat that says', () => {
  const cases: [string, Tags, onFoot: number | null, byCar: number | null][] = [
    ['nothing', {}, null, null],
    ['how long', { duration: '00:10' }, null, 10 + 15],
    ['how often', { interval: '20' }, null, null],
    ['that it is a road, too', { highway: 'primary' }, null, null],
    ['that it is a road, and how long', { highway: 'primary', duration: '10' }, null, 10 + 15],
    ['how long, in a time that no boat can do', { duration: '00:00:01', interval: '20' }, null, null],
    ['how long and how often', { duration: '10', interval: '20' }, 10 + 10, 10 + 10],
    [
      'when it usually goes and when not',
      { duration: '10', interval: '20', 'interval:conditional': '60 @ (Su)' },
      20,
      20,
    ],
    [
      'only when it goes how often',
      { duration: '10', 'interval:conditional': '10 @ (Mo-Fr 07:00-09:00; PH off); 00:40 @ (Sa,Su)' },
      10 + 20,
      10 + 20,
    ],
    ['an interval from here to there', { duration: '10', interval: '10-30' }, 10 + 15, 10 + 15],
    ['nonsense for how often', { duration: '10', interval: 'often' }, null, 10 + 15],
    ['hours alone', { duration: '10', opening_hours: 'Mo-Fr 08:00-18:00' }, null, 10 + 15],
    ['that it is private', { duration: '10', interval: '20', access: 'private' }, null, null],
    ['that no car may come', { duration: '10', interval: '20', motor_vehicle: 'no' }, 20, null],
    ['that no lorry may come', { duration: '10', interval: '20', hgv: 'no' }, 20, 20],
    ['that nobody comes on foot', { duration: '10', interval: '20', foot: 'no' }, null, 20],
    ['that it takes walkers', { duration: '10', interval: '20', foot: 'yes' }, 20, null],
    ['that it is for tourists', { duration: '10', interval: '20', ferry: 'tourist' }, null, null],
    ['that it is an attraction', { duration: '10', interval: '20', tourism: 'attraction' }, null, null],
    ['that it is a cruise', { duration: '10', interval: '20', cruise: 'yes' }, null, null],
    ['that it comes back', { duration: '10', interval: '20', roundtrip: 'yes' }, null, null],
    ['that it does not come back', { duration: '10', interval: '20', roundtrip: 'no' }, 20, 20],
  ];
  test.each(cases)('%s', (_, tags, onFoot, byCar) => {
    expect(minutes('B', 'C', 'pedestrian', [boat(tags)])).toBe(onFoot);
    expect(minutes('C', 'B', 'pedestrian', [boat(tags)])).toBe(onFoot);
    expect(minutes('B', 'C', 'motorized', [boat(tags)])).toBe(byCar);
  });
});

describe('a boat', () => {
  const timetable = { duration: '10', interval: '20' };

  test('that ends where it began carries nobody', () => {
    const cruise: [string, Tags] = ['BxyCyxB', { route: 'ferry', ...timetable }];
    expect(minutes('B', 'C', 'pedestrian', [cruise])).toBeNull();
    expect(minutes('B', 'C', 'motorized', [cruise])).toBeNull();
  });

  test('that is no ferry carries nobody', () => {
    expect(minutes('B', 'C', 'pedestrian', [['BxyC', { route: 'boat', ...timetable }]])).toBeNull();
  });

  test('is waited for once, however many ways it is drawn in', () => {
    const first: [string, Tags] = ['Bx', { route: 'ferry', duration: '3', interval: '20' }];
    const then: [string, Tags] = ['xyC', { route: 'ferry', duration: '7', interval: '20' }];
    expect(minutes('B', 'C', 'pedestrian', [first, then])).toBe(10 + 10);
    expect(minutes('C', 'B', 'pedestrian', [first, then])).toBe(10 + 10);
  });

  test('is waited for at each landing, where another one departs', () => {
    const map = 'A.........B...x...y...C.........D...z...E.........F';
    const first: [string, Tags] = ['BxyC', { route: 'ferry', ...timetable }];
    const second: [string, Tags] = ['CzE', { route: 'ferry', ...timetable }];
    const streets = ['AB', 'CD', 'EF'];
    expect(minutes('B', 'E', 'pedestrian', [first, second], map, streets)).toBe(2 * (10 + 10));
  });
});
