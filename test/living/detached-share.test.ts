import { PbfReader, PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import {
  FootprintList,
  type Footprints,
  readPolygons,
  writePolygons,
} from '../../tiles-builder/geometry/footprints.ts';
import { detachedShares } from '../../tiles-builder/living/detached-share.ts';

const square = (west: number, south: number): Zone => [
  [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
];

function footprints(...zones: Zone[]): Footprints {
  const pbf = new PbfWriter();
  for (const zone of zones) writePolygons(pbf, zone, [0, 0]);
  const reader = new PbfReader(pbf.finish());
  const list = new FootprintList();
  for (const _ of zones) readPolygons(reader, [0, 0], list);
  return list.finish();
}

test('footprints with common corners are connected, across others too', () => {
  const row = [square(2, 0), square(0, 0), square(1, 0)];
  const shares = detachedShares(
    footprints(square(9, 9), ...row, square(5, 5), square(6, 6)),
    Float64Array.of(70, 10, 20, 70, 30, 90),
  );
  expect([...shares]).toEqual([1, 0.1, 0.2, 0.7, 0.25, 0.75]);
});

test('overlap without a common corner is none, nor is a footprint without area', () => {
  const shares = detachedShares(
    footprints(square(0, 0), square(0.5, 0.5), square(4, 4)),
    Float64Array.of(1, 1, 0),
  );
  expect([...shares]).toEqual([1, 1, 1]);
});
