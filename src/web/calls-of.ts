/** The calls that answer a question: one for each place, travel mode, time, kind of people and part of a zone. */
import type { Endpoint } from '../endpoints.ts';
import type { Travel } from '../format/tile-sets.ts';
import { closedRings, type Outline, type Place, placesOf, type Question } from './question.ts';

/** One call of the API. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
  /** The same for the same call, and for no other. */
  readonly key: string;
}

/** The calls for one number: several where a zone has several parts. */
export interface Count {
  readonly endpoint: Endpoint;
  readonly calls: readonly Call[];
}

/** Where is counted: a zone, or what is reached from a point in a time. */
export interface Row {
  readonly place: Place;
  /** Of the place among all. */
  readonly index: number;
  readonly reach: { readonly travel: Travel; readonly time_s: number } | null;
  readonly counts: readonly Count[];
}

/** The rows of a question, place by place, shorter times first. */
export function rowsOf(question: Question): Row[] {
  return placesOf(question).flatMap((place, index): Row[] => {
    if (place.option === 'zone') {
      const zones = place.drawing.parts.map((outline) => ({ zone: zoneText(outline) }));
      return [{ place, index, reach: null, counts: countsOf(question, zones) }];
    }
    const [lon, lat] = place.origin.map(String);
    return question.travels.flatMap((travel) =>
      question.times_s.map((time_s) => ({
        place,
        index,
        reach: { travel, time_s },
        counts: countsOf(question, [{ lon, lat, travel, time: String(time_s) }]),
      })),
    );
  });
}

function countsOf({ endpoints }: Question, areas: readonly Record<string, string>[]): Count[] {
  return endpoints.map((endpoint) => ({
    endpoint,
    calls: areas.map((parameters) => ({ endpoint, parameters, key: keyOf(endpoint, parameters) })),
  }));
}

const keyOf = (endpoint: Endpoint, parameters: Record<string, string>): string =>
  `${endpoint}?${new URLSearchParams(parameters)}`;

/** A zone as the service takes it. */
export const zoneText = (outline: Outline): string =>
  JSON.stringify({ type: 'Polygon', coordinates: closedRings(outline) });

/** The parameters of every call of this page: with the details that it shows. */
export const withDetails = (parameters: Readonly<Record<string, string>>): Record<string, string> => ({
  ...parameters,
  details: 'true',
});
