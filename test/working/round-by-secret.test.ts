import { describe, expect, test } from 'vitest';
import { BadInput } from '../../tiles-builder/failures/bad-input.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { readSecret } from '../../tiles-builder/working/read-secret.ts';
import { roundBySecret } from '../../tiles-builder/working/round-by-secret.ts';
import { scratchFolder } from '../support/scratch-file.ts';

const MEAN_WEIGHT = 20;
const STEP = 64;
const secretOf = (seed: number): Uint8Array => {
  const random = new Random(seed);
  return Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
};
const { round, variance } = roundBySecret(secretOf(1), MEAN_WEIGHT);
const NAMES = Array.from({ length: 4_000 }, (_, i) => `away ${i}`);

describe('rounding by a secret', () => {
  test('is at most half a step off, and over all names right', () => {
    for (const people of [200, 317.5, 1_000]) {
      const rounded = NAMES.map((name) => round(people, name));
      expect(rounded.every((figure) => Math.abs(figure - people) <= STEP / 2)).toBe(true);
      const mean = rounded.reduce((sum, figure) => sum + figure, 0) / NAMES.length;
      expect(Math.abs(mean - people)).toBeLessThan((4 * STEP) / Math.sqrt(12 * NAMES.length));
    }
  });

  test('changes a figure by whole steps or not at all, and leaves none below nobody', () => {
    for (const name of NAMES) {
      const steps = (round(1_000, name) - round(317.5, name)) / STEP;
      expect(steps).toBeCloseTo(Math.round(steps), 9);
      expect(round(0, name)).toBeGreaterThanOrEqual(0);
      expect(round(0, name)).toBeLessThanOrEqual(STEP / 2);
    }
    expect(NAMES.some((name) => round(400, name) === round(400 + MEAN_WEIGHT, name))).toBe(true);
  });

  test('has the variance that intervals are widened by', () => {
    const random = new Random(3);
    const squares = NAMES.map((name) => {
      const people = random.between(200, 1_000);
      return (round(people, name) - people) ** 2;
    });
    const mean = squares.reduce((sum, square) => sum + square, 0) / NAMES.length;
    expect(mean / variance).toBeGreaterThan(0.9);
    expect(mean / variance).toBeLessThan(1.1);
  });

  test('has steps of two and a half to three and a half persons, however many people a person stands for', () => {
    for (let weight = 1; weight < 300; weight += 0.37) {
      const step = Math.sqrt(12 * roundBySecret(secretOf(1), weight).variance);
      expect(step / weight).toBeGreaterThan(2.5);
      expect(step / weight).toBeLessThan(3.6);
    }
  });

  test('shows one person of mean weight in about one of three figures', () => {
    const changed = NAMES.filter((name) => round(400, name) !== round(400 + MEAN_WEIGHT, name)).length;
    expect(changed / NAMES.length).toBeCloseTo(MEAN_WEIGHT / STEP, 1);
  });

  test('is another one for another secret, and the same while the panel grows by a person', () => {
    const other = roundBySecret(secretOf(2), MEAN_WEIGHT).round;
    expect(NAMES.some((name) => other(400, name) !== round(400, name))).toBe(true);
    const later = roundBySecret(secretOf(1), MEAN_WEIGHT * (3_000 / 3_001)).round;
    expect(NAMES.every((name) => later(400, name) === round(400, name))).toBe(true);
  });
});

test('steps of the version before stay where new ones would be others, until they are too narrow or too wide', () => {
  const secret = secretOf(1);
  const before = roundBySecret(secret, 60_000 / 4_730);
  // One person more, and new steps would be narrower.
  expect(roundBySecret(secret, 60_000 / 4_731).step_people).toBeLessThan(before.step_people);
  const after = roundBySecret(secret, 60_000 / 4_731, before.step_people);
  expect(after.step_people).toBe(before.step_people);
  expect(NAMES.every((name) => after.round(400, name) === before.round(400, name))).toBe(true);
  for (const grown of [0.5, 2]) {
    const later = roundBySecret(secret, (60_000 / 4_730) * grown, before.step_people);
    expect(later.step_people / before.step_people).toBeCloseTo(grown, 9);
  }
});

const write = scratchFolder();

test('a secret that could be guessed is refused', () => {
  const short = write('short.secret', 'hunter2');
  expect(() => readSecret(short)).toThrow(BadInput);
  expect(() => readSecret(short)).toThrow(/has 7 bytes, a secret needs 32 at least/);
  expect(() => readSecret(`${short}.none`)).toThrow(BadInput);
  expect(readSecret(write('long.secret', secretOf(1)))).toEqual(Buffer.from(secretOf(1)));
});
