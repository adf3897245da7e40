import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission, loadOf } from '../../src/answer/admission.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import { ADMISSION_LEASE_MS, MAX_LOAD, MAX_ZONE_PERIMETER_KM } from '../../src/limits.ts';
import { rectangle } from '../support/zones/rectangle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const WAIT_MS = 1_000;
const seed = { seed: Math.floor(Math.random() * 2 ** 31) };

test('the widest calls of the contract have a load of 1, and one of them fits', () => {
  const drive = { origin: [2, 48], travel: 'motorized', time_s: 3_600 } as const;
  expect(loadOf({ option: 'isochrone', isochrone: drive })).toBe(1);
  expect(loadOf({ option: 'isochrone', isochrone: { ...drive, travel: 'pedestrian', time_s: 7_200 } })).toBe(
    0.25,
  );
  const side = MAX_ZONE_PERIMETER_KM / 4 / 111.195;
  const square: Polygon = [rectangle(0, 0, side, side)];
  expect(loadOf({ option: 'zone', zone: square })).toBeCloseTo(1, 2);
  expect(MAX_LOAD).toBe(1);
});

test('of the smallest calls sixteen fit, so that their packs do: 71 MB in a metropolis', async () => {
  const admission = new Admission();
  const zone: Polygon = [rectangle(2, 48, 2.001, 48.001)];
  const drive = { origin: [2, 48], travel: 'motorized', time_s: 60 } as const;
  for (const area of [
    { option: 'zone', zone } as const,
    { option: 'isochrone', isochrone: drive } as const,
  ]) {
    const entering = Array.from({ length: 48 }, () => admission.enter(loadOf(area), 0));
    const leaves = (await Promise.all(entering)).filter((leave) => leave !== null);
    expect(leaves).toHaveLength(16);
    for (const leave of leaves) leave();
  }
});

test('a wide call waits until another has ended, and fails with that reason after the time-out', async () => {
  const admission = new Admission();
  const first = await admission.enter(1, WAIT_MS);
  const refused = admission.enter(1, WAIT_MS);
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  expect(await refused).toBeNull();
  const waiting = admission.enter(1, WAIT_MS);
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  first?.();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 4);
  expect(await waiting).not.toBeNull();
});

test('a call that ended without release stops counting after its lease', async () => {
  const admission = new Admission();
  await admission.enter(MAX_LOAD, WAIT_MS);
  const waiting = admission.enter(MAX_LOAD, 2 * ADMISSION_LEASE_MS);
  await vi.advanceTimersByTimeAsync(ADMISSION_LEASE_MS - WAIT_MS);
  const early = admission.enter(MAX_LOAD, 0);
  expect(await early).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  expect(await waiting).not.toBeNull();
});

test(`concurrent calls never exceed the capacity (seed ${seed.seed})`, async () => {
  const calls = fc.array(
    fc.record({
      load: fc.double({ min: 0.02, max: 1, noNaN: true }),
      after_ms: fc.integer({ min: 0, max: 400 }),
      takes_ms: fc.integer({ min: 1, max: 800 }),
    }),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(calls, async (asked) => {
      const admission = new Admission();
      let load = 0;
      let most = 0;
      const asking = asked.map(async ({ load: own, after_ms, takes_ms }) => {
        await new Promise((resolve) => setTimeout(resolve, after_ms));
        const leave = await admission.enter(own, 60_000);
        if (!leave) return false;
        load += own;
        most = Math.max(most, load);
        await new Promise((resolve) => setTimeout(resolve, takes_ms));
        load -= own;
        leave();
        return true;
      });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await Promise.all(asking)).toEqual(asked.map(() => true));
      expect(most).toBeLessThanOrEqual(MAX_LOAD + 1e-9);
    }),
    { numRuns: 50, ...seed },
  );
});
