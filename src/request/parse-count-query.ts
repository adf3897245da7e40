/**
 * Reads the parameters of a count into one canonical form: questions that mean the same become the same query,
 * whatever their spelling.
 */
import { badRequest, cannotServe, type Result, success } from '../failures.ts';
import type { Layer } from '../format/manifest.ts';
import { TRAVELS, type Travel } from '../format/road-tile.ts';
import type { Polygon, Position } from '../geo/positions.ts';
import { MAX_TRAVEL_TIME_S, MIN_TRAVEL_TIME_S, ORIGIN_DECIMALS } from '../limits.ts';
import { readZone } from '../zone/read-zone.ts';

/** The endpoints, and the layer that each counts from. */
export const ENDPOINTS = { livingcount: 'living', workingcount: 'working' } as const satisfies Record<
  string,
  Layer
>;
export type Endpoint = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as Endpoint[];

export const pathOf = (endpoint: Endpoint): string => `/api/v1/${endpoint}`;

/** The area reachable from `origin` within `time_s`. */
export interface IsochroneQuery {
  /** Rounded to ORIGIN_DECIMALS. */
  readonly origin: Position;
  readonly travel: Travel;
  /** Whole seconds. */
  readonly time_s: number;
}

/** Where to count: in a polygon in canonical form, or in an isochrone. */
export type Area =
  | { readonly option: 'zone'; readonly zone: Polygon }
  | { readonly option: 'isochrone'; readonly isochrone: IsochroneQuery };

export interface CountQuery {
  readonly area: Area;
  /** Whether the caller wants to know more than the count. */
  readonly details: boolean;
}

const ISOCHRONE_PARAMETERS = ['lon', 'lat', 'travel', 'time'] as const;
const KNOWN_PARAMETERS = ['zone', ...ISOCHRONE_PARAMETERS, 'details', 'apikey', 'apisecret'] as const;

/** @returns the query, or the first failure in the contract's order: any 400 comes before any 422 */
export function parseCountQuery(parameters: URLSearchParams): Result<CountQuery> {
  for (const name of KNOWN_PARAMETERS) {
    if (parameters.getAll(name).length > 1)
      return badRequest(`The parameter ${name} may be given only once.`);
  }
  const details = parseDetails(parameters.get('details'));
  if (!details.ok) return details;
  const area = parseArea(parameters);
  return area.ok ? success({ area: area.value, details: details.value }) : area;
}

function parseArea(parameters: URLSearchParams): Result<Area> {
  const zoneText = parameters.get('zone');
  const missing = ISOCHRONE_PARAMETERS.filter((name) => !parameters.has(name));
  if (zoneText !== null) {
    if (missing.length < ISOCHRONE_PARAMETERS.length) {
      return badRequest('Give either zone, or lon, lat, travel and time, but not both.');
    }
    const zone = readZone(zoneText);
    return zone.ok ? success({ option: 'zone', zone: zone.value }) : zone;
  }
  if (missing.length === ISOCHRONE_PARAMETERS.length) {
    return badRequest('Give either zone (a GeoJSON Polygon), or lon, lat, travel and time.');
  }
  if (missing.length > 0) {
    return badRequest(`An isochrone needs lon, lat, travel and time: ${missing.join(' and ')} missing.`);
  }
  const isochrone = parseIsochrone(parameters);
  return isochrone.ok ? success({ option: 'isochrone', isochrone: isochrone.value }) : isochrone;
}

/** All four parameters must be present. */
function parseIsochrone(parameters: URLSearchParams): Result<IsochroneQuery> {
  const text = (name: (typeof ISOCHRONE_PARAMETERS)[number]): string => trim(parameters.get(name)!);
  const lon = parseDegrees('lon', text('lon'), 180);
  if (!lon.ok) return lon;
  const lat = parseDegrees('lat', text('lat'), 90);
  if (!lat.ok) return lat;
  const travel = TRAVELS.find((known) => known === text('travel'));
  if (travel === undefined) return badRequest('travel must be pedestrian or motorized.');
  const time_s = parseTime(text('time'), travel);
  if (!time_s.ok) return time_s;
  return success({ origin: [lon.value, lat.value], travel, time_s: time_s.value });
}

const DECIMAL_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE_NUMBER = /^\+?\d+$/;

function parseDegrees(name: string, text: string, limit: number): Result<number> {
  const degrees = DECIMAL_NUMBER.test(text) ? Number(text) : Number.NaN;
  return Math.abs(degrees) <= limit
    ? success(roundOrigin(degrees))
    : badRequest(`${name} must be a decimal number of degrees from -${limit} to ${limit}.`);
}

function parseTime(text: string, travel: Travel): Result<number> {
  const time_s = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!(time_s >= MIN_TRAVEL_TIME_S)) {
    return badRequest(`time must be a whole number of seconds, at least ${MIN_TRAVEL_TIME_S}.`);
  }
  const longest_s = MAX_TRAVEL_TIME_S[travel];
  return time_s <= longest_s
    ? success(time_s)
    : cannotServe(`time is over the limit of ${longest_s} seconds for travel=${travel}.`);
}

function parseDetails(text: string | null): Result<boolean> {
  const value = text === null ? 'false' : trim(text);
  if (value === 'true' || value === 'false') return success(value === 'true');
  return badRequest('details must be true or false.');
}

/** Rounds degrees to ORIGIN_DECIMALS; adding zero turns -0 into 0. */
const roundOrigin = (degrees: number): number => Number(degrees.toFixed(ORIGIN_DECIMALS)) + 0;

/** Without white space around it; an unencoded plus sign arrives as a space. */
const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
