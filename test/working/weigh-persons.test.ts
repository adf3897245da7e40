import fc from 'fast-check';
import { cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { PanelPersons } from '../../tiles-builder/working/panel-persons.ts';
import { weighPersons } from '../../tiles-builder/working/weigh-persons.ts';

const cellAt = (lat: number, lon: number) => latLngToCell(lat, lon, 12);
const west = cellAt(48.1, -1.7);
const east = cellAt(48.1, -1.6);
const abroad = cellAt(50, 5);
const living = (home: string, persons: number): PanelPersons => ({ home, occupation: null, persons });

describe('weighPersons', () => {
  test('lets a person stand for the inhabitants of its area per person there, elsewhere for the mean', () => {
    expect(cellToParent(west, 8)).not.toBe(cellToParent(east, 8));
    const { of, report } = weighPersons(
      [living(west, 32), living(east, 64), living(abroad, 5)],
      new Map([
        [west, 64_000],
        [east, 256_000],
      ]),
      (cell) => cell !== abroad,
    );
    expect(of(west)).toBe(2);
    expect(of(east)).toBe(4);
    expect(of(abroad)).toBeCloseTo(320 / 96, 12);
    expect(report).toMatchObject({ min: 2, median: 4, max: 4, groups: 2, persons_living_outside: 5 });
  });

  test('merges areas without enough persons, and counts inhabitants where the panel has nobody', () => {
    const { of } = weighPersons(
      [living(west, 12), living(east, 4)],
      new Map([
        [west, 24_000],
        [east, 8_000],
        [cellAt(48.4, -1.65), 32_000],
      ]),
      () => true,
    );
    expect(12 * of(west) + 4 * of(east)).toBeCloseTo(64, 9);
  });

  test('cuts a weight far above the median and keeps the sum', () => {
    const { of, report } = weighPersons(
      [living(west, 300), living(east, 30)],
      new Map([
        [west, 300_000],
        [east, 1_500_000],
      ]),
      () => true,
    );
    expect(of(east) / of(west)).toBeCloseTo(5, 9);
    expect(300 * of(west) + 30 * of(east)).toBeCloseTo(1_800, 9);
    expect(report.persons_trimmed).toBe(30);
  });

  test('weighs the persons inside to exactly the inhabitants', () => {
    const homes = gridDisk(cellToParent(west, 7), 4).map((area) => cellAt(...cellToLatLng(area)));
    let met = 0;
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(homes.length - 1), fc.integer({ min: 1, max: 30 }), fc.nat(90_000)), {
        minLength: 20,
        maxLength: 60,
      }),
      (list) => {
        fc.pre(list.some(([, , people]) => people > 0));
        const panel = list.map(([i, persons]) => living(homes[i], persons));
        const people = new Map(list.map(([i, , millipersons]) => [homes[i], millipersons + 1]));
        const { of, report } = weighPersons(panel, people, () => true, 3);
        const weighted = panel.reduce((sum, { home, persons }) => sum + persons * of(home), 0);
        const inhabitants = [...people.values()].reduce((sum, count) => sum + count, 0) / 1000;
        expect(weighted / inhabitants).toBeCloseTo(1, 9);
        const most = 5 * Math.max(report.mean, report.median);
        for (const { home } of panel) expect(of(home)).toBeLessThanOrEqual(most * (1 + 1e-9));
        if (report.max > 5 * report.mean) met++;
      },
    );
    fc.assert(property, { seed: 6, numRuns: 50 });
    fc.assert(property, { numRuns: 20 });
    expect(met).toBeGreaterThan(0);
  });
});
