/** A panel's quality, for samples of made areas: random, and of some people alone. */
import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  describeQuality,
  type HomesByArea,
  type PanelQuality,
  panelQuality,
  qualityWarnings,
  rankCorrelation,
} from '../../tiles-builder/daytime/panel-quality.ts';

const random = new Random(11);
const INHABITANTS = Array.from({ length: 300 }, () => Math.round(Math.exp(random.between(1, 9))));

/** Each inhabitant is in the sample by the chance of its area. */
function sampled(chanceIn: (area: number) => number): PanelQuality {
  const draw = (people: number, chance: number): number => {
    let persons = 0;
    for (let i = 0; i < people; i++) persons += Number(random.chance(chance));
    return persons;
  };
  const area = (persons: readonly number[], people: readonly number[]): HomesByArea => ({
    persons: Float64Array.from(persons),
    millipersons: Float64Array.from(people, (own) => 1_000 * own),
  });
  const persons = INHABITANTS.map((people, i) => draw(people, chanceIn(i)));
  return panelQuality([
    area(persons.slice(0, 100), INHABITANTS.slice(0, 100)),
    area(persons.slice(100), INHABITANTS.slice(100)),
  ]);
}

test('ranks correlate as in published examples, with ties', () => {
  // https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient#Example: IQ, and hours of television.
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
  expect(rankCorrelation(iq, [7, 27, 2, 50, 28, 29, 20, 12, 6, 17])).toBeCloseTo(-29 / 165, 12);
  // By scipy.stats.spearmanr.
  expect(rankCorrelation([1, 2, 2, 3], [1, 3, 2, 2])).toBeCloseTo(0.5, 12);
  expect(rankCorrelation([5, 5, 5], [1, 2, 3])).toBe(0);
});

test('a random sample is like itself, whatever its size', () => {
  for (const share of [0.2, 0.01]) {
    const quality = sampled(() => share);
    const { rank_correlation: found, rank_correlation_of_random_sample: expected } = quality;
    expect(Math.abs(found! - expected!)).toBeLessThan(0.05);
    for (const part of quality.representation_by_density) expect(Math.abs(part! - 1)).toBeLessThan(0.2);
    expect(qualityWarnings(quality)).toEqual([]);
  }
});

test('a panel of few areas alone is warned of, and one of the dense areas is shown', () => {
  const few = sampled((area) => (area % 4 === 0 ? 0.2 : 0));
  expect(qualityWarnings(few)).toEqual([expect.stringMatching(/^homes of the panel lie otherwise than/)]);
  expect(few.inhabitants_without_homes).toBeGreaterThan(0.5);
  const dense = sampled((area) => (INHABITANTS[area]! > 3_000 ? 0.1 : 0.05));
  const [sparse, , most] = dense.representation_by_density;
  expect(most! / sparse!).toBeGreaterThan(1.4);
  expect(describeQuality(dense, dense.persons / 10)).toMatch(
    /^homes found and inhabitants of 300 areas .* weights of 10 % of the persons are trimmed$/,
  );
});

test('figures are sums over all areas, and too few areas have no correlation', () => {
  const figures = Object.values(sampled(() => 0.1)).flat();
  expect(figures).toHaveLength(8);
  const tiny = panelQuality([{ persons: Float64Array.of(3), millipersons: Float64Array.of(9_000) }]);
  expect(tiny).toMatchObject({ persons: 3, areas: 1, rank_correlation: null });
  expect(describeQuality(tiny, 0)).toContain('are too few to compare homes with the census');
});
