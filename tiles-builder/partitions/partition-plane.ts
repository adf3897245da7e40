/**
 * Projects positions to a plane of metres around a partition's middle (equirectangular). It depends on no data, so that rasters
 * are the same in every build.
 */
import { cellToLatLng } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';

export interface PartitionPlane {
  /** Converts longitude to metres east, exactly at the middle's latitude. */
  readonly x_m: (lon: number) => number;
  readonly y_m: (lat: number) => number;
}

/** Upper bound from the middle to the halo's end: partitions are at most 75 km wide. */
export const PLANE_REACH_M = 60_000;

export function planeOfPartition(partition: Cell): PartitionPlane {
  const [lat0, lon0] = cellToLatLng(partition);
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return {
    x_m: (lon) => {
      const east = lon - lon0;
      return (east > 180 ? east - 360 : east < -180 ? east + 360 : east) * metresPerLon;
    },
    y_m: (lat) => (lat - lat0) * METRES_PER_DEGREE,
  };
}
