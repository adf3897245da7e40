/**
 * Corrects location error: the likeliest area of a person by Bayes' rule (maximum a posteriori), with a normal error. The prior is
 * the number of persons expected in each area.
 */
import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js';
import { forEachNear } from '../partitions/cell-coordinates.ts';
import { numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { LOCATION_ERROR } from './parameters.ts';
import type { Places } from './partition-columns.ts';

export interface AreasNear {
  /** Of the places. */
  readonly index: readonly number[];
  /** Of a person there being found here. */
  readonly likelihood: readonly number[];
}

export type NearOf = (found: number) => AreasNear;

/** @param places each area once */
export function areasNear({ area, resolution }: Places): NearOf {
  const indexOf = new Int32Array(numbersBelow(PARTITION_RESOLUTION, resolution)).fill(-1);
  for (const [index, own] of area.entries()) indexOf[own] = index;
  const spacing_m = Math.sqrt(3) * getHexagonEdgeLengthAvg(resolution, UNITS.m);
  const rings = Math.round(LOCATION_ERROR.reach_m / spacing_m);
  const isThere = Array.from({ length: rings + 1 }, (_, ring) =>
    Math.exp(-(((ring * spacing_m) / LOCATION_ERROR.deviation_m) ** 2) / 2),
  );
  const known = new Map<number, AreasNear>();
  const find = (found: number): AreasNear => {
    const near = { index: [] as number[], likelihood: [] as number[] };
    forEachNear(found, resolution, rings, (number, ring) => {
      if (indexOf[number] < 0) return;
      near.index.push(indexOf[number]);
      near.likelihood.push(isThere[ring]);
    });
    return near;
  };
  return (found) => {
    const near = known.get(found) ?? find(found);
    known.set(found, near);
    return near;
  };
}

/** @returns by the area where a person was found: the likeliest area, or that area if nobody is expected near */
export function likeliestAreaIn({ area, size }: Places, near: NearOf): (found: number) => number {
  return (found) => {
    const { index, likelihood } = near(found);
    let likeliest = found;
    let greatest = 0;
    for (let k = 0; k < index.length; k++) {
      const here = size[index[k]] * likelihood[k];
      if (here === 0 || here < greatest || (here === greatest && area[index[k]] > likeliest)) continue;
      [likeliest, greatest] = [area[index[k]], here];
    }
    return likeliest;
  };
}
