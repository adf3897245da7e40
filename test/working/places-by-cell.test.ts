import { cellToBoundary, cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { Building } from '../../tiles-builder/records.ts';
import { placesByCell } from '../../tiles-builder/working/places-by-cell.ts';
import { withSpill } from '../support/town-sites.ts';

const west = latLngToCell(43.74, 7.42, 12);
const east = latLngToCell(43.74, 7.43, 12);
const outside = latLngToCell(43.74, 7.5, 12);
const coverage: Zone = [
  [
    [
      [7.4, 43.7],
      [7.45, 43.7],
      [7.45, 43.8],
      [7.4, 43.8],
      [7.4, 43.7],
    ],
  ],
];

test('placesByCell has buildings with room for so many, and roads where no building is near', () => {
  const [lat, lon] = cellToLatLng(west);
  const half = (cellToBoundary(west, true) as Position[]).map(
    ([x, y]): Position => [lon + (x - lon) / 2, lat + (y - lat) / 2],
  );
  const house: Building = {
    id: 'way/1',
    footprint: [[half]],
    tags: { building: 'office', 'building:levels': '3' },
  };
  const beside = gridDisk(west, 1).find(
    (cell) => cell !== west && cellToParent(cell, 10) === cellToParent(west, 10),
  )!;
  const places = withSpill({ buildings: [house] }, (spill) =>
    placesByCell(
      spill.areas().map((area) => spill.buildingsOf(area)),
      new Set([west, beside, east, outside]),
      coverage,
    ),
  );
  expect([...places.keys()]).toEqual([west, east]);
  // A cell of the standard grid here has about 300 m², half its width a quarter of it, on three floors, 15 m² a person.
  expect(places.get(west)).toBeGreaterThan((3 * 60) / 15);
  expect(places.get(west)).toBeLessThan((3 * 100) / 15);
});
