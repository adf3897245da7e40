import { cellToLatLng, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { boxInCell } from '../../src/geo/box-in-cell.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { boundingBoxOf } from '../../src/geo/positions.ts';

test('the box in which a cell is counted is inside the cell and the world, also on the antimeridian and at the poles', () => {
  const at = [
    [90, 0],
    [-90, 0],
    [57.7, 11.97],
    ...Array.from({ length: 400 }, (_, i) => [-60 + 0.3 * i, i % 2 === 0 ? 180 : -179.99999]),
  ];
  let cut = 0;
  for (const [lat, lon] of at) {
    const cell = latLngToCell(lat, lon, GRID_RESOLUTION) as Cell;
    const { west, south, east, north } = boundingBoxOf(boxInCell(cell));
    const [centreLat, centreLon] = cellToLatLng(cell);
    expect(west).toBeGreaterThanOrEqual(-180);
    expect(east).toBeLessThanOrEqual(180);
    expect(Math.max(Math.abs(south), Math.abs(north))).toBeLessThan(90);
    expect(west <= centreLon && centreLon <= east && south < centreLat && centreLat < north).toBe(true);
    for (const [x, y] of boxInCell(cell)[0]) expect(latLngToCell(y, x, GRID_RESOLUTION)).toBe(cell);
    expect(east - west).toBeGreaterThan(0);
    if (Math.abs(west) === 180 || east === 180) cut++;
  }
  expect(cut).toBeGreaterThan(10);
});
