import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { rankOfText } from '../../tiles-builder/base/numbers/rank-of-text.ts';
import type { Building, CensusUnit } from '../../tiles-builder/base/records.ts';
import { FEATURES } from '../../tiles-builder/living/site-features.ts';
import type { Sites } from '../../tiles-builder/living/sites.ts';
import { TrainingSample } from '../../tiles-builder/living/training-sample.ts';
import { readWeights, type Weights, weightsName, writeWeights } from '../../tiles-builder/living/weights.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { areasOfTown } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';
import { allocate, allocateTown, homesOfTown, learntFrom } from './allocate-censuses.ts';

const rectangle = rectanglesOn(localPlane([10, 50]));
const everywhere: Zone = [[rectangle(-1e5, -1e5, 2e5, 2e5)]];
const UNITS = 60;
const root = temporaryFolder();

function country(seed: number): { units: CensusUnit[]; areas: Sites[]; buildings: Building[] } {
  const random = new Random(seed);
  const units: CensusUnit[] = [];
  const buildings: Building[] = [];
  for (let u = 0; u < UNITS; u++) {
    let people = 0;
    for (let i = 0; i < 12; i++) {
      const isBlock = random.unit() < 0.3;
      const corner = [1_000 * u + 40 * i, 100 * random.integer(0, 5)] as const;
      const ring = isBlock ? rectangle(...corner, 30, 13) : rectangle(...corner, 9, 10);
      buildings.push({ id: 'b', footprint: [[ring]], tags: { building: 'yes' } });
      people += isBlock ? 60 : 7;
    }
    units.push({ id: `square ${u}`, outline: [[rectangle(1_000 * u - 20, -20, 600, 700)]], people });
  }
  return { units, areas: areasOfTown({ buildings }, true), buildings };
}

function learnt(units: readonly CensusUnit[], areas: readonly Sites[], bounds = {}): Weights {
  return learntFrom(new TrainingSample(UnitTable.of(units), everywhere, bounds), areas);
}

describe.each([Date.now() % 1e9])('what is learnt (seed %i)', (seed) => {
  const { units, areas } = country(seed);
  const byRank = units.toSorted((a, b) => rankOfText(a.id) - rankOfText(b.id));

  test('is not the defaults, and the same whatever order units come in', () => {
    const weights = learnt(units, areas);
    expect(weights.level).toBeGreaterThan(FEATURES.find(({ name }) => name === 'level')!.prior.mean + 0.1);
    expect(learnt(units.toReversed(), areas)).toEqual(weights);
  });

  test('rests on the first units by rank where there are too many', () => {
    const weights = learnt(units, areas, { mostUnits: 20 });
    expect(weights).toEqual(learnt(byRank.slice(0, 20), areas));
    expect(weights).not.toEqual(learnt(units, areas));
    expect(learnt(units.toReversed(), areas, { mostUnits: 20 })).toEqual(weights);
  });

  test('is nothing of units that lie in the data in part alone, or have few people', () => {
    const [first, ...others] = units;
    const odd = [{ ...first, people: 5_000 }, ...others];
    const most: Zone = [[rectangle(200, -1e5, 2e5, 2e5)]];
    const sample = new TrainingSample(UnitTable.of(odd), most);
    expect(learntFrom(sample, areas)).toEqual(learnt(others, areas));
    expect(learnt([{ ...first, people: 19 }, ...others], areas)).toEqual(learnt(others, areas));
  });
});

describe('a file of weights', () => {
  const { units, areas, buildings } = country(3);
  const weights = learnt(units, areas);
  const file = join(root, `country.${weightsName(0)}`);

  test('restores learnt weights to the last bit from a file next to the dataset', () => {
    writeWeights(file, weights);
    expect(readWeights(file)).toEqual(weights);
    expect([0, 1].map(weightsName)).toEqual(['weights.json', 'weights-2.json']);
  });

  test('is refused where it is missing, damaged, of another version or something else', () => {
    writeWeights(file, weights);
    const text = readFileSync(file, 'utf8');
    const document = JSON.parse(text);
    const { level: _, ...withoutOne } = document.weights;
    const other = join(root, 'other.json');
    expect(() => readWeights(join(root, 'nowhere.json'))).toThrow(BadInput);
    for (const wrong of [
      text.slice(0, text.length / 2),
      '{}',
      '[]',
      JSON.stringify({ ...document, weights_format: 1 }),
      JSON.stringify({ ...document, weights: withoutOne }),
      JSON.stringify({ ...document, weights: { ...document.weights, level: 'high' } }),
      JSON.stringify({ ...document, weights: { ...document.weights, unheard_of: 1 } }),
    ]) {
      writeFileSync(other, wrong);
      expect(() => readWeights(other)).toThrow(BadInput);
    }
  });

  test('takes the place of learning', () => {
    writeWeights(file, weights);
    const people = (own: Weights): [string, number][] => [
      ...allocate([{ units, coverage: everywhere }], homesOfTown(areas, [own]), everywhere).people,
    ];
    const others = { ...weights, width_6_m: weights.width_6_m + 1 };
    expect(people(readWeights(file))).toEqual([
      ...allocateTown([{ units, coverage: everywhere }], { buildings }, everywhere).people,
    ]);
    expect(people(others)).not.toEqual(people(weights));
  });
});
