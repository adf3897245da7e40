/** The Worker as wrangler builds it, behind HTTP, with local R2, KV and cache of its own. */
import { join } from 'node:path';
import { createTestHarness } from 'wrangler';
import { KEY_DOCUMENT_NAME } from '../../src/request/key-document.ts';
import { type Credentials, createKey } from '../../tiles-builder/caller-keys.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { bucketOfBinding, type R2Binding } from '../../tiles-builder/publish/local-bucket.ts';

interface LocalBindings {
  readonly TILES: R2Binding;
  readonly KEYS: {
    get(name: string): Promise<string | null>;
    put(name: string, text: string): Promise<void>;
  };
}

export interface HttpService {
  readonly url: URL;
  readonly bucket: Bucket;
  readonly credentials: Credentials;
  /** Asks with the credentials as HTTP Basic. */
  ask(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Response>;
  /** What the Worker logged. */
  logs(): string;
  close(): Promise<void>;
}

/** @param keyName name of the caller, as the log shows it */
export async function startHttpService(keyName: string): Promise<HttpService> {
  const server = createTestHarness({
    workers: [{ configPath: join(import.meta.dirname, '../../wrangler.toml') }],
  });
  const { url } = await server.listen();
  const { TILES, KEYS } = await server.getWorker<LocalBindings>().getEnv();
  const store = {
    read: () => KEYS.get(KEY_DOCUMENT_NAME),
    write: (text: string) => KEYS.put(KEY_DOCUMENT_NAME, text),
    close: async () => {},
  };
  const credentials = await createKey(store, keyName);
  const authorization = `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`;
  return {
    url,
    credentials,
    bucket: bucketOfBinding(TILES, async () => {}),
    ask: (path, parameters) => {
      const asked = new URL(path, url);
      for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value));
      return fetch(asked, { headers: { Authorization: authorization } });
    },
    logs: () => JSON.stringify(server.getLogs()),
    close: () => server.close(),
  };
}
