/** Worker's app with real bindings. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { createApp } from '../../src/app.ts';
import { ENDPOINT_NAMES, type Endpoint, HEALTH_PATH, pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { toHex } from '../../src/format/sha256.ts';
import { TIMEOUTS, type Timeouts } from '../../src/limits.ts';
import type { KeyEntry } from '../../src/request/key-document.ts';
import {
  countAnswerSchemas,
  failureAnswerSchema,
  healthAnswerSchema,
} from '../../src/response/answer-schemas.ts';
import type { Bindings } from '../../src/service-env.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';

export const SERVICE = 'http://count.test';

export const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
/** Refuses isochrones that reach the data's edge. */
export const edgeTown = streetTown({
  region: 'edge',
  near: [11, 52],
  version: 'edge-0000000000000002',
  goesOn: true,
});
/** Answers such isochrones. */
export const extractTown = streetTown({
  region: 'extract',
  near: [12, 52],
  version: 'extract-0000000000000003',
  goesOn: true,
  cut_isochrones: 'answer',
});
/** No data on people at work. */
export const livingTown = streetTown({
  region: 'living-only',
  near: [13, 52],
  version: 'living-only-0000000000000004',
  has: { working: false },
});
export const towns: readonly StreetTown[] = [town, edgeTown, extractTown, livingTown];

/** As regions are listed. */
export const inOrder = (listed: readonly StreetTown[]): StreetTown[] =>
  listed.toSorted((a, b) => (a.manifest.region < b.manifest.region ? -1 : 1));

export const CALLER = { key: 'pc_test', secret: 'open sesame: é' };
export const REVOKED = { key: 'pc_gone', secret: 'was valid once' };
/** For rate limits. */
export const EAGER = { key: 'pc_eager', secret: 'again and again' };

export async function seed(): Promise<void> {
  await publish(towns);
  await putKeys(await callers());
}

export const callers = async (): Promise<KeyEntry[]> => [
  await keyEntry(CALLER.key, 'tests', [CALLER.secret]),
  { ...(await keyEntry(REVOKED.key, 'gone', [REVOKED.secret])), revoked_at: '2026-02-01T00:00:00.000Z' },
  await keyEntry(EAGER.key, 'eager', [EAGER.secret]),
];

/** Reading takes a fraction of a write's time. */
async function restore(bucket: R2Bucket, key: string, bytes: Uint8Array): Promise<void> {
  const digest = await crypto.subtle.digest('MD5', bytes as Uint8Array<ArrayBuffer>);
  if ((await bucket.head(key))?.etag !== toHex(new Uint8Array(digest))) await bucket.put(key, bytes);
}

export async function publish(live: readonly StreetTown[]): Promise<void> {
  await Promise.all(
    live.flatMap(({ objects }) => Array.from(objects, ([key, bytes]) => restore(env.TILES, key, bytes))),
  );
  await restore(env.TILES, CURRENT_KEY, await currentInMemory(live));
}

export async function putKeys(keys: readonly KeyEntry[]): Promise<void> {
  await Promise.all(Array.from(await keyObjects(keys), ([name, bytes]) => restore(env.KEYS, name, bytes)));
}

export type CallParameters =
  | Readonly<Record<string, unknown>>
  | readonly (readonly [string, string])[]
  | string;

export function queryOf(parameters: CallParameters): string {
  if (typeof parameters === 'string') return parameters;
  const pairs = Array.isArray(parameters) ? parameters : Object.entries(parameters);
  return new URLSearchParams(
    pairs.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  ).toString();
}

export const basic = ({ key, secret }: { key: string; secret: string }): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${key}:${secret}`)))}`;

export const polygon = (coordinates: unknown): object => ({ type: 'Polygon', coordinates });
/** @param positions as JSON, without brackets around them */
export const zoneText = (positions: string): string => `{"type":"Polygon","coordinates":[[${positions}]]}`;
/** Outside all towns. */
export const FAR_AWAY = zoneText('[0,0],[1,0],[1,0.5],[0,0]');

/** Holds a body against the OpenAPI document. */
async function checkBody(path: string, response: Response): Promise<void> {
  if (!response.headers.get('Content-Type')?.includes('json') || response.body === null) return;
  const text = await response.text();
  if (text === '') return;
  const { pathname } = new URL(`${SERVICE}${path}`);
  const endpoint = ENDPOINT_NAMES.find((name) => pathOf(name) === pathname);
  if (!response.ok) v.parse(failureAnswerSchema, JSON.parse(text));
  else if (endpoint) v.parse(countAnswerSchemas[endpoint], JSON.parse(text));
  else if (pathname === HEALTH_PATH) v.parse(healthAnswerSchema, JSON.parse(text));
}

export class Service {
  readonly #app: ReturnType<typeof createApp>;
  readonly #bindings: Bindings;

  constructor(bindings: Partial<Record<keyof Bindings, unknown>> = {}, timeouts: Timeouts = TIMEOUTS) {
    this.#app = createApp(timeouts);
    this.#bindings = { ...env, ...bindings } as Bindings;
  }

  /** Waits for work after the answer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const context = createExecutionContext();
    const request = new Request(`${SERVICE}${path}`, init);
    const response = await this.#app.fetch(request, this.#bindings, context);
    await waitOnExecutionContext(context);
    await checkBody(path, response.clone());
    return response;
  }

  ask(
    endpoint: Endpoint,
    parameters: CallParameters,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.fetch(`/api/v1/${endpoint}?${queryOf(parameters)}`, {
      headers: { Authorization: basic(CALLER), ...headers },
    });
  }
}

/** Bindings of code that no cache knows. */
export const emptyCache = (id: string = crypto.randomUUID()): Pick<Bindings, 'CODE_VERSION'> => ({
  CODE_VERSION: { id, tag: '', timestamp: '' },
});

export interface Body {
  readonly success: boolean;
  readonly error: string;
  readonly livingcount?: number;
  readonly workingcount?: number;
  readonly isochrone?: GeoJSON.Feature<GeoJSON.Polygon | GeoJSON.MultiPolygon>;
  readonly workingcountzone?: GeoJSON.Feature<GeoJSON.Polygon | GeoJSON.MultiPolygon>;
  readonly details?: Record<string, unknown>;
}

export const bodyOf = (response: Response): Promise<Body> => response.json<Body>();
