import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCurrent, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import { type LiveRegion, LiveRegions } from '../../src/format/live-regions.ts';
import { COVERED } from '../../src/format/manifest.ts';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { BUILT_AT, storedTileSets } from '../support/datasets/stored-tile-sets.ts';

const SEED = 20261123;
const span = (most: number): fc.Arbitrary<[number, number]> =>
  fc
    .tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: -most, max: most }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
const box: fc.Arbitrary<BoundingBox> = fc
  .tuple(span(180), span(90))
  .map(([[west, east], [south, north]]) => ({ west, south, east, north }));
const region: fc.Arbitrary<LiveRegion> = fc
  .record({
    region: fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/),
    boxes: fc.record({ roads: box, living: fc.option(box), working: fc.option(box) }),
  })
  .map((own) => ({
    ...own,
    version: `${own.region}-0123456789abcdef`,
    manifest_sha256: 'ab'.repeat(32),
    built_at: BUILT_AT,
    since: BUILT_AT,
    sets: storedTileSets({ living: '0123456789abcdef' }),
  }));
const regions = fc
  .uniqueArray(region, { selector: (one) => one.region, maxLength: 12 })
  .map((all) => all.toSorted((a, b) => (a.region < b.region ? -1 : 1)));

const runs = { numRuns: 200 };
describe.each([
  ['fixed', SEED],
  ['fresh', Math.floor(Math.random() * 2 ** 31)],
])('regions from a %s seed (%i)', (_, seed) => {
  test('are found by their boxes, across the antimeridian too', () => {
    const shifted = fc
      .tuple(box, fc.integer({ min: -30, max: 30 }))
      .map(([{ west, east, ...lat }, shift]) => ({ west: west + shift, east: east + shift, ...lat }));
    fc.assert(
      fc.property(regions, shifted, fc.constantFrom(...COVERED), (live, window, data) => {
        const found = new LiveRegions(live).overlapping(data, window).map((one) => one.region);
        // Whole degrees: any overlap has a vertex of the degree grid.
        const holds = (own: BoundingBox | null): boolean => {
          if (own === null) return false;
          const lats = [own.south, own.north, window.south, window.north].filter(
            (lat) => lat >= own.south && lat <= own.north && lat >= window.south && lat <= window.north,
          );
          const lons = [-360, 0, 360]
            .flatMap((turn) =>
              [own.west, own.east, window.west + turn, window.east + turn].map((lon) => [lon, turn]),
            )
            .filter(
              ([lon, turn]) =>
                lon! >= own.west &&
                lon! <= own.east &&
                lon! >= window.west + turn! &&
                lon! <= window.east + turn!,
            );
          return lats.length > 0 && lons.length > 0;
        };
        expect(found).toEqual(live.filter(({ boxes }) => holds(boxes[data])).map((one) => one.region));
      }),
      { ...runs, seed },
    );
  });

  test('the nearest to a place come first', () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    fc.assert(
      fc.property(regions, place, fc.integer({ min: 1, max: 12 }), (live, [lon, lat], most) => {
        const distanceTo = ({ boxes }: LiveRegion): number => {
          const { west, south, east, north } = boxes.roads!;
          return Math.hypot(
            lon - Math.min(Math.max(lon, west), east),
            lat - Math.min(Math.max(lat, south), north),
          );
        };
        const found = new LiveRegions(live).nearest([lon, lat], most).map((one) => one.region);
        const sorted = live.toSorted((a, b) => distanceTo(a) - distanceTo(b));
        expect(found).toEqual(sorted.slice(0, most).map((one) => one.region));
      }),
      { ...runs, seed },
    );
  });
});

test('is read as it was written, any flipped bit is found, and any missing byte', () => {
  const [[live, kept]] = fc.sample(fc.tuple(regions, regions), { numRuns: 1, seed: SEED + 1 });
  const removal = { began_ms: 5, ended: false };
  const current = { regions: live, kept, history_sha256: 'ab', removal, writes: ['0123456789abcdef'] };
  const bytes = writeCurrent(current);
  expect(readCurrent(bytes)).toEqual(current);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Uint8Array.from(bytes);
    damaged[at]! ^= 1 << (at % 8);
    expect(() => readCurrent(damaged), `byte ${at}`).toThrow(DamagedTile);
    expect(() => readCurrent(bytes.slice(0, at)), `${at} bytes`).toThrow(DamagedTile);
  }
});
