import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  combinedInterval,
  countInterval,
  intervalOf,
  livingInterval,
} from '../../src/count/count-interval.ts';
import type { CutUnit } from '../../src/count/cut-units.ts';
import { type ErrorModel, errorModelSchema, INTERVAL_DEVIATIONS } from '../../src/format/error-model.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

const model: ErrorModel = {
  knots: [
    { people: 0, low: 0, high: 3 },
    { people: 10, low: 4, high: 23 },
    { people: 100, low: 70, high: 140 },
  ],
};

test('the range at a count, between two, and beyond the last', () => {
  expect(countInterval(model, 0)).toEqual({ low: 0, high: 3 });
  expect(countInterval(model, 10)).toEqual({ low: 4, high: 23 });
  expect(countInterval(model, 5)).toEqual({ low: 2, high: 13 });
  expect(countInterval(model, 55)).toEqual({ low: 37, high: 82 });
  expect(countInterval(model, 1000)).toEqual({ low: 700, high: 1400 });
});

test('contains the rounded count, for any count and model', () => {
  const arbitraryModel = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 1e5 }), fc.nat(1e5), fc.nat(1e5)), {
      minLength: 1,
      maxLength: 8,
    })
    .map((steps): ErrorModel => {
      let people = 0;
      const knots = steps.map(([step, one, other]) => {
        people += step;
        return { people, low: Math.min(one, other), high: Math.max(one, other) };
      });
      return { knots: [{ people: 0, low: 0, high: 0 }, ...knots] };
    });
  const property = fc.property(
    arbitraryModel,
    fc.double({ min: 0, max: 1e7, noNaN: true }),
    (any, people) => {
      expect(v.is(errorModelSchema, any)).toBe(true);
      const { low, high } = countInterval(any, people);
      expect(low >= 0 && low <= Math.round(people) && high >= Math.round(people)).toBe(true);
      expect(Number.isInteger(low) && Number.isInteger(high)).toBe(true);
    },
  );
  fc.assert(property, { seed: 5, numRuns: 200 });
  fc.assert(property, { numRuns: 50 });
});

test('a model that does not ascend from 0, or with a range that ends before it begins, is refused', () => {
  const [first, second, third] = model.knots as [
    ErrorModel['knots'][0],
    ErrorModel['knots'][0],
    ErrorModel['knots'][0],
  ];
  for (const knots of [[first], [second, third], [first, third, second], [first, { ...second, high: 3 }]]) {
    expect(v.is(errorModelSchema, { knots })).toBe(false);
  }
});

describe('livingInterval', () => {
  const local = { usual_people: 1_000, relative_error: 0.4 };
  const whole = { cut: [], isWhole: true, edgeVariance: 0, borderChange: 0 };
  const half = (people: number, observedToExpected = 1): CutUnit => ({
    ...{ inside: people / 2, outside: people / 2 },
    observedToExpected,
  });

  test('whole units have their people, and half a usual unit the error of the model', () => {
    expect(livingInterval(local, 12_345.4, whole)).toEqual({ low: 12_345, high: 12_346 });
    const { low, high } = livingInterval(local, 500, { ...whole, cut: [half(1_000)], isWhole: false });
    // 0.4 √(500 × 500), households of 3, and 0.4 % of 1,000 for unmapped houses.
    const reach = Math.hypot(200, 1.645 * Math.sqrt((3 / 1_000) * 500 * 500), 4);
    expect([low, high]).toEqual([Math.floor(500 - reach), Math.ceil(500 + reach)]);
  });

  test.each([40, 400, 4_000])('holds the people of %d units rounded to 5 nine times out of ten', (units) => {
    const random = new Random(3);
    const model = { ...local, noise_per_person: 2 / 22.5 };
    let held = 0;
    const zones = 2_000;
    for (let i = 0; i < zones; i++) {
      let [people, published] = [0, 0];
      for (let unit = 0; unit < units; unit++) {
        const own = random.integer(3, 42);
        people += own;
        published += 5 * Math.round(own / 5);
      }
      const { low, high } = livingInterval(model, published, whole);
      if (people >= low && people <= high) held++;
    }
    expect(held / zones).toBeGreaterThan(0.88);
    expect(held / zones).toBeLessThan(0.94);
  });

  /** Households of 1 to 5 and more persons in the EU, per thousand (Eurostat, lfst_hhnhtych, 2017). */
  const PER_THOUSAND = [336, 319, 156, 131, 58];

  test.each([1, 10, 100])(
    'holds the people of %d cut units by whole households nine times out of ten',
    (units) => {
      const random = new Random(4);
      const sizes = PER_THOUSAND.flatMap((households, i) => Array<number>(households).fill(i + 1));
      const model = { usual_people: 30, relative_error: 1e-6 };
      let held = 0;
      const zones = 2_000;
      for (let i = 0; i < zones; i++) {
        const cut: CutUnit[] = [];
        let [truth, predicted] = [0, 0];
        for (let unit = 0; unit < units; unit++) {
          const households = Array.from({ length: 12 }, () => sizes[random.integer(0, sizes.length - 1)]);
          for (const size of households) if (random.chance(0.5)) truth += size;
          const people = households.reduce((sum, size) => sum + size, 0);
          predicted += people / 2;
          cut.push(half(people));
        }
        const { low, high } = livingInterval(model, predicted, { ...whole, cut, isWhole: false });
        if (truth >= low && truth <= high) held++;
      }
      expect(held / zones).toBeGreaterThan(0.88);
      expect(held / zones).toBeLessThan(0.96);
    },
  );

  test('contains the people of whole units, though most of them live in cells on the edge', () => {
    const { low, high } = livingInterval(local, 500, { ...whole, borderChange: -120 });
    expect([low, high]).toEqual([380, 500]);
    const mixed = livingInterval(local, 500, { ...whole, edgeVariance: 4_500, borderChange: 40 });
    expect([mixed.low, mixed.high]).toEqual([470, 550]);
  });

  test('errors of units add up as independent, and relative errors fall with size', () => {
    const widthOf = (cut: CutUnit[]): number => {
      const { low, high } = livingInterval(local, 50_000, { ...whole, cut, isWhole: false });
      return high - low;
    };
    expect(widthOf([half(4_000), half(4_000)]) / widthOf([half(4_000)])).toBeCloseTo(Math.SQRT2, 1);
    expect(widthOf([half(16_000)]) / widthOf([half(1_000)])).toBeCloseTo(16 / Math.sqrt(4), 0);
    expect(widthOf([half(4_000, 4)]) / widthOf([half(4_000)])).toBeCloseTo(2, 1);
  });

  test('for any zone, the interval contains the count and no negative number', () => {
    const unit = fc.record({
      inside: fc.double({ min: 0, max: 1e6, noNaN: true }),
      outside: fc.double({ min: 0, max: 1e6, noNaN: true }),
      observedToExpected: fc.double({ min: 1, max: 12, noNaN: true }),
    });
    const zones = fc.record({
      cut: fc.array(unit, { maxLength: 9 }),
      isWhole: fc.boolean(),
      edgeVariance: fc.double({ min: 0, max: 1e6, noNaN: true }),
      borderChange: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    });
    fc.assert(
      fc.property(zones, fc.double({ min: 0, max: 1e7, noNaN: true }), (zone, people) => {
        const { low, high } = livingInterval(local, people, zone);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(Math.round(people));
        expect(high).toBeGreaterThanOrEqual(Math.round(people));
      }),
    );
  });

  test('is null without a model, or without units', () => {
    const counted = { people: 10, units: whole };
    expect(intervalOf({ living: null, working: null }, 'living', counted)).toBeNull();
    expect(intervalOf({ living: local, working: null }, 'living', { ...counted, units: null })).toBeNull();
    expect(intervalOf({ living: local, working: null }, 'living', counted)).toEqual({ low: 10, high: 10 });
    expect(intervalOf({ living: local, working: null }, 'working', counted)).toBeNull();
  });
});

test('errors of parts are independent: normal ones hold nine sums of ten', () => {
  const half = [30, 40, 120];
  const parts = half.map((width) => ({
    people: 1_000,
    interval: { low: 1_000 - width, high: 1_000 + width },
  }));
  const { low, high } = combinedInterval(parts)!;
  const random = new Random(20261128);
  const sums = Array.from({ length: 20_000 }, () =>
    half.reduce((sum, width) => sum + 1_000 + (width / INTERVAL_DEVIATIONS) * random.normal(), 0),
  );
  const held = sums.filter((sum) => sum >= low && sum <= high).length / sums.length;
  expect(held).toBeCloseTo(0.9, 2);
  expect(combinedInterval([...parts, { people: 1, interval: null }])).toBeNull();
});
