/** Metres around the middle of an area, the same whatever is in it: rasters on them are anchored to the globe. */
import { cellToLatLng } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';

export interface AreaPlane {
  /** Metres to the east, exact at the latitude of the middle. @param lon degrees */
  readonly x_m: (lon: number) => number;
  /** Metres to the north. @param lat degrees */
  readonly y_m: (lat: number) => number;
}

/** Nothing that an area and its halo hold is farther from its middle, to any side: no area is wider than 75 km. */
export const PLANE_REACH_M = 60_000;

export function planeOfArea(area: Cell): AreaPlane {
  const [lat0, lon0] = cellToLatLng(area);
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return {
    x_m: (lon) => {
      const east = lon - lon0;
      return (east > 180 ? east - 360 : east < -180 ? east + 360 : east) * metresPerLon;
    },
    y_m: (lat) => (lat - lat0) * METRES_PER_DEGREE,
  };
}
