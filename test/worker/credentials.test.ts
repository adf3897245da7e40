import { beforeAll, describe, expect, test } from 'vitest';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../../src/limits.ts';
import { basic, bodyOf, CALLER, EAGER, polygon, queryOf, REVOKED, Service, seed, town } from './service.ts';

const service = new Service();
beforeAll(seed);

const zone = polygon(town.box([-60, -60], [60, 60]));
const inQuery = ({ key, secret }: { key: string; secret: string }): object => ({
  apikey: key,
  apisecret: secret,
});
const ask = (parameters: object, authorization?: string): Promise<Response> =>
  service.fetch(`/api/v1/livingcount?${queryOf({ zone, ...parameters })}`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

const WRONG = { key: CALLER.key, secret: 'wrong' };
const UNKNOWN = { key: 'pc_nobody', secret: CALLER.secret };

describe('accepted', () => {
  test.for<readonly [string, object, string | undefined]>([
    ['HTTP Basic', {}, basic(CALLER)],
    ['HTTP Basic in another case', {}, basic(CALLER).replace('Basic', 'bAsIc')],
    ['apikey and apisecret', inQuery(CALLER), undefined],
    ['a right header over wrong parameters', inQuery(WRONG), basic(CALLER)],
  ])('%s', async ([, parameters, authorization]) => {
    const response = await ask(parameters, authorization);
    expect(response.status).toBe(200);
    expect((await bodyOf(response)).livingcount).toBe(1);
  });
});

describe('401', () => {
  test.for<readonly [string, object, string | undefined]>([
    ['no credentials', {}, undefined],
    ['a key without a secret', { apikey: CALLER.key }, undefined],
    ['a secret without a key', { apisecret: CALLER.secret }, undefined],
    ['an empty secret', { apikey: CALLER.key, apisecret: '' }, undefined],
    ['a wrong secret', {}, basic(WRONG)],
    ['an unknown key', {}, basic(UNKNOWN)],
    ['a revoked key', {}, basic(REVOKED)],
    ['a wrong secret as parameter', inQuery(WRONG), undefined],
    ['an unknown key as parameter', inQuery(UNKNOWN), undefined],
    ['a wrong header over right parameters', inQuery(CALLER), basic(WRONG)],
    ['an empty header over right parameters', inQuery(CALLER), ''],
    ['another scheme over right parameters', inQuery(CALLER), 'Bearer abc'],
    ['Basic that is not base64', inQuery(CALLER), 'Basic !!!'],
    ['Basic of no key', inQuery(CALLER), 'Basic Og=='],
    ['a key that each object has', {}, basic({ key: '__proto__', secret: 'x' })],
    ['Basic without a colon', inQuery(CALLER), `Basic ${btoa('key')}`],
    ['the hash of a missing secret', {}, basic({ key: CALLER.key, secret: '0'.repeat(64) })],
  ])('%s', async ([, parameters, authorization]) => {
    const response = await ask(parameters, authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /);
    expect(response.headers.get('Failure-Reason')).toBe('unauthorized');
    expect(await bodyOf(response)).toEqual(await bodyOf(await ask({}, basic(UNKNOWN))));
  });
});

test('a wrong secret and an unknown key take the same phases', async () => {
  for (const credentials of [WRONG, UNKNOWN]) {
    const phases = (await ask({}, basic(credentials))).headers.get('Server-Timing')!.replace(/[\d.]+/g, '');
    expect(phases).toBe('auth;dur=, total;dur=');
  }
});

test('429 with Retry-After over the rate of a key in all isolates together, and other keys go on', async () => {
  const isolates = Array.from({ length: 20 }, () => new Service());
  const headers = { Authorization: basic(EAGER) };
  let limited: Response | undefined;
  let answered = 0;
  // Twice the limit: windows change.
  for (; answered < 2 * CALLS_PER_KEY && !limited; answered++) {
    const response = await isolates[answered % isolates.length].fetch('/api/v1/livingcount', { headers });
    if (response.status !== 400) limited = response;
  }
  expect([limited?.status, limited?.headers.get('Retry-After')]).toEqual([429, String(RATE_PERIOD_S)]);
  expect((await bodyOf(limited!)).success).toBe(false);
  expect((await new Service().fetch('/api/v1/livingcount', { headers })).status).toBe(429);
  expect((await ask({}, basic(CALLER))).status).toBe(200);
});

test('the widest call counts as ten, also from the cache', async () => {
  let left = 25;
  const counted = { limit: async () => ({ success: left-- > 0 }) };
  const service = new Service({ CALLS_PER_KEY: counted });
  const [lon, lat] = town.centre;
  const ask = async (time: number): Promise<unknown[]> => {
    const response = await service.ask('livingcount', { lon, lat, travel: 'motorized', time });
    const calls = /calls=(\d+)/.exec(response.headers.get('RateLimit-Policy') ?? '')?.[1];
    return [response.status === 429, calls, left];
  };
  expect(await ask(3_600)).toEqual([false, '10', 15]);
  expect(await ask(3_600)).toEqual([false, '10', 5]);
  expect(await ask(60)).toEqual([false, '1', 4]);
  expect(await ask(3_600)).toEqual([true, '10', -6]);
});
