import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission } from '../../src/admission/admission.ts';
import { callsOf, loadOf } from '../../src/admission/load-of-area.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import {
  ADMISSION_LEASE_MS,
  ADMISSION_POLL_MS,
  LEAST_LOAD,
  MAX_LOAD,
  MAX_PASSING_MS,
  MAX_ZONE_PERIMETER_KM,
  TICKET_LEASE_MS,
} from '../../src/limits.ts';
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
    const entering = Array.from({ length: 48 }, () => admission.enter('a', loadOf(area), 0));
    const leaves = (await Promise.all(entering)).filter((leave) => leave !== null);
    expect(leaves).toHaveLength(16);
    for (const leave of leaves) leave();
  }
});

test('a wide call waits until another has ended, and fails with that reason after the time-out', async () => {
  const admission = new Admission();
  const first = await admission.enter('a', 1, WAIT_MS);
  const refused = admission.enter('a', 1, WAIT_MS);
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  expect(await refused).toBeNull();
  const waiting = admission.enter('a', 1, WAIT_MS);
  await vi.advanceTimersByTimeAsync(WAIT_MS / 2);
  first?.();
  await vi.advanceTimersByTimeAsync(WAIT_MS / 4);
  expect(await waiting).not.toBeNull();
});

test('a call that ended without release stops counting after its lease', async () => {
  const admission = new Admission();
  await admission.enter('a', MAX_LOAD, WAIT_MS);
  const waiting = admission.enter('a', MAX_LOAD, 2 * ADMISSION_LEASE_MS);
  await vi.advanceTimersByTimeAsync(ADMISSION_LEASE_MS - WAIT_MS);
  const early = admission.enter('a', MAX_LOAD, 0);
  expect(await early).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  expect(await waiting).not.toBeNull();
});

test(`concurrent calls never exceed the capacity (seed ${seed.seed})`, async () => {
  const calls = fc.array(
    fc.record({
      caller: fc.constantFrom('a', 'b', 'c'),
      load: fc.double({ min: LEAST_LOAD, max: 1, noNaN: true }),
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
      const asking = asked.map(async ({ caller, load: own, after_ms, takes_ms }) => {
        await new Promise((resolve) => setTimeout(resolve, after_ms));
        const leave = await admission.enter(caller, own, 60_000);
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

const CALL_MS = 200;

/** @returns when the call was admitted */
async function call(admission: Admission, caller: string, load: number, takes_ms = CALL_MS): Promise<number> {
  const leave = await admission.enter(caller, load, 60_000);
  const admittedAt_ms = Date.now();
  await new Promise((resolve) => setTimeout(resolve, takes_ms));
  leave?.();
  return admittedAt_ms;
}

test('the widest call waits for a bounded time while light calls of others never end', async () => {
  const admission = new Admission();
  const light: Promise<number>[] = [];
  const lightCalls = setInterval(() => light.push(call(admission, 'light', LEAST_LOAD)), 20);
  await vi.advanceTimersByTimeAsync(5 * CALL_MS);
  const arrivedAt_ms = Date.now();
  const widest = call(admission, 'wide', 1);
  await vi.advanceTimersByTimeAsync(10_000);
  clearInterval(lightCalls);
  // Passing, those that run then, and one more.
  const bound_ms = MAX_PASSING_MS + 2 * CALL_MS + 2 * ADMISSION_POLL_MS;
  expect((await widest) - arrivedAt_ms).toBeLessThanOrEqual(bound_ms);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(light);
});

test('light calls pass a wide one that does not fit yet, but no longer than that', async () => {
  const admission = new Admission();
  const others = [call(admission, 'a', 0.5, 10_000), call(admission, 'b', 1)];
  await vi.advanceTimersByTimeAsync(MAX_PASSING_MS / 2);
  const arrivedAt_ms = Date.now();
  const early = call(admission, 'c', LEAST_LOAD);
  await vi.advanceTimersByTimeAsync(MAX_PASSING_MS);
  const late = call(admission, 'c', LEAST_LOAD);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await early) - arrivedAt_ms).toBeLessThanOrEqual(ADMISSION_POLL_MS);
  expect((await late) - arrivedAt_ms).toBeGreaterThan(8_000);
  await Promise.all(others);
});

test('widest calls of one key, however many, delay a light call of another by one', async () => {
  const admission = new Admission();
  const wide = Array.from({ length: 40 }, () => call(admission, 'hostile', 1));
  await vi.advanceTimersByTimeAsync(CALL_MS / 2);
  const arrivedAt_ms = Date.now();
  const light = call(admission, 'light', LEAST_LOAD);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await light) - arrivedAt_ms).toBeLessThanOrEqual(2 * CALL_MS + 2 * ADMISSION_POLL_MS);
  const admittedAt_ms = await Promise.all(wide);
  expect(admittedAt_ms).toEqual(admittedAt_ms.toSorted((a, b) => a - b));
});

test(`callers who wait have been served the same load, to two calls (seed ${seed.seed})`, async () => {
  const load = fc.double({ min: 0.51, max: 1, noNaN: true });
  const backlogs = fc.array(fc.array(load, { minLength: 1, maxLength: 10 }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(backlogs, async (loads) => {
      const admission = new Admission();
      const left = loads.map((own) => own.length);
      const served = loads.map(() => 0);
      const calls = loads.flatMap((own, caller) =>
        own.map(async (load) => {
          const leave = await admission.enter(String(caller), load, 60_000);
          left[caller]--;
          served[caller] += load;
          const waiting = served.filter((_, caller) => left[caller] > 0);
          // Theorem 1 of the paper: the largest call of each of two callers.
          const most = Math.max(...waiting, 0) - Math.min(...waiting, Number.POSITIVE_INFINITY);
          expect(most).toBeLessThanOrEqual(2 + 1e-9);
          leave?.();
        }),
      );
      await vi.advanceTimersByTimeAsync(60_000);
      await Promise.all(calls);
    }),
    { numRuns: 50, ...seed },
  );
});

test('a waiting call that the platform ended blocks its caller for the lease of its ticket alone', async () => {
  const admission = new Admission();
  const first = call(admission, 'a', 1, 100);
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  admission.enter('b', 1, 60_000).catch(() => {});
  globalThis.setTimeout = setTimeout;
  const arrivedAt_ms = Date.now();
  const next = call(admission, 'b', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  await first;
  const waited_ms = (await next) - arrivedAt_ms;
  expect(waited_ms).toBeGreaterThan(TICKET_LEASE_MS / 2);
  expect(waited_ms).toBeLessThanOrEqual(TICKET_LEASE_MS + 2 * ADMISSION_POLL_MS);
});

test('a call whose ticket expired because nothing ran for a while keeps its place', async () => {
  const admission = new Admission();
  const first = call(admission, 'a', 1, 10_000);
  const order: string[] = [];
  const waiting = ['first', 'second'].map((name) => call(admission, 'b', 1).then(() => order.push(name)));
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + 2 * TICKET_LEASE_MS);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([first, ...waiting]);
  expect(order).toEqual(['first', 'second']);
});

test('a call counts by its load: the widest as ten, and those below a seventh of it as one', () => {
  const drive = (time_s: number) =>
    callsOf(loadOf({ option: 'isochrone', isochrone: { travel: 'motorized', time_s } }));
  expect([60, 500, 600, 1_800, 3_600].map(drive)).toEqual([1, 1, 2, 5, 10]);
});
