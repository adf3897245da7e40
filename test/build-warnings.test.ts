import { describe, expect, test } from 'vitest';
import { warningsOf } from '../tiles-builder/build-warnings.ts';
import type { SpreadReport } from '../tiles-builder/living/spread-census.ts';

const roads = { file: '/data/town.osm.pbf', vintage: '2026', attribution: 'a town' };
const report: SpreadReport = {
  listed_people: 156_350,
  census_total_millipersons: 156_350_000,
  units: 281,
  units_cut: 0,
  units_outside: 0,
  units_without_buildings: 0,
  people_without_buildings: 0,
  units_without_data: 0,
  people_without_data: 0,
  cells: 321_922,
};
const warnings = (of: Partial<SpreadReport>): string[] => warningsOf({ roads }, { ...report, ...of });

describe('warnings of a build', () => {
  test('none where everybody has a building', () => {
    expect(warnings({})).toEqual([]);
    expect(warningsOf({ roads }, undefined)).toEqual([]);
  });

  test('people without a building, and where the data seems to end within its coverage', () => {
    const found = warnings({
      units_without_buildings: 1_115,
      people_without_buildings: 66_635.4,
      units_without_data: 110,
      people_without_data: 61_700.5,
    });
    expect(found[0]).toContain('66,635 people are put along streets');
    expect(found[0]).toContain('1,115 census units');
    expect(found[1]).toContain(
      '61,701 of them live in 110 census units with neither a building nor a residential street',
    );
    expect(found[1]).toContain('"coverage"');
    expect(found).toHaveLength(2);
  });

  test('a hut without a street is no sign of a wrong coverage', () => {
    const found = warnings({
      units_without_buildings: 1,
      people_without_buildings: 3,
      units_without_data: 1,
      people_without_data: 3,
    });
    expect(found).toHaveLength(1);
  });

  test('people outside the extract; sources of nobody', () => {
    expect(warnings({ census_total_millipersons: 106_442_560 })).toEqual([
      expect.stringContaining('49,907 people of the census live outside'),
    ]);
    const unnamed = { ...roads, attribution: undefined };
    expect(warningsOf({ roads: unnamed }, report)).toEqual([expect.stringContaining('town.osm.pbf')]);
  });
});
