/** A service on loopback whose people are points that are known, so that counts can be checked by brute force. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Position } from '../../src/geo/positions.ts';
import { parseCountQuery } from '../../src/request/parse-count-query.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

export const CENTRE: Position = [11.97, 57.7];
const METRES_PER_DEGREE = 111_195;
const WALK_M_PER_S = 1.1;

export function people(count: number, across_degrees: number): Position[] {
  const random = new Random(47);
  const near = (degrees: number): number => degrees + across_degrees * (random.unit() - 0.5);
  return Array.from({ length: count }, () => [near(CENTRE[0]), near(CENTRE[1])]);
}

export const countIn = (points: readonly Position[], coordinates: readonly (readonly Position[])[]): number =>
  points.filter((point) =>
    booleanPointInPolygon([...point], { type: 'Polygon', coordinates: coordinates as never }),
  ).length;

/** The "isochrone" of a point. */
export function circle([lon, lat]: Position, time_s: number): Position[] {
  const reach = (WALK_M_PER_S * time_s) / METRES_PER_DEGREE;
  const ring = Array.from({ length: 120 }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / 120;
    const at = [
      lon + (reach * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
      lat + reach * Math.sin(angle),
    ];
    return at.map((degrees) => Number(degrees.toFixed(6))) as unknown as Position;
  });
  return [...ring, ring[0]];
}

export const MADE_NAMES = ['Haga', 'Hagen', 'Lunden'].map((name, order) => ({ name, kind: 'village', lon: CENTRE[0], lat: CENTRE[1] + order / 100, near: 'Made', order })); // biome-ignore format: one line

export interface MadeService {
  readonly url: string;
  readonly queries: string[];
  /** Statuses of the next answers; `null` breaks the connection. */
  readonly next: (number | null)[];
  close(): void;
}

/** Knows nobody east of 12.5°: a 422. */
export async function startMadeService(points: readonly Position[]): Promise<MadeService> {
  const queries: string[] = [];
  const next: (number | null)[] = [];
  const server = createServer((request, response) => {
    const { searchParams, search, pathname } = new URL(request.url!, 'http://loopback');
    const send = (status: number, body: object, headers = {}): void => {
      response.writeHead(status, { 'RateLimit-Policy': '"key";q=6000;w=60;calls=1', ...headers });
      response.end(JSON.stringify(body));
    };
    const refuse = (status: number, error: string): void =>
      send(status, { success: false, error }, { 'Retry-After': '0' });
    if (pathname === '/map/regions.json') return send(200, [{ version: 'made-1', basemap: [6, 14] }]);
    if (pathname === '/map/made-1/names')
      return send(
        200,
        MADE_NAMES.filter(({ name }) => name.startsWith(searchParams.get('q')!)),
      );
    queries.push(search.slice(1));
    const status = next.shift();
    if (status === null) return void request.socket.destroy();
    if (status) return refuse(status, `made ${status}`);
    if (request.headers.authorization !== `Basic ${btoa('key:secret')}`) return refuse(401, 'who are you?');
    const parsed = parseCountQuery(searchParams);
    if (!parsed.ok) {
      const { kind } = parsed.failure;
      return refuse(
        kind === 'cannot-serve' ? 422 : 400,
        'message' in parsed.failure ? parsed.failure.message : kind,
      );
    }
    const zone = searchParams.get('zone');
    const origin: Position = [Number(searchParams.get('lon')), Number(searchParams.get('lat'))];
    const coordinates: Position[][] = zone
      ? JSON.parse(zone).coordinates
      : [circle(origin, Number(searchParams.get('time')))];
    if (coordinates[0][0][0] > 12.5) return refuse(422, 'not covered');
    const count = countIn(points, coordinates);
    const datasets = [{ region: 'made', version: 'made-1', built_at: '', simulated: true, sources: [{ role: 'census', vintage: '2026', attribution: 'Made' }], share_of_people: 1, share_of_area: 1 }]; // biome-ignore format: one line
    const interval = { low: count - 1, high: count + 1 };
    const isochrone = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } };
    const details = { datasets, coverage: 1, area_m2: 1, interval, ...(!zone && { cut: false }) };
    send(200, {
      success: true,
      error: '',
      [pathname.slice('/api/v1/'.length)]: count,
      ...(!zone && { isochrone }),
      details,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, queries, next, close: () => void server.close() };
}

/** A boundary with teeth of about 50 m and a hole. */
export function municipality(positions: number): Position[][] {
  const ring = (count: number, reach: number, turn: 1 | -1): Position[] => {
    const open = Array.from({ length: count }, (_, i): Position => {
      const angle = (turn * 2 * Math.PI * i) / count;
      const length = reach * (1 + 0.2 * Math.sin(7 * angle) + 0.01 * Math.sin(301 * angle));
      return [CENTRE[0] + 2 * length * Math.cos(angle), CENTRE[1] + length * Math.sin(angle)];
    });
    return [...open, open[0]];
  };
  return [ring(positions, 0.08, 1), ring(1_000, 0.02, -1)];
}
