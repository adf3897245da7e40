/** How well a dataset meets the live regions that it touches. */
import { expect, test } from 'vitest';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { LAYERS, TRAVELS } from '../../src/format/tile-sets.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { RoadTiles } from '../../src/storage/dataset-reader.ts';
import { datasetVersion } from '../../tiles-builder/dataset/dataset-folder.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { describeNeighbours } from '../../tiles-builder/publish/neighbours/describe-neighbours.ts';
import {
  compareBorders,
  neighboursOf,
  type PlacedDataset,
  placedDataset,
} from '../../tiles-builder/publish/neighbours/find-neighbours.ts';
import { tileSourceOf } from '../../tiles-builder/publish/stored-dataset.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import type { OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { type Offset, type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';
import { landBetween, parallelStreets, ROWS, westOfBorder } from '../support/roads/parallel-streets.ts';
import { pieceOf } from '../support/roads/pieces.ts';
import { cutGraph } from '../support/roads/real-roads.ts';

async function placed(region: string, roads: OsmRoads, coverage: Zone): Promise<PlacedDataset> {
  const cut = await Promise.all(
    TRAVELS.map((travel) => cutGraph(buildRoadGraph(pieceOf(roads, coverage), travel, coverage), travel)),
  );
  const manifest = {
    ...{ region, version: `${region}-${'0'.repeat(16)}` },
    coverage: { roads: coverage, living: coverage, working: null },
    coverage_margin_m: { roads: 0, living: 0, working: 0 },
    roads: Object.assign({}, ...cut.map(({ manifest: { roads } }) => roads)),
  };
  const open = (): RoadTiles => ({
    provinces: (travel) => cut[TRAVELS.indexOf(travel)]!.tiles.provinces(travel),
    readRoadTiles: (travel, cells) => cut[TRAVELS.indexOf(travel)]!.tiles.readRoadTiles(travel, cells),
  });
  return { manifest, open };
}

test('all exits meet where one extract was cut into two', async () => {
  const roads = parallelStreets();
  const [west, right] = await Promise.all([
    placed('west', roads, westOfBorder),
    placed('right', roads, landBetween(0, 3_000)),
  ]);
  const [neighbour] = await compareBorders(west, right);
  for (const travel of TRAVELS)
    expect(neighbour!.roads[travel]).toEqual({ exits: 2 * ROWS.length, meeting: 2 * ROWS.length, worst: [] });
  expect(neighbour!.overlaps).toEqual({});
});

test('exits without a road of the neighbour are named, also over a gap', async () => {
  const [missing, moved, moved_m, gap_m] = [[3, 4], 7, 20, 80];
  const rest = parallelStreets(
    ROWS.filter((row) => !missing.includes(row)),
    { [moved]: moved_m },
  );
  const [neighbour] = await compareBorders(
    await placed('west', parallelStreets(), westOfBorder),
    await placed('right', rest, landBetween(gap_m, 3_000)),
  );
  const exits = 2 * ROWS.length - missing.length;
  for (const travel of TRAVELS) {
    const { worst, ...found } = neighbour!.roads[travel];
    expect(found).toEqual({ exits, meeting: exits - missing.length - 2 });
    expect(worst.map(({ distance_m }) => distance_m && Math.round(distance_m))).toEqual([
      null,
      null,
      moved_m,
    ]);
  }
  const lines = describeNeighbours([neighbour!]);
  expect(lines).toContain(
    `  touches right: 89.4 % of ${exits} pedestrian exits meet a road, 89.4 % of ${exits} motorized exits meet a road`,
  );
  expect(lines.join()).toMatch(
    /no motorized road within 5 m: 9.00198,47.\d{5} \(none within 100 m\); .*\(20 m away\)/,
  );
});

const village = (region: string, west_m: number, east_m: number, near: Position = [14, 52]): StreetTown => {
  const census: [Offset, Offset] = [
    [west_m, -1_000],
    [east_m, 1_000],
  ];
  const town = streetTown({ near, region, version: `${region}-${'0'.repeat(16)}`, census });
  // Manifests are named by their content.
  const { version: _, ...content } = town.manifest;
  const manifest = { ...content, version: datasetVersion(content) };
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  return { ...town, manifest, objects: new Map([...town.objects, [manifestKey(manifest.version), bytes]]) };
};

async function publishedNear(live: readonly StreetTown[], damaged?: StreetTown) {
  const bucket = new R2Model().client();
  await bucket.put(CURRENT_KEY, await currentInMemory(live));
  const own = village('m-own', -1_000, 100);
  for (const town of [own, ...live])
    for (const [key, bytes] of town.objects) if (town !== damaged) await bucket.put(key, bytes);
  const { regions } = await readStateOf(bucket);
  return neighboursOf(placedDataset(own.manifest, tileSourceOf(bucket)), regions, bucket);
}

test('overlaps are reported by kind of data, of other regions near by alone', async () => {
  const neighbours = await publishedNear([
    village('a-first', 0, 1_000),
    village('f-far', -1_000, 1_000, [20, 52]),
    village('m-own', -900, 0),
    village('n-next', 100, 1_000),
    village('z-last', -500, 0),
  ]);
  expect(neighbours.map(({ region }) => region)).toEqual(['a-first', 'n-next', 'z-last']);
  // Roads 4 × 4 km, people 0.1 × 2, none, 0.5 × 2 km.
  for (const [index, [width_km, stated_m]] of [
    [0.1, 0],
    [0, 0],
    [0.5, 400],
  ].entries()) {
    const { overlaps, roads } = neighbours[index]!;
    expect(roads.motorized).toEqual({ exits: 0, meeting: 0, worst: [] });
    expect(overlaps.roads!.km2).toBeCloseTo(16, 0);
    for (const layer of LAYERS) {
      expect(overlaps[layer]?.km2 ?? 0).toBeCloseTo(2 * width_km!, 2);
      expect(overlaps[layer]?.width_m ?? 0).toBeCloseTo(stated_m!, -1);
    }
  }
  const lines = describeNeighbours(neighbours);
  expect(lines[0]).toBe('  touches a-first: no pedestrian road crosses, no motorized road crosses');
  expect(lines).toContain('    living: overlap of 0.20 km², narrow');
  expect(lines.join()).toMatch(
    /working: overlap of 1\.00 km², \d{3} m wide; the region that covers more of a zone counts there/,
  );
});

test('a live region whose manifest or tiles are damaged does not stop a publication', async () => {
  const damaged = village('a-damaged', -1_000, 0);
  expect(await publishedNear([damaged], damaged)).toEqual([]);
});
