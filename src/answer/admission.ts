/**
 * Admission control: a call waits until its load, estimated by perimeter or travel time, fits an isolate's memory, or is
 * refused.
 */
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import { perimeterOfZone_m } from '../geo/area.ts';
import { ADMISSION_LEASE_MS, ADMISSION_POLL_MS, MAX_LOAD, MAX_ZONE_PERIMETER_KM } from '../limits.ts';
import type { Area } from '../request/parse-count-query.ts';

const LONGEST_WALK_LOAD = 0.25;
/** A first count in a metropolis takes 4 MB while it reads packs, however small its zone. */
const LEAST_LOAD = 1 / 16;

/** Share of the widest call's. */
export function loadOf(area: Area): number {
  return Math.max(LEAST_LOAD, area.option === 'zone' ? loadOfZone(area) : loadOfIsochrone(area));
}

const loadOfZone = ({ zone }: Extract<Area, { option: 'zone' }>): number =>
  perimeterOfZone_m([zone]) / 1_000 / MAX_ZONE_PERIMETER_KM;

const loadOfIsochrone = ({ isochrone }: Extract<Area, { option: 'isochrone' }>): number =>
  (isochrone.travel === 'motorized' ? 1 : LONGEST_WALK_LOAD) *
  (isochrone.time_s / MAX_TRAVEL_TIME_S[isochrone.travel]);

interface Admitted {
  readonly load: number;
  readonly until_ms: number;
}

export class Admission {
  readonly #admitted = new Set<Admitted>();

  /**
   * Calls that the platform ends never leave: their load expires after ADMISSION_LEASE_MS.
   * @returns call it when done; `null` on timeout
   */
  async enter(load: number, wait_ms: number): Promise<(() => void) | null> {
    const lastTry_ms = Date.now() + wait_ms;
    while (!this.#fits(load)) {
      if (Date.now() >= lastTry_ms) return null;
      await new Promise((resolve) => setTimeout(resolve, ADMISSION_POLL_MS));
    }
    const admitted = { load, until_ms: Date.now() + ADMISSION_LEASE_MS };
    this.#admitted.add(admitted);
    return () => this.#admitted.delete(admitted);
  }

  #fits(load: number): boolean {
    const now_ms = Date.now();
    let sum = load;
    for (const admitted of this.#admitted) {
      if (admitted.until_ms < now_ms) this.#admitted.delete(admitted);
      else sum += admitted.load;
    }
    return sum <= MAX_LOAD;
  }
}
