/**
 * Fast point-in-polygon tests of many points: a raster classifies squares that no edge crosses; in others each point is tested.
 */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { PlanarArea } from './planar-area.ts';

const SIDE = 1_024;
const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;
const EDGE = 3;

export class ZoneRaster {
  readonly #area: PlanarArea;
  readonly #squares = new Uint8Array(SIDE * SIDE);

  constructor(zone: Zone) {
    this.#area = new PlanarArea(zone);
    for (const ring of zone.flat()) {
      for (let i = 0; i + 1 < ring.length; i++) this.#markEdge(ring[i], ring[i + 1]);
    }
    for (let row = 0; row < SIDE; row++) this.#decideRow(row);
  }

  /** Positions on an edge may count either way. */
  contains(position: Position): boolean {
    const column = Math.floor(this.#columnAt(position[0]));
    const row = Math.floor(this.#rowAt(position[1]));
    if (!(column >= 0 && column < SIDE && row >= 0 && row < SIDE)) return this.#area.contains(position);
    const square = this.#squares[row * SIDE + column];
    return square === EDGE ? this.#area.contains(position) : square === INSIDE;
  }

  #columnAt(lon: number): number {
    const { west, east } = this.#area.box;
    return ((lon - west) / (east - west)) * SIDE;
  }
  #rowAt(lat: number): number {
    const { south, north } = this.#area.box;
    return ((lat - south) / (north - south)) * SIDE;
  }

  #markEdge([lonA, latA]: Position, [lonB, latB]: Position): void {
    const [xA, yA, xB, yB] = [
      this.#columnAt(lonA),
      this.#rowAt(latA),
      this.#columnAt(lonB),
      this.#rowAt(latB),
    ];
    const [low, high] = [Math.min(yA, yB), Math.max(yA, yB)];
    const xAt = (y: number): number => (yA === yB ? xA : xA + ((y - yA) / (yB - yA)) * (xB - xA));
    for (let row = Math.max(0, Math.floor(low) - 1); row <= Math.min(SIDE - 1, Math.floor(high) + 1); row++) {
      const ends =
        yA === yB
          ? [xA, xB]
          : [xAt(Math.min(high, Math.max(low, row - 1))), xAt(Math.min(high, Math.max(low, row + 2)))];
      const first = Math.max(0, Math.floor(Math.min(...ends)) - 1);
      const last = Math.min(SIDE - 1, Math.floor(Math.max(...ends)) + 1);
      this.#squares.fill(EDGE, row * SIDE + first, row * SIDE + last + 1);
    }
  }

  #decideRow(row: number): void {
    const { west, south, east, north } = this.#area.box;
    let state = UNKNOWN;
    for (let column = 0; column < SIDE; column++) {
      const square = row * SIDE + column;
      if (this.#squares[square] === EDGE) {
        state = UNKNOWN;
        continue;
      }
      if (state === UNKNOWN) {
        const lon = west + ((column + 0.5) / SIDE) * (east - west);
        const lat = south + ((row + 0.5) / SIDE) * (north - south);
        state = this.#area.contains([lon, lat]) ? INSIDE : OUTSIDE;
      }
      this.#squares[square] = state;
    }
  }
}
