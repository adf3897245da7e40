/** Capacity of a simulated town as the builder sees it. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { ROADSIDE_PERSONS } from '../../tiles-builder/daytime/parameters.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import { isInside } from './flow-kinds.ts';

const NEIGHBOURHOOD_RESOLUTION = 10;

export type Places = readonly (readonly [cell: Cell, capacity: number])[];

/** Known capacity: in mapped buildings, else along roads. */
export class KnownCapacity {
  readonly #cellOf: (point: Point) => Cell;
  readonly #isMapped: (point: Point) => boolean;
  readonly #inBuildings: [Cell, number][] = [];
  readonly #roads = new Set<Cell>();

  constructor(cellOf: (point: Point) => Cell, isMapped: (point: Point) => boolean) {
    this.#cellOf = cellOf;
    this.#isMapped = isMapped;
  }

  /** If unmapped, the nearest road. */
  add(at: Point, capacity: number): void {
    if (!isInside(at)) return;
    if (this.#isMapped(at)) this.#inBuildings.push([this.#cellOf(at), capacity]);
    else this.#roads.add(this.#cellOf(at));
  }

  places(): Places {
    const neighbourhoodOf = (cell: Cell): Cell => parentOf(cell, NEIGHBOURHOOD_RESOLUTION);
    const built = new Set(this.#inBuildings.map(([cell]) => neighbourhoodOf(cell)));
    const bare = [...this.#roads].filter((cell) => !built.has(neighbourhoodOf(cell)));
    const alongRoads = bare.map((cell) => [cell, ROADSIDE_PERSONS] as const);
    return [...this.#inBuildings, ...alongRoads];
  }
}
