/** Whole requests over HTTP, to the Worker as wrangler builds it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness } from 'wrangler';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { KEY_DOCUMENT_NAME } from '../../src/request/key-document.ts';
import { type Credentials, createKey } from '../../tiles-builder/caller-keys.ts';
import { streetTown } from '../support/street-dataset.ts';

interface LocalBindings {
  readonly TILES: { put(key: string, value: Uint8Array | string): Promise<unknown> };
  readonly KEYS: {
    get(name: string): Promise<string | null>;
    put(name: string, text: string): Promise<void>;
  };
}

const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
const server = createTestHarness({
  workers: [{ configPath: join(import.meta.dirname, '../../wrangler.toml') }],
});
let url: URL;
let credentials: Credentials;

beforeAll(async () => {
  ({ url } = await server.listen());
  const { TILES, KEYS } = await server.getWorker<LocalBindings>().getEnv();
  for (const [key, bytes] of town.objects) await TILES.put(key, bytes);
  const { region, version, coverage } = town.manifest;
  const current = { format: FORMAT_VERSION, regions: [{ region, version, coverage }] };
  await TILES.put(CURRENT_KEY, JSON.stringify(current));
  credentials = await createKey(
    {
      read: () => KEYS.get(KEY_DOCUMENT_NAME),
      write: (text) => KEYS.put(KEY_DOCUMENT_NAME, text),
      close: async () => {},
    },
    'end-to-end',
  );
});
afterAll(() => server.close());

test('one question, both forms of credentials, both endpoints', async () => {
  const [lon, lat] = town.centre;
  const query = `lon=${lon}&lat=${lat}&travel=pedestrian&time=150`;
  const { key, secret } = credentials;
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  for (const [endpoint, people] of [
    ['livingcount', 3],
    ['workingcount', 48],
  ] as const) {
    const byHeader = await fetch(new URL(`/api/v1/${endpoint}?${query}`, url), {
      headers: { Authorization: authorization },
    });
    const first: unknown = await byHeader.json();
    expect(byHeader.status).toBe(200);
    expect(first).toMatchObject({ success: true, error: '', [endpoint]: people });
    const withKey = new URL(`/api/v1/${endpoint}?apikey=${key}&apisecret=${secret}&${query}`, url);
    const byQuery = await fetch(withKey);
    expect(await byQuery.json()).toEqual(first);
    await expect
      .poll(async () => (await fetch(withKey)).headers.get('Cache-Status'))
      .toBe('PopulationCount; hit');
  }
  expect((await fetch(new URL(`/api/v1/livingcount?${query}`, url))).status).toBe(401);
});

test('the log holds no credentials', () => {
  const log = JSON.stringify(server.getLogs());
  expect(log).toContain('end-to-end');
  expect(log).not.toContain(credentials.key);
  expect(log).not.toContain(credentials.secret);
});
