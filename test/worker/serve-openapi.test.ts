import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINT_NAMES, type Endpoint, OPENAPI_PATH, pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { TIMEOUTS } from '../../src/limits.ts';
import { CALL_EXAMPLES, type CallExample } from '../../src/openapi/call-examples.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { basic, bodyOf, EAGER, emptyCache, publish, queryOf, Service, seed } from './service.ts';

const quarter = streetTown({
  region: 'quarter',
  near: [CALL_EXAMPLES.walk.parameters.lon, CALL_EXAMPLES.walk.parameters.lat],
  version: 'quarter-0000000000000009',
});

interface Example {
  readonly value: unknown;
}
interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: {
          readonly 'application/json': { readonly examples?: Readonly<Record<string, Example>> };
        };
      }
    >
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

const service = new Service();
let served: Document;
beforeAll(async () => {
  await seed();
  await publish([quarter]);
  served = await (await service.fetch(OPENAPI_PATH)).json<Document>();
});

const CALLS = Object.entries(CALL_EXAMPLES) as [keyof typeof CALL_EXAMPLES, CallExample][];
const operationOf = (endpoint: Endpoint): Operation => served.paths[pathOf(endpoint)].get;

const answersTo = (operation: Operation, call: string): [string, unknown][] =>
  Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const example = content?.['application/json'].examples?.[call];
    return example ? [[status, example.value]] : [];
  });

test('is served to anybody, with an entity tag', async () => {
  const response = await service.fetch(OPENAPI_PATH);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  expect(response.headers.get('ETag')).toMatch(/^"[0-9a-f]{32}"$/);
  expect(served.openapi).toBe('3.1.1');
  const again = await service.fetch(OPENAPI_PATH, {
    headers: { 'If-None-Match': response.headers.get('ETag')! },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

describe.for(ENDPOINT_NAMES)('%s', (endpoint) => {
  test.for(CALLS)('answers the example %s', async ([name, { status }]) => {
    const operation = operationOf(endpoint);
    const shownCall = Object.fromEntries(
      operation.parameters.flatMap(({ name: parameter, examples }) =>
        name in examples ? [[parameter, examples[name].value]] : [],
      ),
    );
    const response = await service.ask(endpoint, status === 400 ? CALL_EXAMPLES[name].parameters : shownCall);
    expect(response.status).toBe(status);
    const body = await bodyOf(response);
    for (const [shownStatus, shown] of answersTo(operation, name)) {
      expect(Number(shownStatus)).toBe(status);
      if (status === 200) expect(Object.keys(body)).toEqual(Object.keys(shown as object));
      else expect(body).toEqual(shown);
    }
  });

  test('shows no call that is not asked here, and no answer without its call or failure', () => {
    const operation = operationOf(endpoint);
    const complete = CALLS.flatMap(([name, { status }]) => (status === 400 ? [] : [name]));
    const called = new Set(operation.parameters.flatMap(({ examples }) => Object.keys(examples)));
    expect([...called].sort()).toEqual(complete.sort());
    const shown = Object.values(operation.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json'].examples ?? {}),
    );
    const failures = [
      'unauthorized',
      'method-not-allowed',
      'query-too-long',
      'rate-limited',
      'defect',
      'storage-unavailable',
      'busy',
    ];
    expect(shown.filter((name) => !(name in CALL_EXAMPLES)).sort()).toEqual(failures.sort());
  });

  const path = pathOf(endpoint);
  const query = queryOf(CALL_EXAMPLES.walk.parameters);
  test.for<readonly [number, string, () => Promise<Response>]>([
    [401, 'unauthorized', () => service.fetch(`${path}?${query}`)],
    [405, 'method-not-allowed', () => service.fetch(path, { method: 'POST' })],
    [414, 'query-too-long', () => service.fetch(`${path}?${'x'.repeat(16_385)}`)],
    [
      429,
      'rate-limited',
      async () => {
        const headers = { Authorization: basic(EAGER) };
        const refusing = new Service({ CALLS_PER_KEY: { limit: async () => ({ success: false }) } });
        return refusing.fetch(`${path}?${query}`, { headers });
      },
    ],
    [
      503,
      'storage-unavailable',
      () => {
        const TILES = { get: () => Promise.reject(new Error('gone')) };
        return new Service({ TILES, ...emptyCache() }).ask(endpoint, query);
      },
    ],
    [
      503,
      'busy',
      async () => {
        const get = (key: string): Promise<unknown> =>
          key === CURRENT_KEY ? env.TILES.get(key) : new Promise(() => {});
        const timeouts = { ...TIMEOUTS, read_ms: 500, reads_ms: 900, store_ms: 100, admission_ms: 50 };
        const service = new Service({ TILES: { get }, ...emptyCache() }, timeouts);
        const drive = { ...CALL_EXAMPLES.walk.parameters, travel: 'motorized' };
        const wide = service.ask(endpoint, { ...drive, time: 3_600 });
        await new Promise((resolve) => setTimeout(resolve, 200));
        const answered = await service.ask(endpoint, query);
        expect((await wide).status).toBe(503);
        return answered;
      },
    ],
    [500, 'defect', () => new Service({ CODE_VERSION: undefined }).ask(endpoint, query)],
  ])('%i is answered as shown', async ([status, name, send]) => {
    const response = await send();
    const { content } = operationOf(endpoint).responses[status];
    const shown = content!['application/json'].examples![name].value as { error: string };
    const withoutId = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID');
    const body = await bodyOf(response);
    expect([response.status, withoutId(body.error)]).toEqual([status, withoutId(shown.error)]);
    expect(response.headers.get('Failure-Reason')).toBe(name);
  });
});
