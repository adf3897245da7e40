import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { cellToChildren, cellToLatLng, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import {
  dispersionOf,
  pooledShares,
  sharesAtHome,
} from '../../../tiles-builder/daytime/registers/share-at-home.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';

const scratch = scratchFolder();
const places = cellToChildren(latLngToCell(57.7, 11.97, 8), 11).map((cell) => cellToLatLng(cell));

const unitsOf = (people: readonly number[]) => ({
  length: people.length,
  people: Float64Array.from(people),
  middle: (unit: number): [number, number] => [
    places[unit % places.length][1],
    places[unit % places.length][0],
  ],
});

describe('the share at home', () => {
  test('loses nobody, and each share rests on ten people at home and ten away', () => {
    let pooledOnce = 0;
    let refused = 0;
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 0, max: 10 })), { minLength: 1, maxLength: 80 }),
      (given) => {
        const units = unitsOf(given.map(([people]) => people));
        const shares = Float64Array.from(given, ([, tenths]) => tenths / 10);
        const pooled = pooledShares(units, shares);
        const apart = given.reduce(
          (sum, [people, tenths]) => sum + (people * Math.min(tenths, 10 - tenths)) / 10,
          0,
        );
        if (Math.abs(apart - 10) < 1e-9) return;
        expect(pooled === null).toBe(apart < 10);
        if (pooled === null) {
          refused++;
          return;
        }
        pooledOnce++;
        const atHome = (own: Float64Array): number =>
          own.reduce((sum, share, i) => sum + share * units.people[i], 0);
        expect(atHome(pooled)).toBeCloseTo(atHome(shares), 6);
        // Each share must rest on ten people or more.
        for (const share of new Set(pooled)) {
          const own = [...pooled.keys()].filter(
            (unit) => Math.abs(pooled[unit] - share) < 1e-12 && units.people[unit] > 0,
          );
          if (own.length === 0) continue;
          for (const part of [share, 1 - share]) {
            expect(own.reduce((sum, unit) => sum + units.people[unit] * part, 0)).toBeGreaterThan(10 - 1e-6);
          }
        }
      },
    );
    fc.assert(property, { seed: 17, numRuns: 100 });
    fc.assert(property, { numRuns: 20 });
    expect(pooledOnce).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(5);
  });

  test('is one number for all, or a column of the census', async () => {
    const file = scratch(
      'census.csv',
      'GRD_ID,TOT_P,HOME\nCRS3035RES1000mN2689000E4337000,100,0.5\nCRS3035RES1000mN2690000E4337000,300,0.25\n',
    );
    const census = { file, square: 'GRD_ID', population: 'TOT_P' };
    const none = (): void => {};
    const { shares } = await sharesAtHome({ ...census, at_home: 'HOME' }, none, tmpdir());
    expect([...shares]).toEqual([0.5, 0.25]);
    expect([...(await sharesAtHome({ ...census, at_home: 0.4 }, none, tmpdir())).shares]).toEqual([0.4, 0.4]);
    await expect(sharesAtHome({ ...census, at_home: 'TOT_P' }, none, tmpdir())).rejects.toThrow(
      /TOT_P is 100, which is no share from 0 to 1/,
    );
  });

  test('is refused where it would say of fewer than ten people who of them is away', async () => {
    const file = scratch(
      'few.csv',
      'GRD_ID,TOT_P,HOME\nCRS3035RES1000mN2689000E4337000,100,0.95\nCRS3035RES1000mN2690000E4337000,80,0.95\n',
    );
    const census = { file, square: 'GRD_ID', population: 'TOT_P', at_home: 'HOME' };
    await expect(sharesAtHome(census, () => {}, tmpdir())).rejects.toMatchObject({
      message: expect.stringMatching(/few.csv: has fewer than 10 people at home or away by HOME/),
      advice: 'Give one number for at_home.',
    });
  });

  test('is no column of a raster', async () => {
    const census = { file: 'people.tif', at_home: 'HOME' };
    await expect(sharesAtHome(census, () => {}, tmpdir())).rejects.toThrow(
      'people.tif: a raster has no column; at_home can be one number',
    );
  });

  test('varies as much as its units do', () => {
    const units = unitsOf([100, 100, 100, 100]);
    expect(dispersionOf(units, Float64Array.from([0.4, 0.4, 0.4, 0.4]))).toBe(1);
    for (const share of [0, 1]) {
      expect(dispersionOf(units, new Float64Array(4).fill(share))).toBe(1);
      expect(dispersionOf(unitsOf([0, 0]), new Float64Array(2).fill(share))).toBe(1);
    }
    // As if each hundred were drawn as one.
    expect(dispersionOf(units, Float64Array.from([1, 0, 1, 0]))).toBe(100);
  });
});
