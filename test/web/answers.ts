/** A region and the service's answers about it, as the map page gets them. */
import type { Endpoint } from '../../src/endpoints.ts';
import type { Unserved } from '../../src/failures.ts';
import { MAP_ZOOMS } from '../../src/format/map-pack.ts';
import type { Position } from '../../src/geo/positions.ts';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../../src/limits.ts';
import type { Details } from '../../src/response/details.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** People around the middle of 11, 57 to 12, 58. */
export const TOWN: MapRegion = {
  region: 'little-town',
  version: 'little-town-1',
  built_at: '2026-02-03T04:05:06Z',
  builder_version: '0.1.0',
  simulated: false,
  sources: [
    { role: 'roads', vintage: '2026', attribution: 'the mappers' },
    { role: 'census', vintage: '2020', attribution: 'the town hall' },
  ],
  coverage: {
    roads: [[rectangle(11, 57, 12, 58)]],
    living: [[rectangle(11, 57, 12, 58)]],
    working: [[rectangle(11, 57, 12, 58)]],
  },
  bounds: { west: 11, south: 57, east: 12, north: 58 },
  density: ['living', 'working'],
  basemap: MAP_ZOOMS,
};
export const MIDDLE: Position = [11.5, 57.5];
export const linkTo = ([lon, lat]: Position, more = ''): string =>
  `#/api/v1/livingcount?lon=${lon}&lat=${lat}&travel=pedestrian&time=600${more}`;
export const SQUARE: Position[] = [[11.4, 57.4], [11.6, 57.4], [11.6, 57.6], [11.4, 57.6]]; // biome-ignore format: one line

export interface AskedCall {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | null;
}

export interface Success {
  readonly people?: number;
  readonly details?: Partial<Details>;
  readonly isochrone?: GeoJSON.Polygon;
}

const featureOf = (geometry: GeoJSON.Polygon): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry,
});
export const around = ([lon, lat]: Position, degrees: number): GeoJSON.Polygon => ({
  type: 'Polygon',
  coordinates: [rectangle(lon - degrees, lat - degrees, lon + degrees, lat + degrees) as [number, number][]],
});

const RATE_POLICY = `"apikey";q=${CALLS_PER_KEY};w=${RATE_PERIOD_S}`;

type Dataset = Details['datasets'][number];

/** As the only dataset of an answer. */
export const datasetOf = (town: Omit<Dataset, 'share_of_people' | 'share_of_area'>): Dataset => {
  const { region, version, built_at, builder_version, simulated, sources } = town;
  return {
    region,
    version,
    built_at,
    builder_version,
    simulated,
    sources,
    share_of_people: 1,
    share_of_area: 1,
  };
};

export function success(
  { endpoint, parameters }: Pick<AskedCall, 'endpoint' | 'parameters'>,
  { people = 1_234, details, isochrone }: Success = {},
): Response {
  const { lon, lat, time } = parameters;
  const reached = isochrone ?? around([Number(lon), Number(lat)], Number(time) / 100_000);
  const stated: Details = {
    datasets: [datasetOf(TOWN)],
    coverage: 1,
    area_m2: 2_000_000,
    interval: { low: people - 10, high: people + 20 },
    ...(lon && { origin: { lon: Number(lon), lat: Number(lat), distance_m: 3 }, cut: false }),
    ...details,
  };
  const body = {
    success: true,
    [endpoint]: people,
    ...(lon && { isochrone: featureOf(reached) }),
    details: stated,
  };
  return Response.json(body, { headers: { 'RateLimit-Policy': RATE_POLICY } });
}

export const refusal = (status: number, error: string, headers: Record<string, string> = {}): Response =>
  Response.json({ success: false, error }, { status, headers });

export const unserved = (reason: Unserved): Response =>
  refusal(422, `made ${reason}`, { 'Failure-Reason': reason });

export function unanswered(): {
  readonly response: Promise<Response>;
  readonly answer: (response: Response) => void;
} {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { response: promise, answer: resolve };
}

export const notFound = (): Response =>
  Response.json({ success: false, error: 'not there' }, { status: 404 });
