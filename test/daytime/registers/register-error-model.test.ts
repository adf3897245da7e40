import { latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { ErrorModel, LivingErrorModel } from '../../../src/format/error-model.ts';
import {
  drawTrainingZones,
  registerErrorModel,
  registerVariance,
  type TrainingZone,
} from '../../../tiles-builder/daytime/registers/register-error-model.ts';

/** Two-sided 90 %. */
const Z = 1.645;
/** Standard deviation: 50 of the 400 people of a usual unit. */
const living: LivingErrorModel = { usual_people: 400, relative_error: (Z * 50) / 400 };
const NONE = { bands: 0, missing: 0 };
const modelOf = (
  own: readonly TrainingZone[],
  people: number,
  at_home: number,
  together = NONE,
): ErrorModel => registerErrorModel(registerVariance(own, people, { living, at_home }), people, together)!;
const trainingZones = (trainingZone: TrainingZone, count = 100): TrainingZone[] =>
  Array(count).fill(trainingZone);

/** Nobody's interval ends at z² times the variance. */
const varianceOf = (model: ErrorModel): number => model.knots[0].high / Z ** 2;

describe('a count varies', () => {
  test.each([
    [0, 0],
    [100, 25],
    [400, 50],
    [6_400, 100],
  ])('as people at home do, of whom %d inhabitants have a deviation of %d', (inhabitants, deviation) => {
    const model = modelOf(trainingZones({ people: 500, variance: 30, inhabitants }), 9_000, 0.4);
    expect(varianceOf(model)).toBeCloseTo((30 + (0.4 * deviation) ** 2) / 500, 9);
  });

  test('as zones of its size do', () => {
    const [small, large] = [
      trainingZones({ people: 100, variance: 200, inhabitants: 0 }),
      trainingZones({ people: 10_000, variance: 90_000, inhabitants: 0 }),
    ];
    const model = modelOf([...small, ...large], 10_000, 0);
    expect(varianceOf(model)).toBeCloseTo(2, 6);
    const { people, high } = model.knots.at(-1)!;
    expect(people).toBe(10_000);
    expect((high - people) ** 2).toBeCloseTo(Z ** 2 * 9 * high, 3);
  });

  test('by as much as all people where there are too few zones', () => {
    const few = trainingZones({ people: 500, variance: 30, inhabitants: 0 }, 99);
    expect(varianceOf(modelOf(few, 9_000, 0.4))).toBeCloseTo(9_000, 6);
  });
});

test('all bands together may be off in one direction', () => {
  const model = modelOf(trainingZones({ people: 500, variance: 0, inhabitants: 0 }), 5_000, 0, {
    ...NONE,
    bands: 0.1,
  });
  const { people, low, high } = model.knots.at(-1)!;
  expect(people).toBe(5_000);
  for (const truth of [low, high]) expect(Math.abs(people - truth)).toBeCloseTo(Z * 0.1 * truth, 6);
});

test('who is counted nowhere may be anywhere: ranges end higher, and begin where they did', () => {
  const own = trainingZones({ people: 500, variance: 600, inhabitants: 100 });
  const [all, some] = [0, 0.25].map((missing) => modelOf(own, 5_000, 0.4, { ...NONE, missing }));
  expect(some.knots).toEqual(all.knots.map((knot) => ({ ...knot, high: knot.high * 1.25 })));
});

test('nothing is said where bands leave too much open', () => {
  const own = trainingZones({ people: 500, variance: 600, inhabitants: 100 });
  expect(modelOf(own, 5_000, 0.4, { ...NONE, bands: 0.5501 })).toBeNull();
  expect(modelOf(own, 5_000, 0.4, { ...NONE, bands: 0.55 })).not.toBeNull();
});

describe('training zones', () => {
  const cell = latLngToCell(57.7, 11.97, 12);
  const zonesOf = (released: number, found: number, variance: number, living: number) => {
    const inCell = (count: number) => new Map([[cell, count]]);
    return drawTrainingZones({
      released: inCell(released),
      found: inCell(found),
      variance: inCell(variance),
      living: inCell(living),
    });
  };

  test("have the deviation of their people's places, and their variance", () => {
    const zones = zonesOf(1_000, 900, 50, 700);
    expect(zones.length).toBeGreaterThan(100);
    expect(zones.length).toBeLessThan(1_200);
    for (const { people, variance, inhabitants } of zones) {
      expect(people).toBeCloseTo(1_000, 9);
      expect(variance).toBeCloseTo(100 ** 2 + 50, 6);
      expect(inhabitants).toBeCloseTo(700, 9);
    }
  });
});
