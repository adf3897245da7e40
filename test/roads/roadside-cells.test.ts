import { join } from 'node:path';
import { cellToParent, gridPathCells, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { NumberSet } from '../../tiles-builder/base/numbers/number-set.ts';
import { cellInPartition, PARTITION_RESOLUTION } from '../../tiles-builder/partitions/partitions.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { RoadsideCells, writeRoadsideCells } from '../../tiles-builder/roads/roadside-cells.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { osmRoads } from '../support/roads/osm-roads.ts';
import { seededRandom } from '../support/roads/random-roads.ts';
import { drawn, everywhere } from './drawn-osm.ts';

const folder = temporaryFolder();

const street = { highway: 'residential' };

test('roadside cells are exactly those on lines with frontage of either travel mode', () => {
  const roads = drawn('A.B.........C.........D....E....F', [
    ['AB', street],
    ['BC', { highway: 'footway' }],
    ['CD', { highway: 'residential', tunnel: 'yes' }],
    ['DE', { highway: 'trunk', foot: 'no' }],
    ['EF', { highway: 'motorway' }],
  ]);
  const frontageNodes = new NumberSet();
  for (const travel of TRAVELS) buildRoadGraph(roads, travel, everywhere, frontageNodes);
  const own = join(folder, 'drawn');
  writeRoadsideCells(roads, frontageNodes, own);
  const cells = new Set(new RoadsideCells([own]));
  const cellOf = (name: string, east = 0): string => {
    const node = roads.names.indexOf(name);
    return latLngToCell(roads.nodeLat[node] / 1e7, (roads.nodeLon[node] + east) / 1e7, 12);
  };
  const lines: [from: string, to: string][] = [
    ['A', 'C'],
    ['D', 'E'],
  ];
  for (const [from, to] of lines) {
    expect([...cells]).toEqual(expect.arrayContaining([cellOf(from), cellOf(to)]));
    expect(cells.has(cellOf(to, 10_000))).toBe(false);
  }
  const paths = lines.map(([from, to]) => gridPathCells(cellOf(from), cellOf(to)).length);
  const most = paths[0] + paths[1];
  expect(cells.size).toBeGreaterThanOrEqual(most * 0.9);
  expect(cells.size).toBeLessThanOrEqual(most * 1.3);
});

const FIXED_SEED = 1;
test.each([FIXED_SEED, Date.now() % 1e9])(
  'have each cell once, in its partition, with any crossings (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const nodes = 15;
    const nodeLon = Int32Array.from({ length: nodes }, () => 70_000_000 + 3_000_000 * random());
    const nodeLat = Int32Array.from({ length: nodes }, () => 430_000_000 + 3_000_000 * random());
    const line = Int32Array.from({ length: 2 * nodes }, (_, i) => (i * 17) % nodes);
    const roads = osmRoads({ ways: [{ id: 1, tags: street, nodes: line }], nodeLon, nodeLat });
    const lines = Array.from(line.keys()).filter((place) => place > 0 && random() < 0.5);
    const folders = [0, 1].map((part) => {
      const own = join(folder, `seed-${seed}-${part}`);
      writeRoadsideCells(roads, new NumberSet(lines.filter((_, i) => i % 3 >= part)), own);
      return own;
    });
    const roadside = new RoadsideCells(folders);

    const expected = new Set<string>();
    for (const place of lines) {
      const [from, to] = [line[place - 1], line[place]];
      const metres = 111_195 * Math.hypot(nodeLat[to] - nodeLat[from], nodeLon[to] - nodeLon[from]) * 1e-7;
      for (let i = 0; i <= metres; i += 2) {
        const share = i / metres;
        const lat = nodeLat[from] + (nodeLat[to] - nodeLat[from]) * share;
        const lon = nodeLon[from] + (nodeLon[to] - nodeLon[from]) * share;
        expected.add(latLngToCell(lat / 1e7, lon / 1e7, 12));
      }
    }
    const cells = [...roadside];
    expect(new Set(cells).size).toBe(cells.length);
    const missed = expected.size - cells.filter((cell) => expected.has(cell)).length;
    expect(missed / expected.size).toBeLessThan(0.2);
    expect(cells.filter((cell) => !expected.has(cell)).length / cells.length).toBeLessThan(0.01);
    if (seed === FIXED_SEED) expect(roadside.partitions().length).toBeGreaterThan(1);
    for (const partition of roadside.partitions()) {
      const numbers = roadside.of(partition);
      expect(numbers).toEqual(numbers.toSorted());
      for (const number of numbers.subarray(0, 50)) {
        expect(cellToParent(cellInPartition(partition, number), PARTITION_RESOLUTION)).toBe(partition);
      }
    }
  },
);
