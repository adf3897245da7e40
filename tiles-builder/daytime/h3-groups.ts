/**
 * Forms groups of areas by microaggregation up the H3 hierarchy, each with enough persons and places, and finds the group of an
 * area: for k-anonymity, weighting classes and shares at home. Later versions use k-anonymous groups again, against differencing
 * (Duke-Williams & Rees, Can Census Offices publish statistics for more than one small area geography?, 1998).
 */
import { cellToLatLng, greatCircleDistance, UNITS } from 'h3-js';
import { type Cell, resolutionOf } from '../../src/geo/cells.ts';
import {
  cellAtResolution,
  numberAtResolution,
  numbersBelow,
  PARTITION_RESOLUTION,
  partitionOf,
} from '../partitions/partitions.ts';

/** Areas of one partition, in columns. */
export interface AreaContents {
  readonly partition: Cell;
  readonly resolution: number;
  /** Numbers in the partition, ascending and distinct. */
  readonly area: Uint32Array;
  readonly persons: Float64Array;
  /** Size of places: inhabitants, or capacity by floor area. */
  readonly size: Float64Array;
}

const CHILDREN = numbersBelow(0, 1);

/**
 * Goes from the finest areas up: a cell is a group if enough persons, and places for them, lie in it outside finer groups.
 * @returns groups, ascending
 */
export function formGroups(
  { partition, resolution: finest, ...contents }: AreaContents,
  minPersons: number,
): Cell[] {
  const groups: Cell[] = [];
  const [number, persons, size] = [contents.area, contents.persons, contents.size].map((own) => own.slice());
  let count = number.length;
  for (let resolution = finest; resolution >= PARTITION_RESOLUTION; resolution--) {
    let parents = 0;
    for (let i = 0; i < count; i++) {
      if (persons[i] >= minPersons && size[i] > 0) {
        groups.push(cellAtResolution(partition, number[i], resolution));
        continue;
      }
      const parent = Math.floor(number[i] / CHILDREN);
      const isAnother = parents === 0 || number[parents - 1] !== parent;
      if (isAnother) parents++;
      number[parents - 1] = parent;
      persons[parents - 1] = persons[i] + (isAnother ? 0 : persons[parents - 1]);
      size[parents - 1] = size[i] + (isAnother ? 0 : size[parents - 1]);
    }
    count = parents;
  }
  return groups.sort();
}

export class Membership {
  readonly #resolution: number;
  readonly #partition: Cell;
  /** Index of the finest group by area, or -1. */
  readonly #around: Int32Array;
  readonly #centres: readonly { readonly group: number; readonly centre: [number, number] }[];
  readonly #nearest = new Map<number, number>();

  /** @param groups of one partition, at least one */
  constructor(groups: readonly Cell[], resolution: number) {
    this.#resolution = resolution;
    this.#partition = partitionOf(groups[0]);
    this.#around = new Int32Array(numbersBelow(PARTITION_RESOLUTION, resolution)).fill(-1);
    const coarsestFirst = [...groups.keys()].sort(
      (a, b) => resolutionOf(groups[a]) - resolutionOf(groups[b]),
    );
    for (const group of coarsestFirst) {
      const own = resolutionOf(groups[group]);
      const areas = numbersBelow(own, resolution);
      const first = areas * numberAtResolution(groups[group], own);
      if (own <= resolution) this.#around.fill(group, first, first + areas);
    }
    this.#centres = [...groups.keys()]
      .sort((a, b) => (groups[a] < groups[b] ? -1 : 1))
      .map((group) => ({ group, centre: cellToLatLng(groups[group]) }));
  }

  /** Returns the index of the finest group around an area, or -1. */
  around(area: number): number {
    return this.#around[area];
  }

  /** Returns the group around an area, or else the nearest by centre, the first of equals. */
  of(area: number): number {
    const around = this.around(area);
    if (around >= 0) return around;
    const nearest = this.#nearest.get(area) ?? this.#nearestTo(area);
    this.#nearest.set(area, nearest);
    return nearest;
  }

  #nearestTo(area: number): number {
    const from = cellToLatLng(cellAtResolution(this.#partition, area, this.#resolution));
    let nearest = -1;
    let nearest_km = Infinity;
    for (const { group, centre } of this.#centres) {
      const away_km = greatCircleDistance(from, centre, UNITS.km);
      if (away_km >= nearest_km) continue;
      nearest = group;
      nearest_km = away_km;
    }
    return nearest;
  }
}
