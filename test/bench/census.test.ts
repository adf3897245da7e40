import { expect, test } from 'vitest';
import { faultsOf } from './census.ts';
import { partitionCountry } from './partition-census.ts';

test.each([0, 2e-8, 1e-6, 1e-5])(
  'a small country, its units %d degrees loose, is parted without gap or overlap',
  (loose_degrees) => {
    const found = partitionCountry({ side: 24, loose_degrees });
    expect(faultsOf(found)).toEqual([]);
    expect(found).toMatchObject({ units: 576, vertices: 576 * 40 });
  },
  60_000,
);

test('time grows with the number of units', () => {
  const [few, many] = [30, 90].map((side) => partitionCountry({ side, loose_degrees: 0 }));
  expect(many.partition_s / few.partition_s).toBeLessThan(9 * 3);
}, 60_000);

test('holes, land that is counted twice and too much memory are faults', () => {
  const fine = partitionCountry({ side: 2, loose_degrees: 0 });
  expect(faultsOf({ ...fine, holes: 2 })).toHaveLength(1);
  expect(faultsOf({ ...fine, area_ratio: 1.001 })).toHaveLength(1);
  expect(faultsOf({ ...fine, max_rss_mb: 3_000 })).toEqual(['max_rss_mb is 3000, and may be 2300']);
});
