/** Defines a question as an immutable value (endpoints, places, travel modes, times), and its changes. */
import type { MultiPolygon, Point, Polygon } from 'geojson';
import type { Endpoint } from '../endpoints.ts';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Layer, Travel } from '../format/tile-sets.ts';
import type { Position } from '../geo/positions.ts';
import { MIN_TRAVEL_TIME_S } from '../limits.ts';

/** Open rings, the shell and its holes. */
export type Outline = readonly (readonly Position[])[];

export interface PointPlace {
  readonly option: 'isochrone';
  readonly name: string;
  readonly origin: Position;
}

/** Zone of one drawn or several imported parts. */
export interface ZonePlace {
  readonly option: 'zone';
  readonly name: string;
  readonly parts: readonly Outline[];
  /** Until then, it is being drawn and no place yet. */
  readonly closed: boolean;
  /** Distance from the original boundary, at most; 0 if unsimplified. */
  readonly within_m: number;
}

export type Place = PointPlace | ZonePlace;
export type Option = Place['option'];

/** A question may be incomplete, and retains the place of the other option. */
export interface Question {
  readonly endpoints: readonly Endpoint[];
  readonly option: Option;
  readonly isochrone: PointPlace | null;
  readonly zone: ZonePlace;
  readonly travels: readonly Travel[];
  /** Times ascend. */
  readonly times_s: readonly number[];
  readonly kept: readonly Place[];
  readonly density: Layer | null;
}

export const NO_ZONE: ZonePlace = { option: 'zone', name: '', parts: [], closed: false, within_m: 0 };
const NO_PLACE = { isochrone: null, zone: NO_ZONE };

export const ONE_TIME_S = 600;

export const FIRST_QUESTION: Question = {
  endpoints: ['livingcount'],
  option: 'isochrone',
  ...NO_PLACE,
  travels: ['pedestrian'],
  times_s: [ONE_TIME_S],
  kept: [],
  density: null,
};

/** Letters name the places. */
export const MAX_PLACES = 26;

/** Decimals of degrees, 0.1 m, as the service has. */
const DECIMALS = 6;
export const rounded = ([lon, lat]: Position): Position => [
  Number(lon.toFixed(DECIMALS)),
  Number(lat.toFixed(DECIMALS)),
];

export const longestTime_s = (travels: readonly Travel[]): number =>
  Math.min(...travels.map((travel) => MAX_TRAVEL_TIME_S[travel]));

/** Returns the nearest allowed times, distinct. */
export function allowedTimes_s(times_s: readonly number[], travels: readonly Travel[]): number[] {
  const longest_s = longestTime_s(travels);
  const allowed = times_s.map((time_s) =>
    Math.min(longest_s, Math.max(MIN_TRAVEL_TIME_S, Math.round(time_s))),
  );
  return [...new Set(allowed)].sort((a, b) => a - b);
}

export const SEVERAL_TIMES_S: readonly number[] = [300, 600, 900];

/** Returns the current place, `null` if it is incomplete. */
export function placeOf({ option, isochrone, zone }: Question): Place | null {
  if (option === 'isochrone') return isochrone;
  return zone.closed ? zone : null;
}

export function placesOf(question: Question): Place[] {
  const place = placeOf(question);
  return place ? [...question.kept, place] : [...question.kept];
}

/** Moves the current place to those that are compared, so that another can be chosen. */
export const keepPlace = (question: Question): Question => ({
  ...question,
  ...NO_PLACE,
  kept: placesOf(question),
});

/** The last place of the others may become the current one. */
export function removePlace(question: Question, index: number): Question {
  if (index < question.kept.length) return { ...question, kept: question.kept.toSpliced(index, 1) };
  const last = question.kept.at(-1);
  return last
    ? withPlace({ ...question, kept: question.kept.slice(0, -1) }, last)
    : { ...question, ...NO_PLACE };
}

export const withPlace = (question: Question, place: Place): Question => ({
  ...question,
  option: place.option,
  [place.option]: place,
});

export const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

export const closedRings = (outline: Outline): Position[][] => outline.map((ring) => [...ring, ring[0]]);

export function geometryOf(place: Place): Point | Polygon | MultiPolygon {
  if (place.option === 'isochrone') return { type: 'Point', coordinates: [...place.origin] };
  const polygons = place.parts.map(closedRings) as unknown as MultiPolygon['coordinates'];
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}
