/** Finds pieces of barriers (walls, rivers, motorways …) near a box, by a packed R-tree (Flatbush). */
import Flatbush from 'flatbush';
import { COORDINATE_UNIT_DEGREES } from '../../../src/format/road-tile.ts';
import { degreesAcross } from '../../../src/geo/earth.ts';
import { NOWHERE } from '../../sources/features.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import type { Bounds } from './road-bounds.ts';

/** The two ends of a straight piece, in coordinate units. */
type Piece = readonly [lon: number, lat: number, toLon: number, toLat: number];

export class BarrierIndex {
  readonly #pieces: (first: number) => Piece;
  readonly #tree: Flatbush | null = null;

  constructor({ barrierLon: lon, barrierLat: lat }: Pick<TimedGraph, 'barrierLon' | 'barrierLat'>) {
    this.#pieces = (first) => [lon![first], lat![first], lon![first + 1], lat![first + 1]];
    if (!lon || !lat || lon.length < 2) return;
    this.#tree = new Flatbush(lon.length - 1, undefined, Int32Array);
    for (let first = 0; first < lon.length - 1; first++) {
      const [x, y, toX, toY] = this.#pieces(first);
      if (x === NOWHERE || toX === NOWHERE) this.#tree.add(NOWHERE, NOWHERE, NOWHERE, NOWHERE);
      else this.#tree.add(Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY));
    }
    this.#tree.finish();
  }

  near({ west, south, east, north }: Bounds, distance_m: number): Piece[] {
    const farthest = Math.max(Math.abs(south), Math.abs(north)) * COORDINATE_UNIT_DEGREES;
    const margin = degreesAcross(distance_m, farthest);
    const [x, y] = [margin.lon / COORDINATE_UNIT_DEGREES, margin.lat / COORDINATE_UNIT_DEGREES];
    return this.#tree?.search(west - x, south - y, east + x, north + y).map(this.#pieces) ?? [];
  }
}
