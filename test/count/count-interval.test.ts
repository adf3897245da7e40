import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { countInterval } from '../../src/count/count-interval.ts';
import { type ErrorModel, errorModelSchema } from '../../src/format/error-model.ts';

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

test('holds the rounded count, for any count and model', () => {
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
