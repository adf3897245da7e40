/** Holds the example calls of the OpenAPI document, in the demo's town, and describes the failures of a call by status. */
import type { Failure } from '../failures.ts';
import type { Polygon } from '../geo/positions.ts';

const origin = { lon: 11.938, lat: 57.693 };
const block: { readonly type: 'Polygon'; readonly coordinates: Polygon } = {
  type: 'Polygon',
  coordinates: [
    [
      [11.9375, 57.692],
      [11.9405, 57.692],
      [11.9405, 57.694],
      [11.9375, 57.694],
      [11.9375, 57.692],
    ],
  ],
};

export interface CallExample {
  readonly summary: string;
  readonly status: 200 | 400 | 422;
  /** A query has these values as texts, `zone` as the text of its JSON. */
  readonly parameters: {
    readonly zone?: typeof block | { readonly type: 'Feature'; readonly geometry: typeof block };
    readonly lon?: number;
    readonly lat?: number;
    readonly travel?: 'pedestrian' | 'motorized';
    readonly time?: number;
    readonly details?: boolean;
  };
}

export const CALL_EXAMPLES = {
  zone: { summary: 'A polygon', status: 200, parameters: { zone: block } },
  feature: {
    summary: 'A feature',
    status: 200,
    parameters: { zone: { type: 'Feature', geometry: block } },
  },
  walk: {
    summary: 'Two minutes on foot, with details',
    status: 200,
    parameters: { ...origin, travel: 'pedestrian', time: 120, details: true },
  },
  drive: {
    summary: 'Five minutes by car',
    status: 200,
    parameters: { ...origin, travel: 'motorized', time: 300 },
  },
  incomplete: { summary: 'Half a question', status: 400, parameters: { lon: origin.lon, lat: origin.lat } },
  uncovered: {
    summary: 'A walk where nothing is known',
    status: 422,
    parameters: { lon: -30, lat: 45, travel: 'pedestrian', time: 600 },
  },
} as const satisfies Record<string, CallExample>;

export interface FailureExamples {
  readonly description: string;
  /** An example has the name of the call that causes it. */
  readonly examples: Readonly<Record<string, Failure>>;
}

export const FAILURES = {
  400: {
    description:
      'A parameter is missing, malformed or out of range; both options or neither; the zone is no valid polygon.',
    examples: {
      incomplete: {
        kind: 'bad-request',
        message: 'An isochrone needs lon, lat, travel and time: travel and time missing.',
      },
    },
  },
  401: {
    description: 'No or wrong credentials: the same answer for an unknown key and a wrong secret.',
    examples: { unauthorized: { kind: 'unauthorized' } },
  },
  405: {
    description: 'Not GET, HEAD or OPTIONS.',
    examples: { 'method-not-allowed': { kind: 'method-not-allowed' } },
  },
  414: {
    description: 'The query string is over the limit.',
    examples: { 'query-too-long': { kind: 'query-too-long' } },
  },
  422: {
    description:
      'Understood but cannot be served: not covered by data, no such data, no usable road near the origin, over a limit. Never answered as a count of 0.',
    examples: {
      uncovered: {
        kind: 'cannot-serve',
        reason: 'not-covered',
        message: 'The origin (lon, lat) lies outside the road data of every region served.',
      },
    },
  },
  429: {
    description: 'Over the rate of the key.',
    examples: { 'rate-limited': { kind: 'rate-limited', counted: 'key' } },
  },
  500: {
    description: 'A defect of the service; the id names the request in its log.',
    examples: { defect: { kind: 'defect', requestId: '2f1c5f0e-7f0b-4a55-9d0c-0d4a3b1f9e11' } },
  },
  503: {
    description:
      'Storage did not answer, a tile is missing or damaged, or other wide calls are being computed: never a wrong count.',
    examples: { 'storage-unavailable': { kind: 'storage-unavailable' }, busy: { kind: 'busy' } },
  },
} as const satisfies Record<number, FailureExamples>;

export const NOT_READY: FailureExamples = {
  description: 'Calls cannot be answered, or not all: `error` says which region lacks what.',
  examples: {
    'not-ready': { kind: 'not-ready', missing: ['region town: living pack missing or damaged'] },
  },
};
