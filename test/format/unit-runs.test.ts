import { describe, expect, test } from 'vitest';
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

const read = ({ units, runs }: { units: number[]; runs: number[] }, totals: Uint32Array) =>
  readUnits(Uint8Array.from(units), Uint8Array.from(runs), totals);

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

test('a run of few cells takes one byte', () => {
  const of = [1, 1, 1, 2, 2, 1, 3, 3, 2, 1, 1];
  const { units, runs } = writeUnits({ of, elsewhereOf: () => 0, ratioClassOf: () => 7 });
  expect(runs).toHaveLength(6);
  expect(units).toHaveLength(3);
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

  test.each([
    ['a run is missing', { ...written, runs: written.runs.slice(0, -1) }],
    ['there is a run too many', { ...written, runs: [...written.runs, 1] }],
    ['a unit is missing', { ...written, units: [] }],
    ['there is a unit too many', { ...written, units: [...written.units, 0] }],
    ['the last number is cut short', { ...written, units: [...written.units, 0x80] }],
    ['the first run is of an earlier unit', { ...written, runs: [1, ...written.runs.slice(1)] }],
  ])('is seen where %s', (_, damaged) => {
    expect(read(written, runningTotals)).not.toBeNull();
    expect(read(damaged, runningTotals)).toBeNull();
  });
});
