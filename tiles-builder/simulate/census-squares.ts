/** Counts homes by square of the European statistical grid (EPSG:3035, Lambert azimuthal equal area), named as GEOSTAT does. */
import proj4 from 'proj4';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';

const EPSG_3035 =
  '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs';
/** Degrees to metres east and north. */
export const EUROPEAN_GRID = proj4('EPSG:4326', EPSG_3035);

/** Id by south-west corner: `CRS3035RES1000mN…E…`. */
export function squareOf([lon, lat]: Position, side_m: number): string {
  const [east, north] = EUROPEAN_GRID.forward([lon, lat]) as [number, number];
  const corner = (metres: number): number => Math.floor(metres / side_m) * side_m;
  return `CRS3035RES${side_m}mN${corner(north)}E${corner(east)}`;
}

/** Sorted by id, without empty squares. */
export function countBySquare(homes: Iterable<Position>, side_m: number): Map<string, number> {
  const people = new Map<string, number>();
  for (const home of homes) {
    const square = squareOf(home, side_m);
    addTo(people, square, 1);
  }
  return new Map([...people].sort(([a], [b]) => (a < b ? -1 : 1)));
}
