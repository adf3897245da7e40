/**
 * Corrects location error: the likeliest area of a person by Bayes' rule, with a normal error from an area's room to where the
 * person was found, and persons expected by area as prior.
 */
import { cellArea, UNITS } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { coordinatesOf, forEachNear } from '../partitions/cell-coordinates.ts';
import { cellAtResolution, numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { LOCATION_ERROR } from './parameters.ts';
import { areaAround, type Places } from './partition-columns.ts';

/** Of the power prior. */
const TEMPER = 0.5;

export interface AreasNear {
  /** Of `sumsOfAreas`. */
  readonly index: readonly number[];
  /** Of a person there being found here. */
  readonly likelihood: readonly number[];
}

/** By number of the cell where a person was found. */
export type NearOf = (found: number) => AreasNear;

export function areasNear({ partition, area, cell, size, resolution }: Places): NearOf {
  const indexOf = new Int32Array(numbersBelow(PARTITION_RESOLUTION, resolution)).fill(-1);
  const [middleI, middleJ, room] = [0, 1, 2].map(() => new Float64Array(area.length));
  let areas = 0;
  for (const [place, own] of area.entries()) {
    if (indexOf[own] < 0) indexOf[own] = areas++;
    const [i, j] = coordinatesOf(cell[place], GRID_RESOLUTION);
    middleI[indexOf[own]] += size[place] * i;
    middleJ[indexOf[own]] += size[place] * j;
    room[indexOf[own]] += size[place];
  }
  const spacing_m = spacingIn(partition, GRID_RESOLUTION);
  const rings = Math.round(LOCATION_ERROR.reach_m / spacingIn(partition, resolution));
  const find = (found: number): AreasNear => {
    const near = { index: [] as number[], likelihood: [] as number[] };
    const [foundI, foundJ] = coordinatesOf(found, GRID_RESOLUTION);
    forEachNear(areaAround(found), resolution, rings, (number) => {
      const index = indexOf[number];
      if (index < 0 || room[index] === 0) return;
      const [i, j] = [middleI[index] / room[index] - foundI, middleJ[index] / room[index] - foundJ];
      const deviations = (spacing_m / LOCATION_ERROR.deviation_m) ** 2 * (i * i + j * j - i * j);
      near.index.push(index);
      near.likelihood.push(Math.exp(-deviations / 2));
    });
    return near;
  };
  const known = new Map<number, AreasNear>();
  return (found) => {
    const near = known.get(found) ?? find(found);
    known.set(found, near);
    return near;
  };
}

/** Metres between centres of cells, in the partition's middle. */
const spacingIn = (partition: Cell, resolution: number): number =>
  Math.sqrt((2 / Math.sqrt(3)) * cellArea(cellAtResolution(partition, 0, resolution), UNITS.m2));

/** Power prior (Ibrahim & Chen 2000): most probable areas take too many persons from small sites near large ones. */
export const tempered = (expected: Places): Places => ({
  ...expected,
  size: expected.size.map((persons) => persons ** TEMPER),
});

/** @returns by the cell where a person was found: the likeliest area, or that around the cell if nobody is expected near */
export function likeliestAreaIn({ area, size }: Places, near: NearOf): (found: number) => number {
  return (found) => {
    const { index, likelihood } = near(found);
    let likeliest = areaAround(found);
    let greatest = 0;
    for (let k = 0; k < index.length; k++) {
      const here = size[index[k]] * likelihood[k];
      if (here === 0 || here < greatest || (here === greatest && area[index[k]] > likeliest)) continue;
      [likeliest, greatest] = [area[index[k]], here];
    }
    return likeliest;
  };
}
