import { expect, test } from 'vitest';
import { addVertex, drawnShape, finish, handlesOf, moveZone } from '../../../src/web/map/polygon-editor.ts';
import { type Drawing, EMPTY_DRAWING } from '../../../src/web/question.ts';

const vertices: [number, number][] = [[0, 0], [1, 1], [1, 0], [0, 1]]; // biome-ignore format: one line
const bowTie = vertices.reduce<Drawing>(addVertex, EMPTY_DRAWING);

test('sides are drawn as lines, as a zone whose sides cross may have no area to draw', () => {
  const types = (drawing: Drawing): string[] =>
    drawnShape(drawing, {}).features.map(({ geometry }) => geometry.type);
  expect(types(bowTie)).toEqual(['MultiLineString']);
  expect(types(finish(bowTie))).toEqual(['MultiPolygon', 'MultiLineString']);
  expect(drawnShape(finish(bowTie), {}).features[1].geometry).toMatchObject({
    coordinates: [[...vertices, vertices[0]]],
  });
});

test('handles are of many where all rings of all parts together have more than fifty vertices', () => {
  const ring = (count: number): [number, number][] => Array.from({ length: count }, (_, i) => [i, i * i]);
  const isOfMany = (...counts: number[]): boolean[] => {
    const drawing: Drawing = { parts: counts.map((count) => [ring(count)]), closed: true, within_m: 0 };
    return [...new Set(handlesOf(drawing).features.map(({ properties }) => properties.isOfMany))];
  };
  expect(isOfMany(50)).toEqual([false]);
  expect(isOfMany(51)).toEqual([true]);
  expect(isOfMany(25, 26)).toEqual([true]);
});

test('a zone that is moved whole keeps its shape in metres, wherever it goes', () => {
  const shell: [number, number][] = [[11, 57], [11.2, 57], [11.2, 57.1], [11.1, 57.05]]; // biome-ignore format: one line
  const hole: [number, number][] = [[11.15, 57.02], [11.18, 57.02], [11.18, 57.04]]; // biome-ignore format: one line
  const drawing: Drawing = { parts: [[shell, hole]], closed: true, within_m: 30 };
  const moved = moveZone(drawing, [-60, 10]);
  expect(moved).toMatchObject({ closed: true, within_m: 0 });
  const [[movedShell, movedHole]] = moved.parts;
  const mean = (axis: 0 | 1): number => movedShell.reduce((sum, at) => sum + at[axis], 0) / movedShell.length;
  expect(mean(0)).toBeCloseTo(-60, 5);
  expect(mean(1)).toBeCloseTo(10, 5);
  const length_m = ([[x1, y1], [x2, y2]]: (readonly number[])[]): number => {
    const middle = (((y1 + y2) / 2) * Math.PI) / 180;
    return 111_195 * Math.hypot((x2 - x1) * Math.cos(middle), y2 - y1);
  };
  for (const [before, after] of [
    [shell, movedShell],
    [hole, movedHole],
  ])
    for (const [i] of before.entries()) {
      const sideOf = (ring: readonly (readonly number[])[]) => [ring[i], ring[(i + 1) % ring.length]];
      expect(length_m(sideOf(after)) / length_m(sideOf(before))).toBeCloseTo(1, 2);
    }
});
