import { cellArea, cellToLatLng } from 'h3-js';
import type { Cell } from '../../../src/geo/cells.ts';

/** H3's area, by spherical latitudes, times the ratio of the WGS84 ellipsoid to that sphere at the centre. */
export function ellipsoidCellArea(cell: Cell, unit: 'm2' | 'km2'): number {
  const sine = Math.sin((cellToLatLng(cell)[0] * Math.PI) / 180);
  const [equator_m, polar_m, sphere_m] = [6_378_137, 6_356_752.314245, 6_371_007.1809];
  const flattening = (equator_m * Math.sqrt(1 - sine ** 2)) ** 2 + (polar_m * sine) ** 2;
  return cellArea(cell, unit) * ((equator_m ** 2 * polar_m) / (flattening * sphere_m)) ** 2;
}
