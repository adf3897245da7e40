import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue, type QueuedCall } from '../../src/admission/fair-queue.ts';
import { LEAST_LOAD } from '../../src/limits.ts';

const seed = { seed: Math.floor(Math.random() * 2 ** 31) };

const load = fc.double({ min: LEAST_LOAD, max: 1, noNaN: true });
const callers = fc.constantFrom('a', 'b', 'c', 'd', 'e');

test(`callers who wait have been served the same load, to two calls (seed ${seed.seed})`, () => {
  const backlogs = fc.array(fc.array(load, { minLength: 1, maxLength: 30 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(backlogs, (loads) => {
      const queue = new FairQueue<QueuedCall>();
      let number = 0;
      const left = loads.map((own, caller) => {
        for (const load of own) queue.add({ caller: String(caller), load, number: number++ });
        return own.length;
      });
      const served = loads.map(() => 0);
      for (let call = queue.next(); call; call = queue.next()) {
        queue.take(call);
        left[Number(call.caller)]--;
        served[Number(call.caller)] += call.load;
        const waiting = served.filter((_, caller) => left[caller] > 0);
        // Theorem 1 of the paper: the largest call of each of two callers.
        const most = Math.max(...waiting, 0) - Math.min(...waiting, Number.POSITIVE_INFINITY);
        expect(most).toBeLessThanOrEqual(2 + 1e-9);
      }
      expect(left).toEqual(loads.map(() => 0));
    }),
    seed,
  );
});

test(`calls of a caller are served in order, also those that left and came back (seed ${seed.seed})`, () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), caller: callers, load }),
    fc.record({ do: fc.constantFrom('take' as const, 'leave and return' as const), which: fc.nat(20) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const queue = new FairQueue<QueuedCall>();
      const latest = new Map<string, number>();
      let number = 0;
      const serve = (): boolean => {
        const call = queue.next();
        if (!call) return false;
        queue.take(call);
        expect(call.number).toBeGreaterThan(latest.get(call.caller) ?? -1);
        latest.set(call.caller, call.number);
        return true;
      };
      for (const step of steps) {
        if (step.do === 'add') queue.add({ caller: step.caller, load: step.load, number: number++ });
        else if (step.do === 'take') serve();
        else {
          const call = [...queue][step.which];
          if (!call) continue;
          queue.remove(call);
          expect(queue.has(call)).toBe(false);
          queue.add(call);
        }
      }
      while (serve());
      expect([...queue]).toEqual([]);
    }),
    seed,
  );
});

test('a light call of a new caller goes before a heavy one of each of many others', () => {
  const queue = new FairQueue<QueuedCall>();
  for (let number = 0; number < 10; number++) queue.add({ caller: `heavy ${number}`, load: 1, number });
  const light = { caller: 'light', load: LEAST_LOAD, number: 10 };
  queue.next();
  queue.add(light);
  expect(queue.next()).toBe(light);
  queue.take(light);
  const again = { ...light, number: 11 };
  queue.add(again);
  expect(queue.next()).not.toBe(again);
});
