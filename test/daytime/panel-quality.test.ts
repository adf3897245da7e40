/** A panel's quality, for samples of made areas: random, and of some people alone. */
import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  describeQuality,
  type HomesByArea,
  type PanelQuality,
  panelQuality,
  qualityWarnings,
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

test('a random sample is like itself, whatever its size', () => {
  for (const share of [0.2, 0.01]) {
    const quality = sampled(() => share);
    for (const part of quality.representation_by_density) expect(Math.abs(part! - 1)).toBeLessThan(0.2);
    expect(qualityWarnings(quality)).toEqual([]);
  }
});

test('a panel that leaves out where people live sparsely is warned of', () => {
  const dense = sampled((area) => (INHABITANTS[area]! > 3_000 ? 0.1 : 0.02));
  const [sparse, , most] = dense.representation_by_density;
  expect(most! / sparse!).toBeGreaterThan(2);
  expect(qualityWarnings(dense)).toEqual([expect.stringMatching(/^homes of the panel lie otherwise than/)]);
  expect(describeQuality(dense, dense.persons / 10)).toMatch(
    /^in 300 areas of 0\.7 km², homes found are 0\.\d\d, .* weights of 10 % of the persons are trimmed$/,
  );
});

test('a panel of few areas alone is warned of, as dense and as sparse as the others', () => {
  const few = sampled((area) => (area % 4 === 0 ? 0.2 : 0));
  expect(few.inhabitants_without_homes).toBeGreaterThan(0.5);
  expect(few.expected_without_homes).toBeLessThan(0.01);
  expect(qualityWarnings(few).at(-1)).toMatch(
    /\d\d % of these live in areas of 0\.7 km² without a home found/,
  );
});

test('figures are sums over all areas', () => {
  expect(Object.values(sampled(() => 0.1)).flat()).toHaveLength(7);
  const tiny = sampled(() => 0.0005);
  expect(Math.abs(tiny.inhabitants_without_homes - tiny.expected_without_homes)).toBeLessThan(0.1);
  expect(tiny.expected_without_homes).toBeGreaterThan(0.1);
});
