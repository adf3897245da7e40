/** A nation's first answer takes no more waits than a town's. */
import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { manifestKey } from '../../src/format/object-keys.ts';
import { type Cell, GRID_RESOLUTION, OVERVIEW_RESOLUTION, ROAD_TILE_LEVELS } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { cutHierarchy } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { countDataset, entryOf, setNameOf, tilesOf } from '../support/datasets/count-dataset.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { queryTextOf } from '../support/requests/query-text.ts';
import { withHierarchy } from '../support/roads/contracted-roads.ts';
import { crossingAt, crossingsOf, type LatticePart, lattice } from '../support/roads/lattice.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { askFrom, farAway, nameOfRead } from './far-service.ts';

const READ_MS = 1_000;
const DISTANCES = {
  read_ms: READ_MS,
  keys_ms: READ_MS / 2,
  hit_ms: 5,
  miss_ms: 2,
  body_bytes_per_ms: 40_000,
};
const TIME_S = 720;
const MAX_USEFUL_MS = 3_600_000;
const NATION: LatticePart = { west: 0, south: 0, columns: 36, rows: 30 };
const TOWN = { columns: 5, rows: 5 };
/** Usual reach of a drive. */
const FARTHEST_DEGREES = 0.15;

async function datasetOf(
  part: LatticePart,
): Promise<{ readonly manifest: Manifest; readonly objects: ReadonlyMap<string, Uint8Array> }> {
  const version = 'lattice-0123456789abcdef';
  const name = setNameOf(version);
  const people = crossingsOf(part).map(
    ([lon, lat]) => [latLngToCell(lat, lon, GRID_RESOLUTION), 1 + Math.round(1e3 * (lon + 7 * lat))] as const,
  );
  const [west, south] = crossingAt(part.west, part.south);
  const [east, north] = crossingAt(part.west + part.columns - 1, part.south + part.rows - 1);
  const ring: Position[] = rectangle(west, south, east, north);
  const coverage: Zone = [[ring]];
  const counts = countDataset(
    { living: tilesOf(new Map(people)) },
    { version, coverage: { roads: coverage, living: coverage } },
  );
  const { add, objects } = tileSetInMemory('motorized', name);
  const graph = lattice(part);
  const figures = await withHierarchy(graph, MAX_USEFUL_MS, ({ hierarchy, options }) =>
    cutHierarchy(graph, hierarchy, 'motorized', add, options),
  );
  const manifest: Manifest = {
    ...counts.manifest,
    region: 'lattice',
    cut_isochrones: 'answer',
    roads: { ...counts.manifest.roads, motorized: { ...entryOf(name), ...figures } },
  };
  const objectsOfAll = new Map([...counts.source.objects, ...objects]);
  objectsOfAll.set(manifestKey(version), new TextEncoder().encode(JSON.stringify(manifest)));
  return { manifest, objects: objectsOfAll };
}

const cellAt = ([lon, lat]: Position, resolution: number): Cell => latLngToCell(lat, lon, resolution);

/** In one province each, perhaps near its border. People around share the overview. */
function towns(isAtBorder: boolean, count: number): LatticePart[] {
  const found: LatticePart[] = [];
  for (let place = 0; place < NATION.columns * NATION.rows && found.length < count; place++) {
    const [west, south] = [place % NATION.columns, Math.floor(place / NATION.columns)];
    if (west + TOWN.columns > NATION.columns || south + TOWN.rows > NATION.rows) continue;
    const town = { west, south, ...TOWN };
    const [lon, lat] = crossingAt(west + 2, south + 2);
    const around = [-1, 0, 1].flatMap((east) =>
      [-1, 0, 1].map((north): Position => [lon + FARTHEST_DEGREES * east, lat + FARTHEST_DEGREES * north]),
    );
    const cellsOf = (positions: readonly Position[], resolution: number): number =>
      new Set(positions.map((position) => cellAt(position, resolution))).size;
    const isInOneProvince = cellsOf(crossingsOf(town), ROAD_TILE_LEVELS[0]) === 1;
    const isNearOthers = cellsOf(around, ROAD_TILE_LEVELS[0]) > 1;
    if (isInOneProvince && isNearOthers === isAtBorder && cellsOf(around, OVERVIEW_RESOLUTION) === 1)
      found.push(town);
  }
  return found;
}

const countIn = (body: string): number => (JSON.parse(body) as { livingcount: number }).livingcount;

test('a drive within a town waits no more in the nation around it', async () => {
  const nation = await farAway(await datasetOf(NATION));
  const partsRead = new Set<string>();
  const chosen = [...towns(true, 2), ...towns(false, 1)];
  expect(chosen).toHaveLength(3);
  for (const part of chosen) {
    const [lon, lat] = crossingAt(part.west + 2, part.south + 2);
    const path = queryTextOf({ lon, lat, travel: 'motorized', time: TIME_S });
    const town = await farAway(await datasetOf(part));
    const requestAlone = town.platform.request(DISTANCES);
    const alone = await askFrom(requestAlone, town.clock, path);
    await town.clock.time(() => requestAlone.finish());
    const request = nation.platform.request(DISTANCES);
    const within = await askFrom(request, nation.clock, path);
    await nation.clock.time(() => request.finish());
    nation.platform.emptyCache();
    for (const { key } of request.work.asked) partsRead.add(nameOfRead(key));
    expect([within.status, countIn(within.body)]).toEqual([200, countIn(alone.body)]);
    expect(Math.floor(within.ms / READ_MS)).toBeLessThanOrEqual(Math.floor(alone.ms / READ_MS));
  }
  // Prefetched near a border.
  expect(partsRead).toContain('motorized root');
});
