/** Capacity of a simulated town as the builder sees it. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { ROADSIDE_PERSONS } from '../../tiles-builder/daytime/parameters.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';
import { HALF_SIDE_M, isInside } from './flow-kinds.ts';

const NEIGHBOURHOOD_RESOLUTION = 10;
/** Less than a cell's width. */
const ROAD_STEP_M = 10;

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
    if (!this.#isMapped(at)) this.addRoad(at);
    else if (isInside(at)) this.#inBuildings.push([this.#cellOf(at), capacity]);
  }

  addRoad(at: Point): void {
    if (isInside(at)) this.#roads.add(this.#cellOf(at));
  }

  places(): Places {
    const neighbourhoodOf = (cell: Cell): Cell => parentOf(cell, NEIGHBOURHOOD_RESOLUTION);
    const built = new Set(this.#inBuildings.map(([cell]) => neighbourhoodOf(cell)));
    const bare = [...this.#roads].filter((cell) => !built.has(neighbourhoodOf(cell)));
    const alongRoads = bare.map((cell) => [cell, ROADSIDE_PERSONS] as const);
    return [...this.#inBuildings, ...alongRoads];
  }
}

export function* roadsAcross(every_m = Infinity): Generator<Point> {
  for (let road = -HALF_SIDE_M + every_m / 2; road < HALF_SIDE_M; road += every_m) {
    for (let along = -HALF_SIDE_M; along < HALF_SIDE_M; along += ROAD_STEP_M) {
      yield [road, along];
      yield [along, road];
    }
  }
}
