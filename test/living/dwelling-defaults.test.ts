import { expect, test } from 'vitest';
import { credibleDwellings } from '../../tiles-builder/living/credible-dwellings.ts';
import { floorsByWidth, placeAmongKnots, WIDTH_KNOTS } from '../../tiles-builder/living/dwelling-defaults.ts';

test('floors are those of the knots at them, and between them as far on in logarithms as the width is', () => {
  for (const [i, { width_m, floors }] of WIDTH_KNOTS.entries()) {
    expect(floorsByWidth(width_m)).toBeCloseTo(floors, 9);
    const next = WIDTH_KNOTS[i + 1];
    if (!next) continue;
    const between_m = Math.sqrt(width_m * next.width_m);
    expect(floorsByWidth(between_m)).toBeCloseTo(Math.sqrt(floors * next.floors), 9);
    expect(placeAmongKnots(between_m).knot).toBe(i);
    expect(placeAmongKnots(between_m).share).toBeCloseTo(0.5, 9);
    expect(placeAmongKnots(width_m)).toEqual({ knot: i, share: 0 });
  }
});

test('as many dwellings are believed as have 10 m² of floor each', () => {
  const shapes = { area_m2: Float64Array.of(100, 100, 100, 100, 100), width_m: new Float64Array(5).fill(8) };
  const believed = credibleDwellings(
    { dwellings: Float32Array.of(40, 41, 80, 20, Number.NaN) },
    shapes,
    Float64Array.of(1, 1, 2, 0.5, 1),
  );
  expect([...believed]).toEqual([40, Number.NaN, 80, 20, Number.NaN]);
  const none = credibleDwellings({ dwellings: Float32Array.of(0) }, { area_m2: Float64Array.of(0), width_m: Float64Array.of(0) }, Float64Array.of(1)); // biome-ignore format: a line
  expect([...none]).toEqual([0]);
});
