/** Metres around an area, the same whatever is in it: rasters on them are anchored to the globe. */
import { cellToLatLng } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';

export interface AreaPlane {
  /** Metres to the east of the area's middle, exact at the latitude of the middle. @param lon degrees */
  readonly x_m: (lon: number) => number;
  /** Metres to the north of the equator. @param lat degrees */
  readonly y_m: (lat: number) => number;
}

export function planeOfArea(area: Cell): AreaPlane {
  const [lat0, lon0] = cellToLatLng(area);
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return {
    x_m: (lon) => {
      const east = lon - lon0;
      return (east > 180 ? east - 360 : east < -180 ? east + 360 : east) * metresPerLon;
    },
    y_m: (lat) => lat * METRES_PER_DEGREE,
  };
}
