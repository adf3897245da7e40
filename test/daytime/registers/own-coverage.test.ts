import { expect, test } from 'vitest';
import { OwnCoverage } from '../../../tiles-builder/daytime/registers/own-coverage.ts';
import { cellAt, centreOf } from '../../../tiles-builder/geometry/grid-cells.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const hole = rectangle(10.05, 50.05, 10.06, 50.06).toReversed();
const coverage = new OwnCoverage([[rectangle(10, 50, 10.1, 50.1), hole]]);

test.each([
  ['inside', rectangle(10.01, 50.01, 10.02, 50.02), 1],
  ['outside', rectangle(10.2, 50.01, 10.3, 50.02), 0],
  ['inside by a quarter', rectangle(10.09, 50.02, 10.13, 50.03), 0.25],
  ['around the hole', rectangle(10.04, 50.04, 10.07, 50.07), 8 / 9],
  ['in the hole', rectangle(10.052, 50.052, 10.058, 50.058), 0],
])('a site %s has that share inside', (_, shell, share) => {
  const part = coverage.partOf([[shell]]);
  expect(part.share).toBeCloseTo(share, 9);
  if (share === 1) expect(part.place).toEqual([[shell]]);
});

test('of a site with a court, what is built counts', () => {
  const site = [[rectangle(10.09, 50.02, 10.13, 50.06), rectangle(10.11, 50.03, 10.12, 50.05).toReversed()]];
  // The court has an eighth of the shell.
  expect(coverage.partOf(site).share).toBeCloseTo(0.25 / (1 - 1 / 8), 9);
  expect(coverage.partOf([...site, [rectangle(10.01, 50.01, 10.02, 50.02)]]).share).toBeCloseTo(
    (4 + 1) / (14 + 1),
    9,
  );
});

test('a point is inside if the middle of its cell is', () => {
  const shares = new Set<number>();
  for (let i = 0; i < 200; i++) {
    const place = [10.0999 + i * 1e-6, 50.03 + i * 1e-4] as const;
    const { share, place: kept } = coverage.partOf(place);
    expect(kept).toBe(place);
    const [lon, lat] = centreOf(cellAt(place));
    const isInHole = lon > 10.05 && lon < 10.06 && lat > 50.05 && lat < 50.06;
    expect(share).toBe(lon < 10.1 && !isInHole ? 1 : 0);
    shares.add(share);
  }
  expect(shares.size).toBe(2);
});
