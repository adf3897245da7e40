import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRAVELS } from '../../../src/format/tile-sets.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { readRoadData } from '../../support/files/read-extract.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { type TestOsm, writeOsmPbf } from '../../support/files/write-osm-pbf.ts';
import { seededRandom } from '../../support/roads/random-roads.ts';

const scratch = scratchFolder();
const SIDE = 12;

function town(seed: number, idOf: (node: number) => number): TestOsm {
  const random = seededRandom(seed);
  const nodes = Array.from({ length: SIDE * SIDE }, (_, node) => ({
    id: idOf(node),
    lon: 7 + (node % SIDE) * 0.002,
    lat: 43 + Math.floor(node / SIDE) * 0.002,
    ...(random() < 0.05 && { tags: { barrier: random() < 0.5 ? 'gate' : 'bollard' } }),
  }));
  const ways: { id: number; nodes: number[]; tags: Record<string, string> }[] = [];
  const lineOf = (node: number, step: number): void => {
    const length = 2 + Math.floor(3 * random());
    const along = Array.from({ length }, (_, i) => node + i * step);
    const tags = { highway: 'residential', ...(random() < 0.3 && { oneway: 'yes' }) };
    ways.push({ id: ways.length + 1, nodes: along.filter((at) => at < SIDE * SIDE).map(idOf), tags });
  };
  for (let node = 0; node < SIDE * (SIDE - 1); node++) {
    if (random() < 0.6) lineOf(node, 1);
    if (random() < 0.6) lineOf(node, SIDE);
  }
  const relations = Array.from({ length: 60 }, (_, id) => {
    const [from, to] = [random(), random()].map((share) => 1 + Math.floor(share * ways.length));
    return {
      id: id + 1,
      members: [
        { type: 'way' as const, id: from, role: 'from' },
        { type: 'node' as const, id: ways[from - 1].nodes.at(-1)!, role: 'via' },
        { type: 'way' as const, id: random() < 0.5 ? to : Math.min(ways.length, from + 1), role: 'to' },
      ],
      tags: { type: 'restriction', restriction: random() < 0.5 ? 'no_left_turn' : 'only_straight_on' },
    };
  });
  return { nodes: nodes.toSorted((a, b) => a.id - b.id), ways, relations };
}

async function graphsOf(osm: TestOsm): Promise<TimedGraph[]> {
  const { roads, known } = await readRoadData(scratch('town.osm.pbf', writeOsmPbf(osm)));
  return TRAVELS.map((travel) => buildRoadGraph(roads, travel, known));
}

test('a graph does not depend on the ids of its nodes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (drawing, numbering) => {
      const random = seededRandom(numbering);
      const ids: number[] = [];
      for (let id = 1; ids.length < SIDE * SIDE; id += 1 + Math.floor(40 * random())) ids.push(id);
      for (let i = ids.length - 1; i > 0; i--) {
        const other = Math.floor((i + 1) * random());
        [ids[i], ids[other]] = [ids[other], ids[i]];
      }
      const inOrder = await graphsOf(town(drawing, (node) => node + 1));
      const shuffled = await graphsOf(town(drawing, (node) => ids[node]));
      expect(shuffled).toEqual(inOrder);
      expect(inOrder[0].nodeFlags.length).toBeGreaterThan(SIDE);
    }),
    { numRuns: 5 },
  );
});
