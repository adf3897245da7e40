import { latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Layer } from '../../src/format/tile-sets.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { simulateTown } from '../../tiles-builder/simulate/simulate-town.ts';
import { type Truth, truthOf } from '../../tiles-builder/simulate/write-town.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { CENTRE, coveragePolygon, FIRST_DAY_S, streetFeatures } from '../support/towns/grid-town.ts';
import { type CountedLayer, compareWithTruth } from './compare-with-truth.ts';

const SEED = 11;
const town = simulateTown(
  { type: 'FeatureCollection', features: streetFeatures() },
  {
    seed: SEED,
    centre: CENTRE,
    coverage: coveragePolygon(),
    persons: 6_000,
    panel: { share: 0.05, firstMidnight_s: FIRST_DAY_S, days: 7 },
    census_square_m: 1_000,
  },
);
const truth: Truth = truthOf(town, SEED);

function peopleByCell(places: readonly Position[], weight: number): Map<Cell, number> {
  const people = new Map<Cell, number>();
  for (const [lon, lat] of places) {
    const cell = latLngToCell(lat, lon, GRID_RESOLUTION);
    people.set(cell, (people.get(cell) ?? 0) + weight);
  }
  return people;
}

/** Truth as a dataset, each person counted `weight` times. */
function layerOf(layer: Layer, weight: number): CountedLayer {
  const dataset = countDataset({
    living: tilesOf(peopleByCell(truth.homes, weight)),
    working: tilesOf(peopleByCell(truth.occupations, weight)),
  }).reader();
  return { layer, dataset, coverage: [coveragePolygon()], errorModel: { living: null, working: null } };
}

describe('compareWithTruth', () => {
  test('finds little but the grid between a dataset made of the truth and the truth', async () => {
    for (const layer of ['living', 'working'] as const) {
      const classes = await compareWithTruth(layerOf(layer, 1), truth, { zones: 120 });
      const all = classes.pop()!;
      expect(all.zones).toBeGreaterThan(40);
      expect(classes.reduce((sum, { zones }) => sum + zones, 0)).toBe(all.zones);
      expect(Math.abs(all.bias!)).toBeLessThan(0.02);
      expect(all.largest).toBe(Math.max(...classes.map(({ largest }) => largest ?? 0)));
      for (const { mape, p95, largest } of [...classes, all]) {
        expect(p95 ?? 0).toBeLessThanOrEqual(largest ?? 0);
        expect(mape ?? 0).toBeLessThanOrEqual(largest ?? 0);
      }
      if (layer === 'living') expect(all.largest_on_grid).toBeNull();
      else {
        expect(all.largest!).toBeGreaterThan(0.05);
        // The outline is rounded to 0.1 m.
        expect(all.largest_on_grid).toBeLessThan(5e-3);
      }
      for (const { zones, mape, bias } of classes) {
        if (zones < 5) continue;
        expect(mape).toBeLessThan(0.12);
        expect(Math.abs(bias!)).toBeLessThan(0.05);
      }
    }
  });

  test('finds a bias of one half where every count is one half too high', async () => {
    const classes = await compareWithTruth(layerOf('living', 1.5), truth, { zones: 120 });
    for (const { zones, bias } of classes) if (zones >= 5) expect(bias).toBeCloseTo(0.5, 1);
  });

  test('tells the error that the panel alone would cause: 12 % at 900 people of whom one in twenty is in it', async () => {
    const classes = await compareWithTruth(layerOf('working', 1), truth, { zones: 120 });
    const { sampling_floor } = classes[1];
    expect(sampling_floor).toBeGreaterThan(Math.sqrt((2 / Math.PI) * (0.95 / 50)));
    expect(sampling_floor).toBeLessThan(Math.sqrt((2 / Math.PI) * (0.95 / 25)));
    const living = await compareWithTruth(layerOf('living', 1), truth, { zones: 20 });
    expect(living.every((sizeClass) => sizeClass.sampling_floor === null)).toBe(true);
  });
});
