/** Estimates what a call takes of an isolate, and what it counts towards its key's rate, by perimeter or travel time. */
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Travel } from '../format/tile-sets.ts';
import { perimeterOfZone_m } from '../geo/area.ts';
import type { Polygon } from '../geo/positions.ts';
import { CALLS_OF_WIDEST, LEAST_LOAD, MAX_ZONE_PERIMETER_KM } from '../limits.ts';

const LONGEST_WALK_LOAD = 0.25;

interface TimedTravel {
  readonly travel: Travel;
  readonly time_s: number;
}
type AskedArea =
  | { readonly option: 'zone'; readonly zone: Polygon }
  | { readonly option: 'isochrone'; readonly isochrone: TimedTravel };

/** Load as a share of that of the widest call, 0 to 1. */
export const loadOf = (area: AskedArea): number =>
  area.option === 'isochrone'
    ? loadOfIsochrone(area.isochrone)
    : Math.max(LEAST_LOAD, perimeterOfZone_m([area.zone]) / 1_000 / MAX_ZONE_PERIMETER_KM);

export const loadOfIsochrone = ({ travel, time_s }: TimedTravel): number =>
  Math.max(
    LEAST_LOAD,
    (travel === 'motorized' ? 1 : LONGEST_WALK_LOAD) * (time_s / MAX_TRAVEL_TIME_S[travel]),
  );

/** Calls that a load counts as, from 1 to CALLS_OF_WIDEST; the caller can compute it before asking. */
export const callsOf = (load: number): number => Math.round(CALLS_OF_WIDEST * load);

const callsIn = (travel: Travel): string =>
  `${MAX_TRAVEL_TIME_S[travel].toLocaleString('en')} s ${travel === 'motorized' ? 'by car' : 'on foot'} as ${callsOf(loadOfIsochrone({ travel, time_s: MAX_TRAVEL_TIME_S[travel] }))}`;

/** Parameter of RateLimit-Policy, named as the draft asks of a service's own ones. */
export const COUNTED_CALLS = 'population-count-calls';

/** Explains to callers how many calls a request counts as. */
export const COUNTING_RULE = `1 to ${CALLS_OF_WIDEST}, in proportion to the time or perimeter: ${callsIn('motorized')}, ${callsIn('pedestrian')}, ${MAX_ZONE_PERIMETER_KM.toLocaleString('en')} km of perimeter as ${CALLS_OF_WIDEST}`;
