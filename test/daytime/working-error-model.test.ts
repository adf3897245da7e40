import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { countInterval } from '../../src/count/count-interval.ts';
import { errorModelSchema } from '../../src/format/error-model.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { scoreErrorModel, workingErrorModel } from '../../tiles-builder/daytime/working-error-model.ts';

const TOTAL = 60_000;
/** Variance a person beyond the panel's. */
const SPREADING = 2.5;
const modelOf = (mean: number) => workingErrorModel(() => mean - 1 + SPREADING, TOTAL, 0);

describe('workingErrorModel', () => {
  test('holds the truth nine times out of ten when a panel is drawn at random', () => {
    const random = new Random(6);
    for (const mean of [100, 20, 10]) {
      const model = modelOf(mean);
      expect(v.is(errorModelSchema, model)).toBe(true);
      for (const truth of [600, 2_500, 20_000]) {
        let held = 0;
        const DRAWS = 400;
        for (let draw = 0; draw < DRAWS; draw++) {
          const share = 1 / mean;
          const persons = Math.round(
            truth * share + random.normal() * Math.sqrt(truth * share * (1 - share) * (1 - truth / TOTAL)),
          );
          const spread = random.normal() * Math.sqrt(SPREADING * truth * (1 - truth / TOTAL));
          const { low, high } = countInterval(model, Math.max(0, persons * mean + spread));
          if (low <= truth && truth <= high) held++;
        }
        expect(held / DRAWS, `${truth} people, each person for ${mean}`).toBeGreaterThan(0.85);
        expect(held / DRAWS, `${truth} people, each person for ${mean}`).toBeLessThan(0.96);
      }
    }
  });

  test('a count of nobody may be somebody, and a range is wider for a smaller panel', () => {
    const width = (mean: number, people: number): number => {
      const { low, high } = countInterval(modelOf(mean), people);
      return high - low;
    };
    expect(countInterval(modelOf(20), 0)).toMatchObject({
      low: 0,
      high: Math.ceil(1.645 ** 2 * (19 + SPREADING)),
    });
    for (const people of [100, 1_000, 10_000]) {
      expect(width(100, people)).toBeGreaterThan(width(20, people));
      expect(width(20, people)).toBeGreaterThan(width(5, people));
    }
  });

  test.each([
    [1_234.6, 0, 0.5],
    [300, 0.2, 0],
    [30, 0.1, 4],
  ])('holds all that a count is not too far from, of a total of %d people', (total, share, rounding) => {
    const Z = 1.645;
    const varianceOf = (people: number): number => 5 + people / 100;
    const { knots } = scoreErrorModel(varianceOf, total, { total, rounding, share });
    for (const { people, low, high } of knots) {
      // Before rounding.
      const steps = people === 0 ? 0 : Math.round(Math.log(people / 10) / Math.log(1.3));
      const asked = people === 0 || people === knots.at(-1)!.people ? people : 10 * 1.3 ** steps;
      expect(people).toBe(Math.round(asked));
      for (const truth of [low, high]) {
        const sampled = varianceOf(asked) * truth * Math.max(0, 1 - truth / Math.max(total, 1));
        const spread = sampled + rounding * truth + (share * truth) ** 2;
        expect((people - truth) ** 2 / (Z ** 2 * spread + 1e-9), `${people}: ${low} to ${high}`).toBeCloseTo(
          truth === 0 && people === 0 ? 0 : 1,
          3,
        );
      }
    }
    expect(knots.at(-1)!.people).toBe(Math.max(10, Math.round(total)));
    const counts = knots.slice(0, -1).map(({ people }) => people);
    expect(counts).toEqual([0, 10, 13, 17, 22, 29, 37, 48, 63, 82, 106, 138, 179, 233, 303, 394, 512, 665, 865, 1_125].slice(0, counts.length)); // biome-ignore format: a line
  });

  test('has an upper bound that never falls where larger counts vary less', () => {
    const { knots } = workingErrorModel((people) => 5_000 / (1 + people), 1_200, 0);
    for (const [i, { high }] of knots.slice(1).entries()) expect(high).toBeGreaterThanOrEqual(knots[i].high);
  });
});
