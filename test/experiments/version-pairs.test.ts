import { expect, test } from 'vitest';
import { fewestBehindDerived, type KnownFigure } from './derivable-figures.ts';
import { evaluatePairs } from './version-pairs.ts';

const figure = (areas: Readonly<Record<string, readonly number[]>>): KnownFigure => ({
  personsByArea: new Map(Object.entries(areas)),
});

test('subtracting finds the part of a group, and who came or went in what is subtracted', () => {
  const before = [figure({ a: [1, 2, 3] }), figure({ b: [4, 5] })];
  expect(fewestBehindDerived(before, before)).toBe(Infinity);
  // Subtracting a leaves b: persons 4 and 5.
  expect(fewestBehindDerived(before, [figure({ a: [1, 2, 3], b: [4, 5] })])).toBe(2);
  // Persons 6 and 8 left a, 7 and 9 joined: inseparable from b.
  const changed = [figure({ a: [1, 6, 8] }), figure({ b: [4, 5] })];
  expect(fewestBehindDerived(changed, [figure({ a: [1, 7, 9], b: [4, 5] })])).toBe(3);
  // Equal areas are not compared.
  expect(fewestBehindDerived([figure({ a: [1, 2] })], [figure({ a: [1, 2, 3] })])).toBe(Infinity);
  expect(
    fewestBehindDerived([figure({ a: [1] }), figure({ b: [2], c: [3] })], [figure({ a: [1], b: [2] })]),
  ).toBe(1);
});

test('any two of twelve versions that follow one another give away nobody, those built without the earlier groups do', () => {
  const found = evaluatePairs({ town: 'villages', versions: 12, seed: 3 });
  expect(found.pairs).toBe(66);
  expect(found.derivable).toBe(0);
  expect(found.fewest_persons).toBeGreaterThanOrEqual(10);
  expect(found.derivable_without_groups).toBeGreaterThan(40);
  expect(found.fewest_persons_without_groups).toBeLessThan(10);
  // Closed workplaces are bottom-coded at ten persons.
  expect(found.groups_bottom_coded).toBeGreaterThan(10);
  expect(found.least_total).toBeGreaterThan(0.99);
  expect(found.most_total).toBeLessThan(1.03);
}, 240_000);
