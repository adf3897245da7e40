import { describe, expect, test } from 'vitest';
import { ExpGolombWriter } from '../../src/format/exp-golomb.ts';
import {
  ratioClass,
  ratioOfClass,
  readUnits,
  elsewhereOf as sumElsewhere,
  WHOLE,
  writeUnits,
} from '../../src/format/unit-runs.ts';
import { numberOfTile } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';

const TILE = numberOfTile('861f8c2cfffffff');

function cellsOf(random: Random) {
  const unitOf: number[] = [];
  const most = random.integer(1, 40);
  for (let run = random.integer(1, 200); run > 0; run--) {
    const unit = random.chance(0.8)
      ? random.integer(0, Math.min(4, most))
      : random.integer(0, most) * 1_000_003;
    const length = random.chance(0.1) ? random.integer(1, 3_000) : random.integer(1, 20);
    for (let i = 0; i < length; i++) unitOf.push(unit);
  }
  const runningTotals = Uint32Array.from(unitOf, (_, i) => 7 * (i + 1));
  const others = new Map<number, ReadonlyMap<number, number>>();
  for (const unit of unitOf) {
    const tiles = unit % 3 === 0 ? 0 : random.integer(1, 3);
    const entries = Array.from({ length: tiles }, (): [number, number] => [
      random.chance(0.8) ? TILE ^ random.integer(1, 8) : random.integer(0, TILE - 1),
      random.integer(1, random.chance(0.1) ? 2 ** 40 : 900_000),
    ]);
    if (!others.has(unit)) others.set(unit, new Map(entries.sort(([a], [b]) => a - b)));
  }
  const elsewhereOf = (unit: number): ReadonlyMap<number, number> => others.get(unit)!;
  const ratioClassOf = (unit: number): number => unit % 8;
  return { units: { of: unitOf, elsewhereOf, ratioClassOf }, runningTotals };
}

const read = (bytes: readonly number[], totals: Uint32Array) =>
  readUnits(TILE, Uint8Array.from(bytes), totals);

test('units are read as they were written', () => {
  const random = new Random(5);
  for (let i = 0; i < 100; i++) {
    const { units, runningTotals } = cellsOf(random);
    const { of: unitOf, elsewhereOf, ratioClassOf } = units;
    const tileUnits = read(writeUnits(TILE, units), runningTotals)!;
    const { runEnds, runUnits, numbers, here, ratioClasses, otherEnds, otherTiles, otherPeople } = tileUnits;
    const inOrder = [...new Set(unitOf)];
    const found = [...runEnds].flatMap((end, run) =>
      Array.from({ length: end - (runEnds[run - 1] ?? 0) }, () => inOrder[runUnits[run]]),
    );
    expect(found).toEqual(unitOf);
    expect([...numbers]).toEqual(inOrder.map((unit) => (elsewhereOf(unit).size === 0 ? WHOLE : unit)));
    const others = inOrder.map((_, place) => {
      const part = [place > 0 ? otherEnds[place - 1] : 0, otherEnds[place]];
      const people = otherPeople.subarray(...part);
      return [...otherTiles.subarray(...part)].map((tile, at) => [tile, people[at]]);
    });
    expect(others).toEqual(inOrder.map((unit) => [...elsewhereOf(unit)]));
    expect(inOrder.map((_, place) => sumElsewhere(tileUnits, place))).toEqual(
      others.map((entries) => entries.reduce((sum, [, people]) => sum + people, 0)),
    );
    expect([...ratioClasses]).toEqual(inOrder.map(ratioClassOf));
    expect([...here]).toEqual(inOrder.map((unit) => 7 * unitOf.filter((own) => own === unit).length));
  }
});

test('a run of few cells takes few bits', () => {
  const of = Array.from({ length: 400 }, (_, cell) => Math.floor(cell / 2) % 2);
  const bytes = writeUnits(TILE, { of, elsewhereOf: () => new Map(), ratioClassOf: () => 0 });
  // The unit before takes one, two cells take three.
  expect(bytes.length).toBe((200 * 4) / 8 + 1);
});

test('classes of the observed-to-expected ratio are two a doubling, from 1 on', () => {
  expect([0, 0.3, 1, 1.1, 1.5, 2, 3, 4, 30, Infinity].map(ratioClass)).toEqual([
    0, 0, 0, 0, 1, 2, 3, 4, 7, 7,
  ]);
  for (const own of [0, 1, 2, 3, 4, 5, 6, 7]) expect(ratioClass(ratioOfClass(own))).toBe(own);
});

describe('damage', () => {
  const { units, runningTotals } = cellsOf(new Random(6));
  const written = writeUnits(TILE, units);
  const codes = (...numbers: number[]): number[] => {
    const writer = new ExpGolombWriter();
    for (const number of numbers) writer.push(number);
    return writer.finish();
  };

  test.each([
    ['the end is missing', written.slice(0, -1), runningTotals],
    ['there is a byte too many', [...written, 0], runningTotals],
    ['there is nothing', [], runningTotals],
    ['there are more cells', written, Uint32Array.from([...runningTotals, runningTotals.at(-1)! + 1])],
    ['there are fewer cells', written, runningTotals.subarray(0, -1)],
    ['the first run is of an earlier unit', codes(0, 1), Uint32Array.of(7, 14)],
    ['a rank is of no unit', codes(1, 0, 0, 0, 2, 0), Uint32Array.of(7, 14)],
    ['a class is unknown', codes(1, 8, 0, 1), Uint32Array.of(7, 14)],
    ['another tile is none of those before', codes(1, 0, 1, 5, 1, 0, 0, 0, 1), Uint32Array.of(7, 14)],
    ['another tile is no tile', codes(1, 0, 1, 5, 0, 2 ** 25, 0, 0, 1), Uint32Array.of(7, 14)],
    ['there are too many other tiles', codes(1, 0, 2 ** 40, 5), Uint32Array.of(7, 14)],
  ])('is seen where %s', (_, damaged, totals) => {
    expect(read(written, runningTotals)).not.toBeNull();
    expect(read(codes(1, 7, 0, 1), Uint32Array.of(7, 14))).not.toBeNull();
    expect(read(damaged, totals)).toBeNull();
  });
});
