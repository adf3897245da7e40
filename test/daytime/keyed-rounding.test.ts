import { describe, expect, test } from 'vitest';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { roundByKey, roundingBase, roundingVariance } from '../../tiles-builder/daytime/keyed-rounding.ts';
import { readSecret } from '../../tiles-builder/daytime/read-secret.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';

const MEAN_WEIGHT = 20;
const BASE = 3 * MEAN_WEIGHT;
const secretOf = (seed: number): Uint8Array => {
  const random = new Random(seed);
  return Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
};
const round = roundByKey(secretOf(1), BASE);
const NAMES = Array.from({ length: 4_000 }, (_, i) => `away ${i}`);

describe('keyed rounding', () => {
  test('is at most half a base off, and over all names right', () => {
    for (const people of [200, 317.5, 1_000]) {
      const rounded = NAMES.map((name) => round(people, name));
      expect(rounded.every((figure) => Math.abs(figure - people) <= BASE / 2)).toBe(true);
      const mean = rounded.reduce((sum, figure) => sum + figure, 0) / NAMES.length;
      expect(Math.abs(mean - people)).toBeLessThan((4 * BASE) / Math.sqrt(12 * NAMES.length));
    }
  });

  test('changes a figure by whole bases or not at all, and leaves none below nobody', () => {
    for (const name of NAMES) {
      const bases = (round(1_000, name) - round(317.5, name)) / BASE;
      expect(bases).toBeCloseTo(Math.round(bases), 9);
      expect(round(MEAN_WEIGHT / 2, name)).toBeGreaterThanOrEqual(0);
    }
    // Draws above a half would round it up.
    expect(new Set(NAMES.map((name) => round(0, name)))).toEqual(new Set([0]));
    expect(NAMES.some((name) => round(400, name) === round(400 + MEAN_WEIGHT, name))).toBe(true);
  });

  test('has the variance that intervals are widened by', () => {
    const random = new Random(3);
    const squares = NAMES.map((name) => {
      const people = random.between(200, 1_000);
      return (round(people, name) - people) ** 2;
    });
    const mean = squares.reduce((sum, square) => sum + square, 0) / NAMES.length;
    expect(mean / roundingVariance(BASE)).toBeGreaterThan(0.9);
    expect(mean / roundingVariance(BASE)).toBeLessThan(1.1);
  });

  test('shows one person of mean weight in about one of three figures', () => {
    const changed = NAMES.filter((name) => round(400, name) !== round(400 + MEAN_WEIGHT, name)).length;
    expect(changed / NAMES.length).toBeCloseTo(MEAN_WEIGHT / BASE, 1);
  });
});

test('the base is three persons of mean weight, and that of the version before while it is half to twice as much', () => {
  expect(roundingBase(20)).toBe(60);
  for (const kept of [31, 59.9, 119]) expect(roundingBase(20, kept)).toBe(kept);
  for (const drifted of [29, 121]) expect(roundingBase(20, drifted)).toBe(60);
});

const write = scratchFolder();

test('a secret that could be guessed is refused', () => {
  const short = write('short.secret', 'hunter2');
  expect(() => readSecret(short)).toThrow(BadInput);
  expect(() => readSecret(short)).toThrow(/has 7 bytes, a secret needs 32 at least/);
  expect(() => readSecret(`${short}.none`)).toThrow(BadInput);
  expect(readSecret(write('long.secret', secretOf(1)))).toEqual(Buffer.from(secretOf(1)));
});
