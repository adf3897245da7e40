/**
 * Corrects location error: the likeliest area of a person by Bayes' rule, with room as the prior and a normal error (maximum a
 * posteriori).
 */
import { getHexagonEdgeLengthAvg, gridDiskDistances, UNITS } from 'h3-js';
import { indexOfSorted } from '../numbers/sorted-numbers.ts';
import { sumByKey } from '../numbers/sum-by-key.ts';
import { cellAtResolution, numberAtResolution, partitionOf } from '../partitions/partitions.ts';
import { LOCATION_ERROR } from './parameters.ts';
import type { Places } from './places.ts';

/**
 * @param places with room, of one partition
 * @returns by the number of the area where a person was found: the likeliest area with room, or that area if none is near
 */
export function likeliestAreaIn(places: Places): (found: number) => number {
  const { partition, resolution } = places;
  const { key: areas, sums } = sumByKey(places.area, places.size);
  const spacing_m = Math.sqrt(3) * getHexagonEdgeLengthAvg(resolution, UNITS.m);
  const rings = Math.round(LOCATION_ERROR.reach_m / spacing_m);
  const known = new Map<number, number>();
  const find = (own: number): number => {
    const middle = cellAtResolution(partition, own, resolution);
    let likeliest = own;
    let greatest = 0;
    for (const [ring, cells] of gridDiskDistances(middle, rings).entries()) {
      const isThere = Math.exp(-(((ring * spacing_m) / LOCATION_ERROR.deviation_m) ** 2) / 2);
      for (const cell of cells) {
        if (partitionOf(cell) !== partition) continue;
        const area = numberAtResolution(cell, resolution);
        const at = indexOfSorted(areas, area);
        if (at < 0) continue;
        const likelihood = sums[0][at] * isThere;
        if (likelihood < greatest || (likelihood === greatest && area > likeliest)) continue;
        [likeliest, greatest] = [area, likelihood];
      }
    }
    return likeliest;
  };
  return (found) => {
    const likeliest = known.get(found) ?? find(found);
    known.set(found, likeliest);
    return likeliest;
  };
}
