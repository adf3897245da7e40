/** Holds what census units give to cells against the census file and the tiles, read by code of this test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  numberOfTile,
} from '../../src/geo/cells.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { tilesIn } from '../../tiles-builder/dataset/count-tiles.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { partitionsAllocated, readAllocations } from '../../tiles-builder/living/allocations.ts';
import { cellInPartition } from '../../tiles-builder/partitions/partitions.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { allocationsIn } from '../../tiles-builder/pipeline/living/figures.ts';
import { livingAlone, runAlone } from '../../tiles-builder/pipeline/steps-alone.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { writeCornerTown } from '../support/towns/corner-town.ts';

const folder = temporaryFolder();
const quiet = (): void => {};
const given: { readonly unit: number; readonly cell: Cell; readonly millipersons: number }[] = [];
let ids: string[];
let tiles: CountTile[];
let inside_millipersons: number;

beforeAll(async () => {
  const config = readConfig(writeCornerTown(folder));
  const { living } = livingAlone(config);
  const folderOf = await runAlone(living!, join(folder, 'steps'), quiet);
  const allocations = allocationsIn(folderOf(living!));
  for (const partition of partitionsAllocated(allocations)) {
    const { unit, cell, millipersons } = readAllocations(allocations, partition);
    for (const [i, own] of unit.entries())
      given.push({ unit: own, cell: cellInPartition(partition, cell[i]), millipersons: millipersons[i] });
  }
  ids = [...(await readCensus(config.census![0], quiet))].map(({ id }) => id);
  const dataset = join(folder, 'dataset');
  await buildDataset(config, dataset, { progress: quiet });
  const manifest = manifestIn(dataset);
  ({ inside_millipersons } = manifest.census!);
  const reader = readerOfFolder(dataset, manifest, new LoadedObjects(1e8));
  const overviews = await reader.readOverviews('living', manifest.living!.overviews);
  tiles = [...(await reader.readCountTiles('living', tilesIn(overviews.values()))).values()];
});

/** Sums of what units gave. */
function sumsBy<Key>(keyOf: (own: (typeof given)[number]) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const own of given) sums.set(keyOf(own), (sums.get(keyOf(own)) ?? 0) + own.millipersons);
  return sums;
}

test('each unit gives its people of the file, less those whose homes reach over the edge of the town', () => {
  const { features } = JSON.parse(readFileSync(join(folder, 'census.geojson'), 'utf8'));
  const sums = sumsBy(({ unit }) => ids[unit]);
  const side = Math.sqrt(features.length);
  for (const [i, { id, properties }] of features.entries()) {
    const isAtEdge = [i % side, Math.floor(i / side)].some((at) => at === 0 || at === side - 1);
    const [listed, sum] = [properties.people * MILLIPERSONS, sums.get(id) ?? 0];
    if (isAtEdge) expect(sum).toBeLessThanOrEqual(listed);
    else expect(sum).toBe(listed);
  }
  expect([...sums.values()].reduce((all, own) => all + own)).toBe(inside_millipersons);
});

test('tiles are the sums by cell', () => {
  const found = tiles.flatMap(({ cell, keys, runningTotals }) =>
    Array.from(keys, (key, i): [Cell, number] => [
      cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION),
      runningTotals[i] - (i === 0 ? 0 : runningTotals[i - 1]),
    ]),
  );
  expect(new Map(found.sort())).toEqual(new Map([...sumsBy(({ cell }) => cell)].sort()));
});

test('a tile names the unit that gave most to each cell, and the people of the unit in every tile', () => {
  const largest = new Map<Cell, (typeof given)[number]>();
  for (const own of given)
    if (own.millipersons > (largest.get(own.cell)?.millipersons ?? 0)) largest.set(own.cell, own);
  const placeOf = (tile: CountTile, i: number): number => {
    const { runEnds, runUnits } = tile.units!;
    return runUnits[runEnds.findIndex((end) => i < end)];
  };
  const unitAt = (tile: CountTile, i: number): number =>
    largest.get(cellFromKey(tile.cell, COUNT_TILE_RESOLUTION, tile.keys[i], GRID_RESOLUTION))!.unit;
  const peopleOf = peopleByUnitAndTile(unitAt);
  let divided = 0;
  for (const tile of tiles) {
    const { here, otherEnds, otherTiles, otherPeople } = tile.units!;
    const units = new Map([...tile.keys.keys()].map((i) => [placeOf(tile, i), unitAt(tile, i)]));
    expect(units.size).toBe(here.length);
    for (const i of tile.keys.keys()) expect(units.get(placeOf(tile, i))).toBe(unitAt(tile, i));
    for (const [place, unit] of units) {
      const [from, to] = [place === 0 ? 0 : otherEnds[place - 1], otherEnds[place]];
      const people = new Map([[numberOfTile(tile.cell), here[place]]]);
      for (let i = from; i < to; i++) people.set(otherTiles[i], otherPeople[i]);
      expect(people).toEqual(peopleOf.get(unit));
      if (people.size > 1) divided++;
    }
  }
  expect(divided).toBeGreaterThan(10);
});

function peopleByUnitAndTile(
  unitAt: (tile: CountTile, i: number) => number,
): Map<number, Map<number, number>> {
  const peopleOf = new Map<number, Map<number, number>>();
  for (const tile of tiles) {
    const number = numberOfTile(tile.cell);
    for (const i of tile.keys.keys()) {
      const inTiles = peopleOf.get(unitAt(tile, i)) ?? new Map<number, number>();
      peopleOf.set(unitAt(tile, i), inTiles);
      const before = i === 0 ? 0 : tile.runningTotals[i - 1];
      inTiles.set(number, (inTiles.get(number) ?? 0) + tile.runningTotals[i] - before);
    }
  }
  return peopleOf;
}
