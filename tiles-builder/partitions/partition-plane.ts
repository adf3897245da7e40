/**
 * A local plane of metres around a partition's middle. It depends on the partition alone, so that rasters on it are anchored to
 * the globe.
 */
import { cellToLatLng } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';

export interface PartitionPlane {
  /**
   * Metres east, exact at the latitude of the middle.
   * @param lon degrees
   */
  readonly x_m: (lon: number) => number;
  /**
   * Metres north.
   * @param lat degrees
   */
  readonly y_m: (lat: number) => number;
}

/** Upper bound of distances from the middle to anything in a partition and its halo: partitions are at most 75 km wide. */
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
