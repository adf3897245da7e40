import { expect, test } from 'vitest';
import {
  addVertex,
  canFinish,
  drawnShape,
  finish,
  handlesOf,
  moveVertex,
  moveZone,
  rubberBand,
} from '../../../src/web/map/polygon-editor.ts';
import { type Drawing, EMPTY_DRAWING } from '../../../src/web/question.ts';

const vertices: [number, number][] = [[0, 0], [1, 1], [1, 0], [0, 1]]; // biome-ignore format: one line
const bowTie = vertices.reduce<Drawing>(addVertex, EMPTY_DRAWING);

test('a zone is finished with three vertices at least, and takes no more then', () => {
  expect(canFinish([vertices[0], vertices[1]].reduce<Drawing>(addVertex, EMPTY_DRAWING))).toBe(false);
  const finished = finish(bowTie);
  expect(finished.closed).toBe(true);
  expect(addVertex(finished, [5, 5])).toBe(finished);
});

test('sides are drawn as lines, as a zone whose sides cross may have no area to draw', () => {
  const types = (drawing: Drawing): string[] =>
    drawnShape(drawing, {}).features.map(({ geometry }) => geometry.type);
  expect(types(bowTie)).toEqual(['MultiLineString']);
  expect(types(finish(bowTie))).toEqual(['MultiPolygon', 'MultiLineString']);
  expect(drawnShape(finish(bowTie), {}).features[1].geometry).toMatchObject({
    coordinates: [[...vertices, vertices[0]]],
  });
});

test('a vertex is moved or put in, and what is moved by hand is no simplified boundary any more', () => {
  const drawing: Drawing = { ...finish(bowTie), within_m: 20 };
  const at = { part: 0, ring: 0, vertex: 2 };
  expect(moveVertex(drawing, at, [9, 9], false)).toMatchObject({ within_m: 0, parts: [[[[0, 0], [1, 1], [9, 9], [0, 1]]]] }); // biome-ignore format: one line
  expect(moveVertex(drawing, at, [9, 9], true).parts[0][0]).toHaveLength(5);
  expect(handlesOf(drawing).features).toHaveLength(9);
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

test('vertices are taken hold of where they are, and sides in their middles once the zone is closed', () => {
  const triangle: [number, number][] = [[2, 10], [6, 10], [6, 20]]; // biome-ignore format: one line
  const open = triangle.reduce<Drawing>(addVertex, EMPTY_DRAWING);
  const held = (drawing: Drawing): unknown[] =>
    handlesOf(drawing).features.map(({ properties, geometry }) => [
      properties.kind,
      ...(properties.kind === 'zone' ? [] : [properties.vertex]),
      geometry.coordinates,
    ]);
  const vertices = triangle.map((at, vertex) => ['vertex', vertex, at]);
  expect(held(open)).toEqual(vertices);
  const middles = [[4, 10], [6, 15], [4, 15]].map((at, side) => ['midpoint', side + 1, at]); // biome-ignore format: one line
  expect(held(finish(open))).toEqual([
    ...middles.flatMap((middle, vertex) => [middle, vertices[vertex]]),
    ['zone', [14 / 3, 40 / 3]],
  ]);
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

test('a rubber band goes from the last vertex over the pointer to the first, while a zone is drawn', () => {
  const line = (drawing: Drawing): unknown => {
    const [feature] = rubberBand(drawing, [7, 8]).features;
    return feature && (feature.geometry as GeoJSON.LineString).coordinates;
  };
  const one = addVertex(EMPTY_DRAWING, [1, 2]);
  expect(line(EMPTY_DRAWING)).toBeUndefined();
  expect(line(one)).toEqual([[1, 2], [7, 8]]); // biome-ignore format: one line
  expect(line(addVertex(one, [3, 4]))).toEqual([[3, 4], [7, 8], [1, 2]]); // biome-ignore format: one line
  expect(line(finish(bowTie))).toBeUndefined();
  expect(rubberBand(one, null).features).toEqual([]);
});
