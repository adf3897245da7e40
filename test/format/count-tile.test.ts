import { expect, test } from 'vitest';
import { readCountTile, writeCountTile } from '../../src/format/count-tile.ts';
import { UNNAMED } from '../../src/format/envelope.ts';
import { readOverviewTile, writeOverviewTile } from '../../src/format/overview-tile.ts';
import {
  ALL_OTHERS,
  elsewhereOf,
  isWideUnit,
  ratioClass,
  ratioOfClass,
  WHOLE,
} from '../../src/format/unit-runs.ts';
import {
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  numberOfTile,
  OVERVIEW_RESOLUTION,
  parentOf,
} from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { wideUnitsIn } from '../../tiles-builder/tiles/cut-count-tiles.ts';

const CELL = '861f8c2cfffffff';
const TILE = numberOfTile(CELL);
const ALL_KEYS = Array.from({ length: 8 ** 6 }, (_, key) => key).filter(
  (key) => !key.toString(8).includes('7'),
);
const largest = Math.max(...ALL_KEYS);

const read = (
  keys: readonly number[],
  people: readonly number[],
  units?: Parameters<typeof writeCountTile>[4],
) => readCountTile('living', CELL, UNNAMED, writeCountTile('living', CELL, keys, people, units));

const sumsOf = (numbers: readonly number[]): number[] => {
  let sum = 0;
  return numbers.map((number) => (sum += number));
};

test('cells, people and census units are read as they were written', () => {
  const random = new Random(5);
  for (let i = 0; i < 12; i++) {
    const isDense = i % 4 === 0;
    const from = random.integer(0, ALL_KEYS.length - 2_001);
    const some = isDense ? [...ALL_KEYS.slice(from, from + 2_000), largest] : ALL_KEYS;
    const share = isDense ? 0.9 : 10 ** -random.integer(2, 4);
    const keys = some.filter((key) => key === largest || random.chance(share));
    const people = keys.map(() => random.integer(1, random.chance(0.01) ? 200_000 : 30_000));
    const most = random.integer(1, 300);
    let unit = 0;
    const of = keys.map(() => {
      if (random.chance(0.1)) unit = random.integer(0, most) * 10_000_003;
      return unit;
    });
    const tiles = new Map<number, ReadonlyMap<number, number>>();
    for (const own of new Set(of)) {
      const others = Array.from({ length: own % 3 === 0 ? 0 : random.integer(1, 15) }, () => [
        random.chance(0.8) ? TILE ^ random.integer(1, 8) : random.integer(0, TILE - 1),
        random.integer(1, random.chance(0.1) ? 2 ** 32 - 1 : 900_000),
      ]);
      tiles.set(own, new Map([[TILE, 1], ...others] as [number, number][]));
    }
    const tile = read(keys, people, {
      of,
      tilesOf: (own) => tiles.get(own)!,
      ratioClassOf: (own) => own % 8,
    });
    expect([...tile.keys]).toEqual(keys);
    expect([...tile.runningTotals]).toEqual(sumsOf(people));
    const units = tile.units!;
    const { runEnds, runUnits, runTotals, numbers, here, ratioClasses, otherEnds, otherTiles, otherPeople } =
      units;
    const inOrder = [...new Set(of)];
    const found = [...runEnds].flatMap((end, run) =>
      Array.from({ length: end - (runEnds[run - 1] ?? 0) }, () => inOrder[runUnits[run]]),
    );
    expect(found).toEqual(of);
    expect([...runTotals]).toEqual([...runEnds].map((end) => tile.runningTotals[end - 1]));
    expect([...numbers]).toEqual(inOrder.map((own) => (tiles.get(own)!.size === 1 ? WHOLE : own)));
    const others = inOrder.map((_, place) => {
      const part = [place > 0 ? otherEnds[place - 1] : 0, otherEnds[place]];
      const own = otherPeople.subarray(...part);
      return [...otherTiles.subarray(...part)].map((other, at) => [other, own[at]]);
    });
    const byTile = (own: number) =>
      [...tiles.get(own)!].filter(([other]) => other !== TILE).sort(([a], [b]) => a - b);
    expect(others).toEqual(inOrder.map(byTile));
    expect([...ratioClasses]).toEqual(inOrder.map((own) => own % 8));
    const inTile = new Map<number, number>();
    for (const [cell, own] of of.entries()) inTile.set(own, (inTile.get(own) ?? 0) + people[cell]);
    expect([...here]).toEqual(inOrder.map((own) => inTile.get(own)));
  }
});

test('a run of more cells than a number of the column holds is read whole', () => {
  const keys = ALL_KEYS.slice(0, 70_000);
  const of = keys.map((_, cell) => (cell < 66_000 ? 1 : 2));
  const units = { of, tilesOf: () => new Map(), ratioClassOf: () => 0 };
  const { here, runEnds } = read(
    keys,
    keys.map(() => 2),
    units,
  ).units!;
  expect([...here]).toEqual([132_000, 8_000]);
  expect([...runEnds]).toEqual([65_535, 66_000, 70_000]);
});

test('bytes of a unit over many tiles grow with their number, not with its square', () => {
  const overview = parentOf(CELL, OVERVIEW_RESOLUTION);
  const bytesOf = (count: number): number => {
    const keys = Array.from({ length: count }, (_, i) => Number.parseInt(i.toString(7), 8));
    const cells = keys.map((key) => cellFromKey(overview, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION));
    const tiles = new Map(cells.map((cell, i) => [numberOfTile(cell), i + 30_000_000]));
    const units = { of: [9], tilesOf: () => tiles, ratioClassOf: () => 0 };
    const written = cells.map((cell) => writeCountTile('living', cell, [0], [1], units));
    const wide = cells.flatMap((cell) => wideUnitsIn(cell, units));
    const sealed = writeOverviewTile(
      'living',
      overview,
      keys,
      keys.map(() => 1),
      wide,
    );
    const { wideUnits } = readOverviewTile('living', overview, UNNAMED, sealed);
    if (count > 16) {
      const own = readCountTile('living', cells[3], UNNAMED, written[3]).units!;
      expect(isWideUnit(own, 0)).toBe(true);
      expect(new Set(own.otherTiles)).toEqual(new Set([ALL_OTHERS]));
      const listed = wideUnits.people.reduce((sum, people) => sum + people, 0);
      expect(elsewhereOf(own, 0)).toBe(listed - 30_000_003);
      expect([...wideUnits.numbers]).toEqual([9]);
      expect([...wideUnits.tiles]).toEqual([...keys.keys()]);
    }
    return written.reduce((sum, { length }) => sum + length, sealed.length);
  };
  expect(bytesOf(16)).toBeLessThan(16 * 500);
  expect(bytesOf(200)).toBeLessThan(200 * 400);
});

test('classes of the observed-to-expected ratio are two a doubling, from 1 on', () => {
  expect([0, 0.3, 1, 1.1, 1.5, 2, 3, 4, 30, Infinity].map(ratioClass)).toEqual([
    0, 0, 0, 0, 1, 2, 3, 4, 7, 7,
  ]);
  for (const own of [0, 1, 2, 3, 4, 5, 6, 7]) expect(ratioClass(ratioOfClass(own))).toBe(own);
});
