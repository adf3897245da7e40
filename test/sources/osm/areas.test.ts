/** Each area once, its relation complete or not. */
import { expect, test } from 'vitest';
import type { LineNodes } from '../../../tiles-builder/sources/features.ts';
import type { AreaConsumer } from '../../../tiles-builder/sources/osm/area-relations.ts';
import { AreaAssembly } from '../../../tiles-builder/sources/osm/areas.ts';

const square = (first: number, west: number): LineNodes => ({
  nodes: Uint32Array.of(first, first + 1, first + 2, first + 3, first),
  lon: Int32Array.of(west, west + 1e4, west + 1e4, west, west),
  lat: Int32Array.of(0, 0, 1e4, 1e4, 0),
});

interface Taken {
  readonly ids: string[];
  leftOut: number;
}

function taking(key: string): { readonly taken: Taken; readonly consumer: AreaConsumer } {
  const taken: Taken = { ids: [], leftOut: 0 };
  const consumer: AreaConsumer = {
    wants: (tags) => key in tags,
    take: ({ id }) => taken.ids.push(id),
    leaveOut: () => {
      taken.leftOut++;
    },
  };
  return { taken, consumer };
}

/** Way 7 has tags, way 8 may be missing. */
function assemble(isComplete: boolean, consumers: readonly AreaConsumer[]): void {
  const members = [7, 8].map((wayId) => ({ wayId, isInner: false }));
  const areas = new AreaAssembly(consumers, [{ id: 9, tags: { type: 'multipolygon' }, members, consumers }]);
  areas.takeWay(7, { building: 'yes', landuse: 'residential' }, square(1, 0));
  if (isComplete) areas.takeWay(8, {}, square(5, 3e4));
  areas.finish();
}

test('an outline of a complete relation is taken with it, and only once', () => {
  const { taken, consumer } = taking('building');
  assemble(true, [consumer]);
  expect(taken).toEqual({ ids: ['relation/9'], leftOut: 0 });
});

test('an outline of a relation without one of its ways is taken alone, by each consumer that wants it', () => {
  const alone = taking('building');
  assemble(false, [alone.consumer]);
  expect(alone.taken).toEqual({ ids: ['way/7'], leftOut: 0 });
  const [first, second, other] = [taking('building'), taking('landuse'), taking('amenity')];
  assemble(false, [first.consumer, second.consumer, other.consumer]);
  expect([first, second, other].map(({ taken }) => taken.ids)).toEqual([['way/7'], ['way/7'], []]);
});
