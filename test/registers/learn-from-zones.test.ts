import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { type CountsOfArea, learnFromZones } from '../../tiles-builder/registers/learn-from-zones.ts';

const cell = latLngToCell(57.7, 11.97, 12);
const counts = (spread: number, found: number, variance: number, living: number): CountsOfArea => {
  const inCell = (count: number): Map<Cell, number> => new Map([[cell, count]]);
  return {
    spread: inCell(spread),
    found: inCell(found),
    variance: inCell(variance),
    living: inCell(living),
  };
};

test("a zone gives its people's deviation, and what is unknown", () => {
  const trainingZones = learnFromZones(counts(1_000, 900, 50, 700));
  expect(trainingZones.length).toBeGreaterThan(100);
  expect(trainingZones.length).toBeLessThan(1_200);
  for (const { people, variance, living } of trainingZones) {
    expect(people).toBeCloseTo(1_000, 9);
    expect(variance).toBeCloseTo(100 ** 2 + 50, 6);
    expect(living).toBeCloseTo(700, 9);
  }
});

test('a zone of fewer than twenty people gives nothing', () => {
  expect(learnFromZones(counts(20, 20, 0, 0)).length).toBeGreaterThan(100);
  expect(learnFromZones(counts(19.9, 30, 0, 0))).toEqual([]);
  const nobody = new Map<Cell, number>();
  expect(learnFromZones({ spread: nobody, found: nobody, variance: nobody, living: nobody })).toEqual([]);
});

test('zones lie around people and around any place alike', () => {
  const far = latLngToCell(58.7, 11.97, 12);
  const trainingZones = learnFromZones({
    ...counts(1_000, 1_000, 0, 0),
    spread: new Map([
      [cell, 1_000],
      [far, 100],
    ]),
  });
  const atFar = trainingZones.filter(({ people }) => people < 500).length / trainingZones.length;
  expect(atFar).toBeGreaterThan(0.22);
  expect(atFar).toBeLessThan(0.38);
});
