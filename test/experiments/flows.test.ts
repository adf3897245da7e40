import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import { polygonGeometry } from '../../tiles-builder/simulate/write-sources.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { countsInMemory } from './counts-in-memory.ts';
import { evaluateFlows } from './flows.ts';
import { PointCounter } from './point-counter.ts';
import { randomZone } from './random-zones.ts';

const random = new Random(16);
const { toPosition, toPlane } = localPlane([2.4, 47.1]);
const points = Array.from({ length: 5_000 }, (): Point => [random.normal() * 2_000, random.normal() * 2_000]);
const zones = Array.from({ length: 40 }, () =>
  randomZone(toPosition([random.normal() * 2_000, random.normal() * 2_000]), [100, 3_000], random),
);

test('counts in memory are those of tiles', async () => {
  const people = new Map(points.map((point, i) => [cellAt(toPosition(point)), 1 + (i % 9)]));
  const tiles = countDataset({ working: tilesOf(people) }).reader();
  const memory = countsInMemory(new Map([...people].map(([cell, count]) => [cell, count * 1_000])));
  let counted = 0;
  for (const zone of zones) {
    const { people: expected } = await countPeople('working', [zone], tiles);
    expect((await countPeople('working', [zone], memory)).people).toBe(expected);
    counted += expected;
  }
  expect(counted).toBeGreaterThan(10_000);
});

test('points are counted as Turf counts them', () => {
  const counter = new PointCounter(points);
  const positions = points.map(([x, y]) => [x, y]);
  let counted = 0;
  for (const zone of zones) {
    const corners = zone[0].map(toPlane);
    const polygon = polygonGeometry([corners]) as GeoJSON.Polygon;
    const inside = positions.filter((point) => booleanPointInPolygon(point, polygon)).length;
    expect(counter.inside(corners)).toBe(inside);
    counted += inside;
  }
  expect(counted).toBeGreaterThan(4_000);
});

test('in towns of flows the total is right, intervals hold the truth as promised, and rounding costs little', async () => {
  const { total, total_unrounded, classes } = await evaluateFlows({
    ...{ town: 'sites', panel: 0.05, seed: 3, towns: 1, draws: 1 },
  });
  expect(Math.abs(total_unrounded - 1)).toBeLessThan(0.001);
  // Rounding of 450 groups.
  expect(Math.abs(total - 1)).toBeLessThan(0.01);
  const counted = classes.filter(({ zones }) => /^\d/.test(zones));
  const mean = (value: (one: (typeof classes)[number]) => number): number =>
    counted.reduce((sum, one) => sum + one.compared * value(one), 0) /
    counted.reduce((sum, { compared }) => sum + compared, 0);
  expect(counted).toHaveLength(4);
  // Errors within a panel are correlated: 0.85 in the first town.
  expect(mean(({ interval_coverage }) => interval_coverage.ratio)).toBeGreaterThan(0.86);
  expect(mean(({ interval_coverage }) => interval_coverage.ratio)).toBeLessThan(0.97);
  expect(Math.abs(mean(({ bias }) => bias.ratio))).toBeLessThan(0.05);
  expect(mean(({ mape, sampling_floor }) => mape / sampling_floor)).toBeLessThan(1.7);
  for (const { zones, price_of_rounding } of counted) expect(price_of_rounding, zones).toBeLessThan(0.05);
  expect(mean(({ price_of_rounding }) => price_of_rounding)).toBeGreaterThan(0);
}, 240_000);
