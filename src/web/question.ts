/** What the visitor asks, and how it is written into the address of the page and of the call. */

import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Travel } from '../format/tile-sets.ts';
import type { Position } from '../geo/positions.ts';
import { MIN_TRAVEL_TIME_S } from '../limits.ts';
import { type Endpoint, parseCountQuery, pathOf } from '../request/parse-count-query.ts';

/** Which of the two ways to name a zone is in use. */
export type Option = 'isochrone' | 'zone';

/** A question, complete or not. What belongs to the other option is kept for when the visitor comes back to it. */
export interface Question {
  readonly endpoint: Endpoint;
  readonly option: Option;
  readonly origin: Position | null;
  readonly travel: Travel;
  readonly time_s: number;
  /** Shell and holes, each without the repetition of its first position; empty while nothing is drawn. */
  readonly rings: readonly (readonly Position[])[];
  /** Whether the shell is finished. */
  readonly closed: boolean;
}

export const FIRST_QUESTION: Question = {
  endpoint: 'livingcount',
  option: 'isochrone',
  origin: null,
  travel: 'pedestrian',
  time_s: 600,
  rings: [],
  closed: false,
};

/** Six decimals, a tenth of a metre: what the service tells apart. */
const DECIMALS = 6;
export const rounded = ([lon, lat]: Position): Position => [
  Number(lon.toFixed(DECIMALS)),
  Number(lat.toFixed(DECIMALS)),
];

/** The nearest travel time that the service takes. */
export const allowedTime_s = (time_s: number, travel: Travel): number =>
  Math.min(MAX_TRAVEL_TIME_S[travel], Math.max(MIN_TRAVEL_TIME_S, Math.round(time_s)));

/** The zone as GeoJSON text, or `null` while it is not finished. */
export function zoneText({ rings, closed }: Question): string | null {
  if (!closed || rings.length === 0) return null;
  const coordinates = rings.map((ring) => [...ring, ring[0]!]);
  return JSON.stringify({ type: 'Polygon', coordinates });
}

/** The parameters of the call, or `null` while the question is not complete. */
export function parametersOf(question: Question): Record<string, string> | null {
  if (question.option === 'zone') {
    const zone = zoneText(question);
    return zone === null ? null : { zone };
  }
  const { origin, travel, time_s } = question;
  return origin && { lon: String(origin[0]), lat: String(origin[1]), travel, time: String(time_s) };
}

/** The address fragment that asks the same question again: the call's own path and parameters, without credentials. */
export function fragmentOf(question: Question): string {
  const parameters = parametersOf(question);
  return parameters === null ? '' : `#${pathOf(question.endpoint)}?${new URLSearchParams(parameters)}`;
}

/**
 * The question of an address fragment.
 * @returns what it sets, `null` where it names no endpoint, or the service's own words on what is wrong with it
 */
export function questionOf(fragment: string): Partial<Question> | null | { readonly fault: string } {
  const [path, query = ''] = fragment.replace(/^#/, '').split('?');
  const endpoint = (['livingcount', 'workingcount'] as const).find((name) => pathOf(name) === path);
  if (!endpoint) return null;
  const parsed = parseCountQuery(new URLSearchParams(query));
  if (!parsed.ok) return { fault: 'message' in parsed.failure ? parsed.failure.message : '' };
  const { area } = parsed.value;
  if (area.option === 'zone') {
    return { endpoint, option: 'zone', rings: area.zone.map((ring) => ring.slice(0, -1)), closed: true };
  }
  const { origin, travel, time_s } = area.isochrone;
  return { endpoint, option: 'isochrone', origin, travel, time_s };
}
