import { expect, test } from 'vitest';
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { cutGraph } from '../support/real-roads.ts';
import { compareReads, MAX_BYTES_RATIO, type OpenCountry } from './reads-in-nations.ts';

const [WEST, SOUTH] = [7, 44];
const SPACING_DEGREES = 0.06;
/** Between crossings: what an hour leads to is much less than a province. */
const LEAST_MS = 360_000;
const MOST_MS = 600_000;
const COLUMNS = 30;

/** Roads along meridians and parallels; those of a country with more rows are the same as far as they go. */
function lattice(rows: number): TimedGraph {
  const units = (degrees: number): number => Math.round(degrees / COORDINATE_UNIT_DEGREES);
  const nodes = Array.from({ length: COLUMNS * rows }, (_, node) => node);
  const nodeLon = Int32Array.from(nodes, (node) => units(WEST + SPACING_DEGREES * (node % COLUMNS)));
  const nodeLat = Int32Array.from(nodes, (node) =>
    units(SOUTH + SPACING_DEGREES * Math.floor(node / COLUMNS)),
  );
  const ends = nodes.flatMap((node) => [
    ...((node + 1) % COLUMNS > 0 ? [[node, node + 1] as const] : []),
    ...(node + COLUMNS < nodes.length ? [[node, node + COLUMNS] as const] : []),
  ]);
  const ms = Uint32Array.from(
    ends,
    ([tail, head]) => LEAST_MS + ((tail * 7_919 + head * 104_729) % (MOST_MS - LEAST_MS)),
  );
  const points = ends.flat();
  return {
    nodeLon,
    nodeLat,
    nodeFlags: new Uint8Array(nodes.length),
    edgeTail: Uint32Array.from(ends, ([tail]) => tail),
    edgeHead: Uint32Array.from(ends, ([, head]) => head),
    edgeForward_ms: ms,
    edgeBackward_ms: ms,
    edgeFlags: new Uint8Array(ends.length).fill(FRONTAGE_EDGE),
    edgeFirstPoint: Uint32Array.from({ length: ends.length + 1 }, (_, edge) => 2 * edge),
    pointLon: Int32Array.from(points, (node) => nodeLon[node]),
    pointLat: Int32Array.from(points, (node) => nodeLat[node]),
  };
}

async function country(rows: number): Promise<OpenCountry> {
  const { reader } = await cutGraph(lattice(rows), 'motorized');
  return () => reader(new LoadedObjects(MAX_LOADED_BYTES));
}

/** Seen to fail, with 1.49 times the bytes, where pages of the root have all of the country. */
test('an isochrone reads no more in a country of three times the size', async () => {
  const wanted = { travel: 'motorized', time_s: 900, origins: 20, seed: 1 } as const;
  const figures = await compareReads(await country(40), await country(120), wanted, () => {});
  expect(figures.most_reads_more).toBeLessThanOrEqual(0);
  expect(figures.most_bytes_ratio).toBeLessThanOrEqual(MAX_BYTES_RATIO);
}, 120_000);
