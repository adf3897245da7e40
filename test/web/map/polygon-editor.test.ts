import { expect, test } from 'vitest';
import { addVertex, drawnShape, finish, handlesOf } from '../../../src/web/map/polygon-editor.ts';
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
