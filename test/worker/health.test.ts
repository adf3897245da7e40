/** What anybody may learn of the service's state, and what is counted of its requests. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { bodyOf, polygon, Service, seed, town, towns } from './service.ts';

beforeAll(seed);

describe('/healthz', () => {
  const ask = (method = 'GET'): Promise<Response> => new Service().fetch('/healthz', { method });

  test('tells anybody the code, the datasets and that storage answers', async () => {
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        success: true,
        error: '',
        version: env.CODE_VERSION.id,
        datasets: towns.map(({ manifest: { region, version } }) => ({ region, version })),
        storage: 'reachable',
      },
    ]);
  });

  test('answers HEAD, and no other method', async () => {
    expect([(await ask('HEAD')).status, (await ask('POST')).status]).toEqual([200, 405]);
  });

  test('is a 503 where storage does not say which datasets are live', async () => {
    await env.TILES.delete(CURRENT_KEY);
    const response = await ask();
    expect([response.status, (await bodyOf(response)).success]).toEqual([503, false]);
    expect(response.headers.get('Retry-After')).toBeTruthy();
    await seed();
  });
});

describe('counters', () => {
  const zone = polygon(town.box([-60, -60], [60, 60]));

  test('take one data point a request, without credentials and position', async () => {
    const points: AnalyticsEngineDataPoint[] = [];
    const REQUESTS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => points.push(point) };
    const service = new Service({ REQUESTS });
    await service.ask('livingcount', { zone });
    await service.fetch('/nowhere');
    expect(points).toEqual([
      {
        indexes: ['livingcount'],
        blobs: ['livingcount', '200', 'miss', null, 'tests', 'zone'],
        doubles: Array(5).fill(expect.any(Number)),
      },
      {
        indexes: ['other'],
        blobs: [null, '404', null, 'unknown-path', null, null],
        doubles: [expect.any(Number), 0, 0, 0, 0],
      },
    ]);
  });

  test('that fail do not matter to the caller', async () => {
    const REQUESTS = {
      writeDataPoint: () => {
        throw new TypeError('full');
      },
    };
    expect((await new Service({ REQUESTS }).ask('livingcount', { zone })).status).toBe(200);
  });
});
