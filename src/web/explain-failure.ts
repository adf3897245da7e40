/** Failures in the page's own words: what happened, and what the visitor can do. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Layer } from '../format/tile-sets.ts';
import type { Position, Zone } from '../geo/positions.ts';
import { ENDPOINTS } from '../request/parse-count-query.ts';
import type { MapRegion } from '../response/map-region.ts';
import type { Question } from './question.ts';

/** Why there is no answer. `status` is 0 where the service was not reached. */
export interface Refusal {
  readonly status: number;
  /** The service's own sentence. */
  readonly error: string;
  readonly retryAfter_s: number | null;
}

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** The service's own sentence, where it says more. */
  readonly said: string;
  /** What one click may do about it. */
  readonly remedy: 'enter-key' | 'show-data' | 'ask-again' | null;
}

export function explainFailure(
  { status, error, retryAfter_s }: Refusal,
  question: Question,
  regions: readonly MapRegion[],
): Explanation {
  const wait = `Wait ${retryAfter_s ?? 'a few'} seconds, then ask again.`;
  switch (status) {
    case 0:
      return {
        title: 'The service cannot be reached',
        advice: 'Check the connection, then ask again.',
        said: '',
        remedy: 'ask-again',
      };
    case 401:
      return {
        title: 'This key is not known here',
        advice: 'Check the key and its secret; it may also have been revoked.',
        said: '',
        remedy: 'enter-key',
      };
    case 414:
      return {
        title: 'The zone is too detailed',
        advice: 'Draw it with fewer corners.',
        said: error,
        remedy: null,
      };
    case 422:
      return explainUnserved(error, question, regions);
    case 429:
      return { title: 'Too many questions at once', advice: wait, said: '', remedy: 'ask-again' };
    case 503:
      return { title: 'The data cannot be read right now', advice: wait, said: '', remedy: 'ask-again' };
    case 400:
      return {
        title: question.option === 'zone' ? 'This zone cannot be counted' : 'This question cannot be asked',
        advice:
          question.option === 'zone'
            ? 'Move its corners so that no two sides cross.'
            : 'Change it and ask again.',
        said: error,
        remedy: null,
      };
    default:
      return {
        title: 'The service failed on this question',
        advice:
          'It is not your fault. If it happens again, pass the sentence below on to whoever runs the service.',
        said: error,
        remedy: 'ask-again',
      };
  }
}

function explainUnserved(error: string, question: Question, regions: readonly MapRegion[]): Explanation {
  const layer: Layer = ENDPOINTS[question.endpoint];
  if (regions.length > 0 && regions.every(({ coverage }) => coverage[layer] === null)) {
    return {
      title: layer === 'working' ? 'No data on people at work' : 'No data on inhabitants',
      advice: 'The data published here does not hold it. The other count may answer.',
      said: error,
      remedy: null,
    };
  }
  const places = question.option === 'zone' ? (question.rings[0] ?? []) : [question.origin];
  const needed = question.option === 'zone' ? ([layer] as const) : (['roads', layer] as const);
  const known = (place: Position | null): boolean =>
    place !== null &&
    regions.some(({ coverage }) => needed.every((data) => isInside(coverage[data] ?? [], place)));
  if (!places.some(known)) {
    return {
      title: 'Nothing is known about this place',
      advice: 'It lies outside the data. The bright part of the map is where the service can count.',
      said: error,
      remedy: 'show-data',
    };
  }
  const [, title, advice] = UNSERVED.find(([said]) => error.includes(said)) ?? UNSERVED_OTHERWISE;
  return { title, advice, said: error, remedy: null };
}

/** What else can be wrong with a place: a piece of the service's sentence, and what the page says. */
const UNSERVED: readonly (readonly [said: string, title: string, advice: string])[] = [
  [
    'not covered',
    'Too much of this zone lies outside the data',
    'Ask for less time, or for a place farther inside the bright part of the map.',
  ],
  [
    'edge of the road data',
    'The known roads end too soon',
    'Ask for less time, or start farther inside the bright part of the map.',
  ],
  ['road', 'There is no road near this point', 'Point at a street or a path.'],
  [
    'at most',
    'This zone is larger than one question may be',
    'Draw a smaller one, or ask for its parts and add up.',
  ],
];
const UNSERVED_OTHERWISE = [
  '',
  'This zone cannot be counted',
  'Another place or a smaller zone may do.',
] as const;

function isInside(coverage: Zone, position: Position): boolean {
  const coordinates = coverage as unknown as [number, number][][][];
  return booleanPointInPolygon(position as [number, number], { type: 'MultiPolygon', coordinates });
}
