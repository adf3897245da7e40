/** Worker behind HTTP, with local R2 and cache. */
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { createTestHarness } from 'wrangler';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { type Credentials, createKey } from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { bucketOfBinding } from '../../../tiles-builder/publish/local-bucket.ts';

interface LocalBindings {
  readonly TILES: R2Bucket;
  readonly KEYS: R2Bucket;
}

/** What a caller with a key knows of a service. */
export interface CalledService {
  readonly url: URL;
  readonly credentials: Credentials;
  ask(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Response>;
}

export interface HttpService extends CalledService {
  readonly bucket: Bucket;
  close(): Promise<void>;
}

export const basicOf = ({ key, secret }: Credentials): string =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

export const serviceAt = (url: URL, credentials: Credentials): CalledService => ({
  url,
  credentials,
  ask: (path, parameters) => {
    const asked = new URL(path, url);
    for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value));
    return fetch(asked, { headers: { Authorization: basicOf(credentials) } });
  },
});

export async function startHttpService(keyName: string): Promise<HttpService> {
  // No internet lookup.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  const configPath = join(import.meta.dirname, '../../../wrangler.toml');
  const server = createTestHarness({ workers: [{ configPath }] });
  const { url } = await server.listen();
  const { TILES, KEYS } = await server.getWorker<LocalBindings>().getEnv();
  const credentials = await createKey(
    bucketOfBinding(KEYS, async () => {}),
    keyName,
  );
  return {
    ...serviceAt(url, credentials),
    bucket: bucketOfBinding(TILES, async () => {}),
    close: () => server.close(),
  };
}
