/** Capacity by day, against its sources' figures. */
import { expect, test } from 'vitest';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import {
  capacityAtWork,
  personsAtPoint,
  type UseByDay,
  useByDayOfArea,
} from '../../../tiles-builder/partitions/built-up/capacity-at-work.ts';
import { examplesIn } from '../../support/files/tags-of.ts';

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

test('tag values that name properties of every object have no meaning', () => {
  for (const value of ['constructor', 'toString', '__proto__']) {
    expect(useOf({ building: value })).toBe('unknown');
    expect(useOf({ building: 'yes', amenity: value })).toBe('unknown');
    expect(useByDayOfArea({ landuse: value })).toBeNull();
    expect(personsAtPoint({ amenity: value })).toBeNull();
    expect(personsAtPoint({ shop: value })).toEqual(personsAtPoint({ shop: 'yes' }));
  }
});
