/** API calls of a question: the product of places, travel modes, times, endpoints and parts of a zone. */
import { polygonText } from '../clients/javascript/fit-zone.ts';
import { type Endpoint, pathOf } from '../endpoints.ts';
import type { Travel } from '../format/tile-sets.ts';
import { closedRings, type Outline, type Place, placesOf, type Question } from './question.ts';

export interface Call {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
  /** Equal for equal calls only. */
  readonly key: string;
}

export interface Count {
  readonly endpoint: Endpoint;
  readonly calls: readonly Call[];
}

export interface Row {
  readonly place: Place;
  readonly index: number;
  readonly isKept: boolean;
  readonly reach: { readonly travel: Travel; readonly time_s: number } | null;
  readonly counts: readonly Count[];
}

/** By place, shorter times first. */
export function rowsOf(question: Question): Row[] {
  return placesOf(question).flatMap((place, index): Row[] => {
    const isKept = index < question.kept.length;
    if (place.option === 'zone') {
      const zones = place.drawing.parts.map((outline) => ({ zone: zoneText(outline) }));
      return [{ place, index, isKept, reach: null, counts: countsOf(question, zones) }];
    }
    const [lon, lat] = place.origin.map(String);
    return question.travels.flatMap((travel) =>
      question.times_s.map((time_s) => ({
        place,
        index,
        isKept,
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

export const zoneText = (outline: Outline): string => polygonText(closedRings(outline));

/** Call for a shell, with places for the credentials. */
export function curlOf({ endpoint, parameters }: Call, origin: string): string {
  const values = Object.entries(withDetails(parameters)).map(
    ([name, value]) => `  --data-urlencode '${name}=${value}'`,
  );
  return [`curl -G -u "$API_KEY:$API_SECRET" '${origin}${pathOf(endpoint)}'`, ...values].join(' \\\n');
}

/** Adds `details=true`. */
export const withDetails = (parameters: Readonly<Record<string, string>>): Record<string, string> => ({
  ...parameters,
  details: 'true',
});
