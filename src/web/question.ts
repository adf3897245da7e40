/** Question as an immutable value: endpoints, places, travel modes, times; and its changes. */
import type { Endpoint } from '../endpoints.ts';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Layer, Travel } from '../format/tile-sets.ts';
import type { Position } from '../geo/positions.ts';
import { MIN_TRAVEL_TIME_S } from '../limits.ts';

export type Option = 'isochrone' | 'zone';

/** Open rings: shell and holes. */
export type Outline = readonly (readonly Position[])[];

/** Zone of one drawn or several imported parts. */
export interface Drawing {
  readonly parts: readonly Outline[];
  readonly closed: boolean;
  /** Distance from the original boundary, at most; 0 if unsimplified. */
  readonly within_m: number;
}

export const EMPTY_DRAWING: Drawing = { parts: [], closed: false, within_m: 0 };

export type Place = { readonly name: string } & (
  | { readonly option: 'isochrone'; readonly origin: Position }
  | { readonly option: 'zone'; readonly drawing: Drawing }
);

/** Perhaps incomplete; keeps the other option. */
export interface Question {
  readonly endpoints: readonly Endpoint[];
  readonly option: Option;
  readonly origin: Position | null;
  readonly drawing: Drawing;
  readonly names: Readonly<Record<Option, string>>;
  readonly travels: readonly Travel[];
  /** Ascending. */
  readonly times_s: readonly number[];
  readonly kept: readonly Place[];
  readonly density: Layer | null;
}

const NO_NAMES: Question['names'] = { isochrone: '', zone: '' };

export const FIRST_QUESTION: Question = {
  endpoints: ['livingcount'],
  option: 'isochrone',
  origin: null,
  drawing: EMPTY_DRAWING,
  names: NO_NAMES,
  travels: ['pedestrian'],
  times_s: [600],
  kept: [],
  density: null,
};

/** Letters name the places. */
export const MAX_PLACES = 26;

/** 0.1 m, as the service. */
const DECIMALS = 6;
export const rounded = ([lon, lat]: Position): Position => [
  Number(lon.toFixed(DECIMALS)),
  Number(lat.toFixed(DECIMALS)),
];

export const longestTime_s = (travels: readonly Travel[]): number =>
  Math.min(...travels.map((travel) => MAX_TRAVEL_TIME_S[travel]));

/** Nearest allowed times, distinct. */
export function allowedTimes_s(times_s: readonly number[], travels: readonly Travel[]): number[] {
  const longest_s = longestTime_s(travels);
  const allowed = times_s.map((time_s) =>
    Math.min(longest_s, Math.max(MIN_TRAVEL_TIME_S, Math.round(time_s))),
  );
  return [...new Set(allowed)].sort((a, b) => a - b);
}

export const SEVERAL_TIMES_S: readonly number[] = [300, 600, 900];

/** Current place; `null` if incomplete. */
export function placeOf({ option, origin, drawing, names }: Question): Place | null {
  const name = names[option];
  if (option === 'isochrone') return origin && { name, option, origin };
  return drawing.closed && drawing.parts.length > 0 ? { name, option, drawing } : null;
}

export function placesOf(question: Question): Place[] {
  const place = placeOf(question);
  return place ? [...question.kept, place] : [...question.kept];
}

export function keepPlace(question: Question): Question {
  const kept = placesOf(question);
  return { ...question, kept, origin: null, drawing: EMPTY_DRAWING, names: NO_NAMES };
}

/** The last kept place may become current. */
export function removePlace(question: Question, index: number): Question {
  if (index < question.kept.length) return { ...question, kept: question.kept.toSpliced(index, 1) };
  const last = question.kept.at(-1);
  const kept = question.kept.slice(0, -1);
  return last
    ? withPlace({ ...question, kept }, last)
    : { ...question, origin: null, drawing: EMPTY_DRAWING, names: NO_NAMES };
}

export function withPlace(question: Question, place: Place): Question {
  const { option } = place;
  const names = { ...question.names, [option]: place.name };
  return option === 'isochrone'
    ? { ...question, names, option, origin: place.origin }
    : { ...question, names, option, drawing: place.drawing };
}

export const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

export const closedRings = (outline: Outline): Position[][] => outline.map((ring) => [...ring, ring[0]]);
