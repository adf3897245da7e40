/**
 * Corrects location error: the likeliest area of a person by Bayes' rule, with room as the prior and a normal error (maximum a
 * posteriori).
 */
import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js';
import { forEachNear } from '../partitions/cell-coordinates.ts';
import { numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { LOCATION_ERROR } from './parameters.ts';
import type { Places } from './places.ts';

/**
 * @param places with room, of one partition
 * @returns by the number of the area where a person was found: the likeliest area with room, or that area if none is near
 */
export function likeliestAreaIn({ area, size, resolution }: Places): (found: number) => number {
  const room = new Float64Array(numbersBelow(PARTITION_RESOLUTION, resolution));
  for (let i = 0; i < area.length; i++) room[area[i]] += size[i];
  const spacing_m = Math.sqrt(3) * getHexagonEdgeLengthAvg(resolution, UNITS.m);
  const rings = Math.round(LOCATION_ERROR.reach_m / spacing_m);
  const isThere = Array.from({ length: rings + 1 }, (_, ring) =>
    Math.exp(-(((ring * spacing_m) / LOCATION_ERROR.deviation_m) ** 2) / 2),
  );
  const known = new Int32Array(room.length).fill(-1);
  const find = (found: number): number => {
    let likeliest = found;
    let greatest = 0;
    forEachNear(found, resolution, rings, (near, ring) => {
      const likelihood = room[near] * isThere[ring];
      if (likelihood === 0 || likelihood < greatest) return;
      if (likelihood > greatest || near < likeliest) likeliest = near;
      greatest = likelihood;
    });
    return likeliest;
  };
  return (found) => {
    if (known[found] < 0) known[found] = find(found);
    return known[found];
  };
}
