/** The Worker behind HTTP, with local R2 and cache. */
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { createTestHarness } from 'wrangler';
import { type Credentials, createKey } from '../../../tiles-builder/keys/caller-keys.ts';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { bucketOfBinding } from '../../../tiles-builder/publish/local-bucket.ts';

interface LocalBindings {
  readonly TILES: R2Bucket;
  readonly KEYS: R2Bucket;
}

export interface HttpService {
  readonly url: URL;
  readonly bucket: Bucket;
  readonly credentials: Credentials;
  ask(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Response>;
  createCaller(name: string): Promise<Credentials>;
  logs(): string;
  clearLogs(): void;
  close(): Promise<void>;
}

export const basicOf = ({ key, secret }: Credentials): string =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

/** @param neighbours wrangler.toml of further Workers */
export async function startHttpService(
  keyName: string,
  neighbours: readonly string[] = [],
): Promise<HttpService> {
  // No lookup on the internet.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  const configPaths = [join(import.meta.dirname, '../../../wrangler.toml'), ...neighbours];
  const server = createTestHarness({ workers: configPaths.map((configPath) => ({ configPath })) });
  const { url } = await server.listen();
  const { TILES, KEYS } = await server.getWorker<LocalBindings>().getEnv();
  const keys = bucketOfBinding(KEYS, async () => {});
  const credentials = await createKey(keys, keyName);
  return {
    url,
    credentials,
    bucket: bucketOfBinding(TILES, async () => {}),
    ask: (path, parameters) => {
      const asked = new URL(path, url);
      for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value));
      return fetch(asked, { headers: { Authorization: basicOf(credentials) } });
    },
    createCaller: (name) => createKey(keys, name),
    clearLogs: () => server.clearLogs(),
    logs: () => JSON.stringify(server.getLogs()),
    close: () => server.close(),
  };
}
