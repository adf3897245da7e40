/** Where the document of callers' keys lies: the local KV of `wrangler dev`, or the deployed one. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KEY_DOCUMENT_NAME } from '../src/request/key-document.ts';

export interface KeyStore {
  /** The document, or `null` where none was written yet. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

const projectFolder = join(import.meta.dirname, '..');

/** The part of a KV binding that is needed here. */
interface KvBinding {
  get(name: string): Promise<string | null>;
  put(name: string, text: string): Promise<void>;
}

/** @param persistTo folder of the local state; by default the one that `wrangler dev` uses in this project */
export async function openLocalKeys(persistTo?: string): Promise<KeyStore> {
  const { getPlatformProxy } = await import('wrangler');
  const proxy = await getPlatformProxy<{ KEYS: KvBinding }>({
    configPath: join(projectFolder, 'wrangler.toml'),
    persist: { path: persistTo ?? join(projectFolder, '.wrangler/state/v3') },
  });
  return {
    read: () => proxy.env.KEYS.get(KEY_DOCUMENT_NAME),
    write: (text) => proxy.env.KEYS.put(KEY_DOCUMENT_NAME, text),
    close: () => proxy.dispose(),
  };
}

/** The namespace that wrangler.toml names, through wrangler and the account that it is logged in to. */
export function openRemoteKeys(): KeyStore {
  const wrangler = async (...words: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      join(projectFolder, 'node_modules/.bin/wrangler'),
      ['kv', 'key', ...words, '--binding', 'KEYS', '--remote'],
      { cwd: projectFolder },
    );
    return stdout;
  };
  return {
    async read() {
      const listed: unknown = JSON.parse(await wrangler('list', '--prefix', KEY_DOCUMENT_NAME));
      const exists =
        Array.isArray(listed) && listed.some((entry: { name?: unknown }) => entry.name === KEY_DOCUMENT_NAME);
      return exists ? wrangler('get', KEY_DOCUMENT_NAME, '--text') : null;
    },
    async write(text) {
      // Through a file, so that hashes do not appear in the list of processes.
      const folder = await mkdtemp(join(tmpdir(), 'keys-'));
      try {
        const file = join(folder, 'keys.json');
        await writeFile(file, text, { mode: 0o600 });
        await wrangler('put', KEY_DOCUMENT_NAME, '--path', file);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    close: async () => {},
  };
}
