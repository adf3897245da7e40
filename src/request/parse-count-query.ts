/** Validates count parameters by their schemas, and returns a canonical query, equal for all spellings. */
import * as v from 'valibot';
import { badRequest, cannotServe, type Result, success } from '../failures.ts';
import { MAX_TRAVEL_TIME_S } from '../format/road-model.ts';
import type { Polygon } from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { readZone } from '../zone/read-zone.ts';
import { countParameters, ISOCHRONE_PARAMETERS } from './count-parameters.ts';

export type Area =
  | { readonly option: 'zone'; readonly zone: Polygon }
  | { readonly option: 'isochrone'; readonly isochrone: IsochroneQuery };

export interface CountQuery {
  readonly area: Area;
  readonly details: boolean;
}

const KNOWN_PARAMETERS = ['zone', ...ISOCHRONE_PARAMETERS, 'details', 'apikey', 'apisecret'] as const;

/** @returns the query or the first failure, where any 400 comes before any 422 */
export function parseCountQuery(parameters: URLSearchParams): Result<CountQuery> {
  for (const name of KNOWN_PARAMETERS) {
    if (parameters.getAll(name).length > 1)
      return badRequest(`The parameter ${name} may be given only once.`);
  }
  const details = parse('details', parameters.get('details') ?? 'false');
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

function parseIsochrone(parameters: URLSearchParams): Result<IsochroneQuery> {
  const lon = parse('lon', parameters.get('lon')!);
  if (!lon.ok) return lon;
  const lat = parse('lat', parameters.get('lat')!);
  if (!lat.ok) return lat;
  const travel = parse('travel', parameters.get('travel')!);
  if (!travel.ok) return travel;
  const time_s = parse('time', parameters.get('time')!);
  if (!time_s.ok) return time_s;
  const longest_s = MAX_TRAVEL_TIME_S[travel.value];
  return time_s.value <= longest_s
    ? success({ origin: [lon.value, lat.value], travel: travel.value, time_s: time_s.value })
    : cannotServe('over-limit', `time is over the limit of ${longest_s} seconds for travel=${travel.value}.`);
}

type CountParameters = typeof countParameters;

function parse<Name extends keyof CountParameters>(
  name: Name,
  text: string,
): Result<v.InferOutput<CountParameters[Name]>> {
  const parsed = v.safeParse(countParameters[name], text, { abortPipeEarly: true });
  return parsed.success ? success(parsed.output) : badRequest(parsed.issues[0].message);
}
