import { expect, test } from 'vitest';
import type { BoundingBox, Position } from '../../../src/geo/positions.ts';
import type { MapRegion } from '../../../src/routes/map-region.ts';
import { aroundOrigin, nearestRegion } from '../../../src/web/map/map-extent.ts';
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

test.each<[string, readonly number[], Position]>([
  ['south', [-10, -30, -8, -28], [-9, -14.9]],
  ['north', [-10, -30, -8, -28], [-9, -14.1]],
  ['south', [-30, -1, -28, 1], [-19.1, 0]],
  ['north', [-30, -1, -28, 1], [-18.9, 0]],
])('%s is nearer', (expected, south, origin) => {
  const north = region('north', [-10, -1, -8, 1]);
  const place: Place = { option: 'isochrone', name: '', origin };
  expect(nearestRegion([region('south', south), north], place)?.region).toBe(expected);
});

test('about a kilometre around a point is looked at', () => {
  const [[west, south], [east, north]] = aroundOrigin([-11.5, 57]);
  const metresPerDegree = 111_195;
  const shrunk = Math.cos((57 * Math.PI) / 180);
  for (const metres of [
    (-11.5 - west) * metresPerDegree * shrunk,
    (east + 11.5) * metresPerDegree * shrunk,
    (57 - south) * metresPerDegree,
    (north - 57) * metresPerDegree,
  ]) {
    expect(metres).toBeGreaterThan(800);
    expect(metres).toBeLessThan(1_200);
  }
});
