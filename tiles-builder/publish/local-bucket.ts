/** The R2 bucket of a local `wrangler dev`, in `.wrangler/state`. */
import { join } from 'node:path';
import type { Bucket, ListedObject } from './bucket.ts';

/** The part of an R2 binding that publishing needs. */
export interface R2Binding {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  head(key: string): Promise<{ etag: string } | null>;
  put(key: string, value: Uint8Array): Promise<unknown>;
  list(options: { prefix: string; cursor?: string }): Promise<{
    readonly objects: readonly { readonly key: string; readonly uploaded: Date }[];
    readonly truncated: boolean;
    readonly cursor?: string;
  }>;
  delete(key: string): Promise<void>;
}

const projectFolder = join(import.meta.dirname, '../..');

/** @param persistTo folder of the local state; by default the one that `wrangler dev` uses in this project */
export async function openLocalBucket(persistTo?: string): Promise<Bucket> {
  // Loading it takes longer than most commands.
  const { getPlatformProxy } = await import('wrangler');
  const proxy = await getPlatformProxy<{ TILES: R2Binding }>({
    configPath: join(projectFolder, 'wrangler.toml'),
    persist: { path: persistTo ?? join(projectFolder, '.wrangler/state/v3') },
  });
  return bucketOfBinding(proxy.env.TILES, () => proxy.dispose());
}

export function bucketOfBinding(binding: R2Binding, close: () => Promise<void>): Bucket {
  return {
    get: async (key) => {
      const object = await binding.get(key);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    md5: async (key) => (await binding.head(key))?.etag ?? null,
    put: async (key, bytes) => {
      await binding.put(key, bytes);
    },
    list: async (prefix) => {
      const listed: ListedObject[] = [];
      let cursor: string | undefined;
      do {
        const page = await binding.list({ prefix, ...(cursor !== undefined && { cursor }) });
        listed.push(...page.objects.map(({ key, uploaded }) => ({ key, writtenAt_ms: uploaded.getTime() })));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return listed;
    },
    remove: (key) => binding.delete(key),
    close,
  };
}
