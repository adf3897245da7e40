/**
 * Corrects location error: finds the likeliest area in which a person works, by Bayes' rule. The prior is an area's capacity,
 * and the error from the middle of that capacity to where the person was found is normal.
 */
import { cellArea, UNITS } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { coordinatesOf, forEachNear } from '../partitions/cell-coordinates.ts';
import { cellAtResolution, numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { LOCATION_ERROR } from './parameters.ts';
import { areaAround, type Places } from './partition-columns.ts';

/**
 * Exponent of capacity in the power prior (Ibrahim & Chen 2000). With an exponent of 1, the most probable area takes too many
 * persons from small sites near large ones.
 */
const PRIOR_EXPONENT = 0.5;

/**
 * Returns a function from the number of the cell where a person was found to the person's likeliest area, which is the area
 * around that cell if nothing near has capacity.
 */
export function likeliestAreaIn({
  partition,
  area,
  cell,
  size,
  resolution,
}: Places): (found: number) => number {
  let areas = 0;
  const indexOf = new Int32Array(numbersBelow(PARTITION_RESOLUTION, resolution)).fill(-1);
  const [middleI, middleJ, capacity] = [0, 1, 2].map(() => new Float64Array(area.length));
  for (const [place, own] of area.entries()) {
    if (indexOf[own] < 0) indexOf[own] = areas++;
    const index = indexOf[own];
    const [i, j] = coordinatesOf(cell[place], GRID_RESOLUTION);
    middleI[index] += size[place] * i;
    middleJ[index] += size[place] * j;
    capacity[index] += size[place];
  }
  const spacing_m = spacingIn(partition, GRID_RESOLUTION);
  const rings = Math.round(LOCATION_ERROR.reach_m / spacingIn(partition, resolution));
  const find = (found: number): number => {
    const [foundI, foundJ] = coordinatesOf(found, GRID_RESOLUTION);
    let likeliest = areaAround(found);
    let greatest = 0;
    forEachNear(areaAround(found), resolution, rings, (number) => {
      const index = indexOf[number];
      if (index < 0 || capacity[index] === 0) return;
      const [i, j] = [middleI[index] / capacity[index] - foundI, middleJ[index] / capacity[index] - foundJ];
      const deviations = (spacing_m / LOCATION_ERROR.deviation_m) ** 2 * (i * i + j * j - i * j);
      const here = capacity[index] ** PRIOR_EXPONENT * Math.exp(-deviations / 2);
      if (here === 0 || here < greatest || (here === greatest && number > likeliest)) return;
      [likeliest, greatest] = [number, here];
    });
    return likeliest;
  };
  const known = new Map<number, number>();
  return (found) => {
    const likeliest = known.get(found) ?? find(found);
    known.set(found, likeliest);
    return likeliest;
  };
}

/** Returns the metres between centres of cells, in the partition's middle. */
const spacingIn = (partition: Cell, resolution: number): number =>
  Math.sqrt((2 / Math.sqrt(3)) * cellArea(cellAtResolution(partition, 0, resolution), UNITS.m2));
