/** What the visitor asks: which people, where, how to travel and how long. */
import type { Endpoint } from '../endpoints.ts';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Layer, Travel } from '../format/tile-sets.ts';
import type { Position } from '../geo/positions.ts';
import { MIN_TRAVEL_TIME_S } from '../limits.ts';

/** Which of the two ways to name a zone is in use. */
export type Option = 'isochrone' | 'zone';

/** Shell and holes of a zone, or of a part of one, each without the repetition of its first position. */
export type Outline = readonly (readonly Position[])[];

/** A zone as it is drawn: one part by hand, or several that were brought in. */
export interface Drawing {
  readonly parts: readonly Outline[];
  /** Whether the shell is finished. */
  readonly closed: boolean;
  /** How far the outline may lie from the boundary that it was simplified from, in metres; 0 where it is the boundary itself. */
  readonly within_m: number;
}

export const EMPTY_DRAWING: Drawing = { parts: [], closed: false, within_m: 0 };

/** Where to count: within reach of a point, or in a zone. */
export type Place = { readonly name: string } & (
  | { readonly option: 'isochrone'; readonly origin: Position }
  | { readonly option: 'zone'; readonly drawing: Drawing }
);

/** A question, complete or not. What belongs to the other option is kept for when the visitor comes back to it. */
export interface Question {
  /** One or both. */
  readonly endpoints: readonly Endpoint[];
  readonly option: Option;
  readonly origin: Position | null;
  readonly drawing: Drawing;
  /** What the point and the zone in work are called; empty for one without a name. */
  readonly names: Readonly<Record<Option, string>>;
  /** One or both. */
  readonly travels: readonly Travel[];
  /** Travel times, rising. */
  readonly times_s: readonly number[];
  /** Places to compare the one in work with. */
  readonly kept: readonly Place[];
  /** Whose density the map shows beside it. */
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

/** Places in one comparison: as many as letters name. */
export const MAX_PLACES = 26;

/** Six decimals, a tenth of a metre: what the service tells apart. */
const DECIMALS = 6;
export const rounded = ([lon, lat]: Position): Position => [
  Number(lon.toFixed(DECIMALS)),
  Number(lat.toFixed(DECIMALS)),
];

/** The longest travel time that the service takes for each of the travel modes. */
export const longestTime_s = (travels: readonly Travel[]): number =>
  Math.min(...travels.map((travel) => MAX_TRAVEL_TIME_S[travel]));

/** The nearest travel times that the service takes, each once. */
export function allowedTimes_s(times_s: readonly number[], travels: readonly Travel[]): number[] {
  const longest_s = longestTime_s(travels);
  const allowed = times_s.map((time_s) =>
    Math.min(longest_s, Math.max(MIN_TRAVEL_TIME_S, Math.round(time_s))),
  );
  return [...new Set(allowed)].sort((a, b) => a - b);
}

/** What several travel times begin with. */
export const SEVERAL_TIMES_S: readonly number[] = [300, 600, 900];

/** The place in work, or `null` while it is not complete. */
export function placeOf({ option, origin, drawing, names }: Question): Place | null {
  const name = names[option];
  if (option === 'isochrone') return origin && { name, option, origin };
  return drawing.closed && drawing.parts.length > 0 ? { name, option, drawing } : null;
}

/** All places asked about, the one in work last. */
export function placesOf(question: Question): Place[] {
  const place = placeOf(question);
  return place ? [...question.kept, place] : [...question.kept];
}

/** The question about the next place, with the one in work kept. */
export function keepPlace(question: Question): Question {
  const kept = placesOf(question);
  return { ...question, kept, origin: null, drawing: EMPTY_DRAWING, names: NO_NAMES };
}

/** The question without one of its places; without the one in work, the one kept last comes back into work. */
export function removePlace(question: Question, index: number): Question {
  if (index < question.kept.length) return { ...question, kept: question.kept.toSpliced(index, 1) };
  const last = question.kept.at(-1);
  const kept = question.kept.slice(0, -1);
  return last
    ? withPlace({ ...question, kept }, last)
    : { ...question, origin: null, drawing: EMPTY_DRAWING, names: NO_NAMES };
}

/** The question with another place in work. */
export function withPlace(question: Question, place: Place): Question {
  const { option } = place;
  const names = { ...question.names, [option]: place.name };
  return option === 'isochrone'
    ? { ...question, names, option, origin: place.origin }
    : { ...question, names, option, drawing: place.drawing };
}

/** Letters name the places in their order. */
export const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** An outline as a GeoJSON polygon's coordinates. */
export const closedRings = (outline: Outline): Position[][] => outline.map((ring) => [...ring, ring[0]]);
