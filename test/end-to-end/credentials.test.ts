import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
let service: HttpService;

beforeAll(async () => {
  service = await startHttpService('end-to-end');
  for (const [key, bytes] of town.objects) await service.bucket.put(key, bytes);
  await service.bucket.put(CURRENT_KEY, await currentInMemory([town]));
});
afterAll(() => service.close());

test('one question, both forms of credentials, both endpoints', async () => {
  const [lon, lat] = town.centre;
  const question = { lon, lat, travel: 'pedestrian', time: 150 };
  const { key, secret } = service.credentials;
  for (const [endpoint, people] of [
    ['livingcount', 3],
    ['workingcount', 48],
  ] as const) {
    const byHeader = await service.ask(`/api/v1/${endpoint}`, question);
    const first: unknown = await byHeader.json();
    expect(byHeader.status).toBe(200);
    expect(first).toMatchObject({ success: true, error: '', [endpoint]: people });
    const withKey = new URL(`/api/v1/${endpoint}?apikey=${key}&apisecret=${secret}`, service.url);
    for (const [name, value] of Object.entries(question)) withKey.searchParams.set(name, String(value));
    expect(await (await fetch(withKey)).json()).toEqual(first);
    await expect
      .poll(async () => (await fetch(withKey)).headers.get('Cache-Status'))
      .toBe('PopulationCount; hit');
  }
  expect((await fetch(new URL(`/api/v1/livingcount?lon=${lon}&lat=${lat}`, service.url))).status).toBe(401);
});

test('the log contains no credentials', () => {
  const log = service.logs();
  expect(log).toContain('end-to-end');
  expect(log).not.toContain(service.credentials.key);
  expect(log).not.toContain(service.credentials.secret);
});
