/** Capacity by day, against its sources' figures. */
import { describe, expect, test } from 'vitest';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import {
  capacityAtWork,
  capacityByLand,
  personsAtPoint,
  type UseByDay,
  useByDayOfArea,
} from '../../../tiles-builder/partitions/built-up/capacity-at-work.ts';
import { examplesIn, tagsOf } from '../../support/files/tags-of.ts';

const useOf = (tags: Tags): UseByDay => capacityAtWork(tags, null).use;

test.each<[UseByDay, string]>([
  [
    'unknown',
    'building=yes|building=yes shop=vacant|building=yes amenity=parking|building=yes tourism=viewpoint',
  ],
  ['dwelling', 'building=house'],
  ['industry', 'building=warehouse'],
  ['shop', 'building=yes shop=bakery|building=apartments shop=bakery'],
  [
    'office',
    'building=yes office=company amenity=cafe|building=yes amenity=bank|building=office amenity=restaurant',
  ],
  ['catering', 'building=yes tourism=hotel'],
])('a building is used as %s: %s', (use, texts) => {
  for (const [text, tags] of examplesIn(texts)) expect(useOf(tags), text).toBe(use);
});

test('a shop below homes has the ground floor, one in a building of its own all floors', () => {
  const capacities = ['apartments', 'yes'].map(
    (building) => capacityAtWork({ building, shop: 'yes' }, 5).capacityAtWork_m2,
  );
  expect(capacities[1]).toBeCloseTo(5 * capacities[0], 9);
});

test('tag values that name properties of every object have no meaning', () => {
  for (const value of ['constructor', 'toString', '__proto__']) {
    expect(useOf({ building: value })).toBe('unknown');
    expect(useOf({ building: 'yes', amenity: value })).toBe('unknown');
    expect(useByDayOfArea({ landuse: value })).toBeNull();
    expect(personsAtPoint({ amenity: value })).toBeNull();
    expect(personsAtPoint({ shop: value })).toEqual(personsAtPoint({ shop: 'yes' }));
  }
});

describe('a building of unknown use', () => {
  const { capacityAtWork_m2 } = capacityAtWork({ building: 'yes' }, 2);
  const around = (footprint_m2: number, land: UseByDay | null = null) =>
    capacityByLand(capacityAtWork_m2, footprint_m2, land);

  test('takes the use of the land around it; a small one among homes is a home', () => {
    expect(around(5_000, 'industry')).toBeCloseTo(2 / 40, 9);
    expect(around(100, 'dwelling')).toBeCloseTo(2 / 600, 9);
    expect(around(5_000, 'dwelling')).toBe(around(5_000));
  });

  test('has more capacity a square metre the larger it is, between homes and workplaces', () => {
    const capacities = [100, 300, 1_000, 4_000].map((footprint_m2) => around(footprint_m2));
    expect(capacities).toEqual(capacities.toSorted((a, b) => a - b));
    expect(new Set(capacities).size).toBe(4);
    // 600 m² a person in dwellings, 40 elsewhere.
    for (const [i, dwellings] of [0.95, 0.85, 0.6, 0.3].entries()) {
      const mixed = dwellings / 600 + (1 - dwellings) / 40;
      expect(capacities[i] / 2 / mixed).toBeGreaterThan(0.85);
      expect(capacities[i] / 2 / mixed).toBeLessThan(1.15);
    }
  });
});

test.each<[string, UseByDay | null]>([
  ['landuse=industrial', 'industry'],
  ['landuse=residential', 'dwelling'],
  ['landuse=forest', null],
  ['amenity=school', 'education'],
  ['amenity=parking', null],
  ['landuse=retail building=yes', null],
])('land with %s has buildings for %s', (text, use) => expect(useByDayOfArea(tagsOf(text))).toBe(use));

test.each<[string, number | null]>([
  ['shop=bakery', 5],
  ['shop=supermarket', 20],
  ['amenity=restaurant', 5],
  ['amenity=school', 200],
  ['amenity=bench', null],
  ['tourism=information', null],
])('a point with %s has %s persons', (text, persons) => expect(personsAtPoint(tagsOf(text))).toBe(persons));
