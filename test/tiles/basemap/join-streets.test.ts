import fc from 'fast-check';
import type { LineString, Position } from 'geojson';
import { expect, test } from 'vitest';
import type { BasemapFeature } from '../../../tiles-builder/tiles/basemap/basemap-feature.ts';
import { joinStreets } from '../../../tiles-builder/tiles/basemap/join-streets.ts';

const street = (coordinates: Position[], name: string | undefined = 'Rue'): BasemapFeature => ({
  class: 'minor',
  name,
  geometry: { type: 'LineString', coordinates },
});
const at = (x: number, y = 0): Position => [x, y];
const linesOf = (features: readonly BasemapFeature[]): Position[][] =>
  features.map(({ geometry }) => (geometry as LineString).coordinates);

test('ways of one street become one line, in any directions; others stay separate', () => {
  const ways = [street([at(1), at(2)]), street([at(1), at(0)]), street([at(3), at(2)])];
  const others = [street([at(3), at(4)], 'Avenue'), { ...street([at(3), at(5)]), class: 'major' as const }];
  const joined = linesOf(joinStreets([...ways, ...others]));
  expect(joined).toHaveLength(3);
  expect([
    [at(0), at(1), at(2), at(3)],
    [at(3), at(2), at(1), at(0)],
  ]).toContainEqual(joined[0]);
});

test('where three ways of one name meet, none is joined', () => {
  const ways = [street([at(0), at(1)]), street([at(1), at(2)]), street([at(1), at(1, 1)])];
  expect(linesOf(joinStreets(ways))).toEqual(linesOf(ways));
});

test('every side of every way is in one line, once, rings and doubles too', () => {
  const anyWay = fc
    .array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 2, maxLength: 4 })
    .map((positions) => positions.map(([x, y]): Position => [x, y]));
  const sidesOf = (features: readonly BasemapFeature[]): string[] =>
    linesOf(features)
      .flatMap((line) => line.slice(1).map((to, i) => [line[i].join(), to.join()].sort().join(' ')))
      .sort();
  fc.assert(
    fc.property(fc.array(anyWay, { maxLength: 8 }), (ways) => {
      const streets = ways.map((way) => street(way));
      expect(sidesOf(joinStreets(streets))).toEqual(sidesOf(streets));
    }),
  );
});
