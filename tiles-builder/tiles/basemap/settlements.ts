/**
 * Finds the larger settlement that distinguishes a place in the search: the nearest in catchment radii of its class, at most 2.
 */
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { distance_m } from '../../geometry/haversine.ts';
import type { BasemapClass } from './basemap-feature.ts';

/** Catchment radius of a settlement by class. */
const REACH_M: Partial<Record<BasemapClass, number>> = { city: 15_000, town: 8_000, village: 4_000 };
const MOST_REACHES = 2;
const SQUARE_DEGREES = 0.1;

interface Settlement {
  readonly class: BasemapClass;
  readonly name: string;
  readonly at: Position;
}

export class Settlements {
  readonly #squares = new Map<string, Settlement[]>();

  add(kind: BasemapClass, name: string, at: Position): void {
    if (REACH_M[kind] === undefined) return;
    const key = squareKey(kind, Math.floor(at[0] / SQUARE_DEGREES), Math.floor(at[1] / SQUARE_DEGREES));
    const known = this.#squares.get(key);
    if (known) known.push({ class: kind, name, at });
    else this.#squares.set(key, [{ class: kind, name, at }]);
  }

  /**
   * @param kind no settlement is near another of its own or a smaller class
   * @returns `null` if none, or the place itself
   */
  near(at: Position, kind: BasemapClass, name: string): string | null {
    const own = REACH_M[kind] ?? 0;
    const nearest = { share: MOST_REACHES, name: '' };
    for (const [other, reach_m] of Object.entries(REACH_M) as [BasemapClass, number][]) {
      if (reach_m <= own) continue;
      for (const settlement of this.#around(other, at, MOST_REACHES * reach_m)) {
        const share = distance_m(...settlement.at, ...at) / reach_m;
        const isNearer = share < nearest.share || (share === nearest.share && settlement.name < nearest.name);
        if (isNearer) Object.assign(nearest, { share, name: settlement.name });
      }
    }
    return nearest.name === '' || nearest.name === name ? null : nearest.name;
  }

  *#around(kind: BasemapClass, [lon, lat]: Position, reach_m: number): Generator<Settlement> {
    const rows = reach_m / METRES_PER_DEGREE;
    const columns = Math.min(180, rows / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
    const squareAt = (degrees: number): number => Math.floor(degrees / SQUARE_DEGREES);
    for (let x = squareAt(lon - columns); x <= squareAt(lon + columns); x++) {
      for (let y = squareAt(lat - rows); y <= squareAt(lat + rows); y++) {
        yield* this.#squares.get(squareKey(kind, x, y)) ?? [];
      }
    }
  }
}

const squareKey = (kind: BasemapClass, x: number, y: number): string => `${kind} ${x} ${y}`;
