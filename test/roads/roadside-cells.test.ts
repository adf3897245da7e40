import { join } from 'node:path';
import { cellToParent, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { NumberSet } from '../../tiles-builder/base/numbers/number-set.ts';
import { cellInPartition, PARTITION_RESOLUTION } from '../../tiles-builder/partitions/partitions.ts';
import { RoadsideCells, writeRoadsideCells } from '../../tiles-builder/roads/roadside-cells.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { osmRoads } from '../support/roads/osm-roads.ts';
import { seededRandom } from '../support/roads/random-roads.ts';

const folder = temporaryFolder();

const street = { highway: 'residential' };

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
