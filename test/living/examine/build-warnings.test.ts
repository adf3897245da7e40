import { describe, expect, test } from 'vitest';
import { warningsOf } from '../../../tiles-builder/living/examine/build-warnings.ts';
import {
  findingsOf,
  type SourceExamination,
  stopAtFaults,
} from '../../../tiles-builder/living/examine/examine-sources.ts';
import { NOTHING_NESTED } from '../../../tiles-builder/sources/census/nest-squares.ts';
import type { Config } from '../../../tiles-builder/sources/config/config.ts';

const roads = { file: '/data/town.osm.pbf', vintage: '2026', attribution: 'a town' };
const config: Config = {
  file: '/data/town.json',
  name: 'town',
  timezone: 'UTC',
  simulated: false,
  cut_isochrones: 'refuse',
  roads,
  census: [{ file: '/data/squares.csv', square: 'id', population: 'people', attribution: 'a town' }],
};
type FoundCensus = SourceExamination['census'][number];
const census: FoundCensus = {
  file: '/data/squares.csv',
  units: 281,
  listed_people: 156_350,
  weights: {
    learnt_share: 0.7,
    units: 40,
    misplaced: { learnt: 0.1, plain: 0.3 },
  },
  first_square_id: 'CRS3035RES1000mN2657000E4278000',
  coverage_is_named: false,
  counted_people: 156_350,
  uncounted_people: { off_map: 0, off_coverage: 0, without_room: 0, without_land: 0, in_other_units: 0 },
  elsewhere_people: 0,
  nesting: NOTHING_NESTED,
  contradicted: [],
  contradicted_units: 0,
  contradicted_people: 0,
  unlisted: [],
};
const examination = (
  of: Partial<SourceExamination>,
  ofCensus: Partial<FoundCensus> = {},
): SourceExamination => ({
  roads: {
    ways: 7_577,
    has_paths: true,
    has_speeds: true,
    cut_ways: 0,
    known_by: 'the border of Town',
    km2: 160,
    unknown_km2: 1.5,
  },
  buildings: 20_000,
  census: [{ ...census, ...ofCensus }],
  living_km2: 160,
  overfull_buildings: 0,
  people_without_buildings: 0,
  units_without_buildings: 0,
  misplaced: { people: 0, share: 0, worst: null, stops: false },
  ...of,
});

describe('what is said of the sources', () => {
  test('a census that nothing is counted of gets no tick, and hints', () => {
    const nowhere = examination({ living_km2: 0 }, { counted_people: 0 });
    const said = findingsOf(config, nowhere).map(({ message }) => message);
    expect(said.join()).not.toContain('on 0 km²');
    expect(said).toContainEqual(expect.stringMatching(/of the same region, is the longitude first/));
  });

  test('squares with fewer people than finer ones within, whose number cannot be right, are named', () => {
    const short = [
      { id: 'CRS3035RES1000mN2657000E4278000', lacking_people: 1_200 },
      { id: 'CRS3035RES1000mN2658000E4278000', lacking_people: 34 },
    ];
    const nesting = { nesting_units: 2, nested_people: 900, short };
    expect(findingsOf(config, examination({}, { nesting }))).toContainEqual({
      about: 'census',
      level: 'advice',
      message: expect.stringMatching(
        /^squares\.csv: 2 census units list 1,234 people fewer than .*: CRS3035RES1000mN2657000E4278000 \(1,200\); /,
      ),
    });
  });

  test('buildings that report more dwellings than they have room for are named', () => {
    const said = findingsOf(config, examination({ overfull_buildings: 2 })).map(({ message }) => message);
    expect(said).toContainEqual(expect.stringMatching(/^2 buildings report more dwellings/));
  });

  test('the parts of a balance add up to the people of the file as printed', () => {
    const uncounted_people = {
      ...{ off_map: 12_948.4, off_coverage: 1_373.4, without_room: 10.3 },
      ...{ without_land: 0, in_other_units: 0 },
    };
    const found = examination({}, { counted_people: 43_175.4, uncounted_people, listed_people: 57_507.5 });
    const [file, ...parts] = findingsOf(config, found)[0]
      .message.replace('281 units', '')
      .match(/\d[\d,]*/g)!
      .map((text) => Number(text.replaceAll(',', '')));
    expect(parts).toHaveLength(4);
    expect(parts.reduce((sum, part) => sum + part)).toBe(file);
  });
});

describe('a build stops', () => {
  test('where census and map are at different places', () => {
    const nowhere = examination({}, { counted_people: 0, elsewhere_people: 156_350 });
    expect(() => stopAtFaults(config, nowhere)).toThrow(
      /no unit of it lies where buildings or roads are known/,
    );
  });

  test('at people where nobody can live, until the configuration accepts them', () => {
    const worst = { position: [7.42, 43.73] as const, people: 300, of_people: 1_200 };
    const misplaced = { people: 300, share: 0.002, worst, stops: true };
    const found = examination({ misplaced }, { coverage_is_named: true });
    expect(() => stopAtFaults(config, found)).toThrow(
      /300 people \(0\.2 %, 300 of 1,200 around 7\.4200, 43\.7300\).*"accept": \["people-without-homes"\]/,
    );
    const accepting: Config = { ...config, accept: ['people-without-homes'] };
    expect(() => stopAtFaults(accepting, found)).not.toThrow();
    expect(warningsOf(accepting, found)).toEqual([expect.stringContaining('300 people')]);
    const few = examination({ misplaced: { ...misplaced, stops: false } }, { coverage_is_named: true });
    expect(() => stopAtFaults(config, few)).not.toThrow();
  });

  test('at squares whose projection has to be guessed, and was guessed wrong', () => {
    const figures = { first_square_id: '1kmN6111E0612', counted_people: 400, contradicted_people: 900 };
    expect(() => stopAtFaults(config, examination({}, figures))).toThrow(/1kmN6111E0612.*"projection"/);
    const [first] = config.census!;
    const named: Config = { ...config, census: [{ ...first!, projection: 'EPSG:3035' }] };
    expect(() => stopAtFaults(named, examination({}, figures))).not.toThrow();
    const rest = { ...figures, first_square_id: census.first_square_id };
    expect(() => stopAtFaults(config, examination({}, rest))).not.toThrow();
    const few = { ...figures, contradicted_people: 90 };
    expect(() => stopAtFaults(config, examination({}, few))).not.toThrow();
  });
});
