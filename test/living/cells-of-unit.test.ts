/** Unit's cells, against all cells around. */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { cellsOfUnit } from '../../tiles-builder/living/cells-of-unit.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const [LON, LAT] = [9.999, 50];
const around = gridDisk(latLngToCell(LAT, LON, 12), 120);
const area = (...zone: Zone): PlanarArea => new PlanarArea(zone);
const everywhere = area([rectangle(0, 40, 20, 60)]);
const centresIn = (isInside: (centre: Position) => boolean): string[] =>
  around
    .filter((cell) => {
      const [lat, lon] = cellToLatLng(cell);
      return isInside([lon, lat]);
    })
    .sort();

const triangle: Zone = [[[[LON - 0.008, LAT - 0.006], [LON + 0.009, LAT - 0.004], [LON, LAT + 0.007], [LON - 0.008, LAT - 0.006]]]]; // biome-ignore format: a line

test('are all whose centres lie in the unit and in the coverage, each once', () => {
  const unit = area(...triangle);
  const covered = area([rectangle(LON - 0.003, LAT - 0.1, LON + 0.1, LAT + 0.1)]);
  for (const coverage of [everywhere, covered]) {
    const expected = centresIn((centre) => unit.contains(centre) && coverage.contains(centre));
    expect(expected.length).toBeGreaterThan(200);
    expect([...cellsOfUnit(unit, coverage)].sort()).toEqual(expected);
  }
});

test('fill a box to all of its sides', () => {
  for (const side of [0.0004, 0.002, 0.006]) {
    const box = rectangle(LON - side, LAT - side, LON + side, LAT + side);
    const expected = centresIn(([lon, lat]) => Math.abs(lon - LON) < side && Math.abs(lat - LAT) < side);
    expect([...cellsOfUnit(area([box]), everywhere)].sort()).toEqual(expected);
  }
});

test('of a unit without a centre inside it or the coverage, is the one at a vertex', () => {
  const cell = around[0];
  const [lat, lon] = cellToLatLng(cell);
  const tiny = area([rectangle(lon + 1e-5, lat + 1e-5, lon + 2e-5, lat + 2e-5)]);
  expect([...cellsOfUnit(tiny, everywhere)]).toEqual([cell]);
  const unit = area([rectangle(LON - 0.002, LAT - 0.002, lon, lat)]);
  const [, east] = [LON, lon];
  const corner = area([rectangle(east - 1e-6, lat - 1e-6, lon + 0.01, lat + 0.01)]);
  const found = [...cellsOfUnit(unit, corner)];
  expect(found).toHaveLength(1);
  const [foundLat, foundLon] = cellToLatLng(found[0]);
  expect(Math.hypot(foundLat - lat, foundLon - lon)).toBeLessThan(0.0005);
});
