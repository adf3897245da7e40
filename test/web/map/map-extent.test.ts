import { expect, test } from 'vitest';
import type { BoundingBox, Position } from '../../../src/geo/positions.ts';
import type { MapRegion } from '../../../src/routes/map-region.ts';
import { nearestRegion } from '../../../src/web/map/map-extent.ts';
import type { Place } from '../../../src/web/question.ts';

const region = (name: string, [west, south, east, north]: readonly number[]): MapRegion =>
  ({ region: name, bounds: { west, south, east, north } satisfies BoundingBox }) as MapRegion;
const regions = [region('west', [0, 0, 2, 2]), region('east', [10, 0, 12, 2])];
const zone = (...shell: Position[]): Place => ({
  option: 'zone',
  name: '',
  drawing: { parts: [[shell]], closed: true, within_m: 0 },
});

test.each<[string, Place]>([
  ['west', { option: 'isochrone', name: '', origin: [5.9, 1] }],
  ['east', { option: 'isochrone', name: '', origin: [6.1, 1] }],
  ['east', zone([5, 1], [9, 1], [9, 2])],
])('the region whose middle is nearest to the middle of a place is %s', (expected, place) => {
  expect(nearestRegion(regions, place)?.region).toBe(expected);
});
