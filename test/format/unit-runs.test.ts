import { describe, expect, test } from 'vitest';
import { ExpGolombWriter } from '../../src/format/exp-golomb.ts';
import { ratioClass, ratioOfClass, readUnits, WHOLE, writeUnits } from '../../src/format/unit-runs.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';

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
  const elsewhereOf = (unit: number): number => (unit % 3 === 0 ? 0 : unit * 977);
  const ratioClassOf = (unit: number): number => unit % 8;
  return { units: { of: unitOf, elsewhereOf, ratioClassOf }, runningTotals };
}

const read = (bytes: readonly number[], totals: Uint32Array) => readUnits(Uint8Array.from(bytes), totals);

test('units are read as they were written', () => {
  const random = new Random(5);
  for (let i = 0; i < 100; i++) {
    const { units, runningTotals } = cellsOf(random);
    const { of: unitOf, elsewhereOf, ratioClassOf } = units;
    const { runEnds, runUnits, numbers, here, elsewhere, ratioClasses } = read(
      writeUnits(units),
      runningTotals,
    )!;
    const inOrder = [...new Set(unitOf)];
    const found = [...runEnds].flatMap((end, run) =>
      Array.from({ length: end - (runEnds[run - 1] ?? 0) }, () => inOrder[runUnits[run]]),
    );
    expect(found).toEqual(unitOf);
    expect([...numbers]).toEqual(inOrder.map((unit) => (elsewhereOf(unit) === 0 ? WHOLE : unit)));
    expect([...elsewhere]).toEqual(inOrder.map(elsewhereOf));
    expect([...ratioClasses]).toEqual(inOrder.map(ratioClassOf));
    expect([...here]).toEqual(inOrder.map((unit) => 7 * unitOf.filter((own) => own === unit).length));
  }
});

test('a run of few cells takes few bits', () => {
  const of = Array.from({ length: 400 }, (_, cell) => Math.floor(cell / 2) % 2);
  const bytes = writeUnits({ of, elsewhereOf: () => 0, ratioClassOf: () => 0 });
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
  const written = writeUnits(units);
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
  ])('is seen where %s', (_, damaged, totals) => {
    expect(read(written, runningTotals)).not.toBeNull();
    expect(read(codes(1, 7, 0, 1), Uint32Array.of(7, 14))).not.toBeNull();
    expect(read(damaged, totals)).toBeNull();
  });
});
