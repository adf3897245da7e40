/** A built dataset on disk: the objects of one version, without the `datasets/<version>/` in front of their names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { type Manifest, manifestSchema } from '../src/format/manifest.ts';
import { manifestKey, partOf } from '../src/format/object-keys.ts';
import { StorageUnavailable, type TileSource } from '../src/storage/tile-source.ts';
import { BadInput } from './bad-input.ts';

export const MANIFEST_FILE = 'manifest.json';

/** `datasets/<version>/`, what the names of a version's objects begin with in the bucket. */
export const keyPrefix = (version: string): string => manifestKey(version).slice(0, -MANIFEST_FILE.length);

/** @throws BadInput where the folder holds no dataset of this format */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST_FILE);
  try {
    return manifestOf(readFileSync(file), file);
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, null, `not a dataset: ${(cause as Error).message}`);
  }
}

/** @throws BadInput, naming `file`, where the bytes are no manifest of this format */
export function manifestOf(bytes: Uint8Array, file: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new BadInput(file, null, `not a dataset: ${(cause as Error).message}`);
  }
  const parsed = v.safeParse(manifestSchema, json);
  if (!parsed.success) {
    throw new BadInput(file, v.getDotPath(parsed.issues[0]), parsed.issues[0].message);
  }
  return parsed.output;
}

/** Writes objects, named as in the bucket, into the folder of their version. */
export function writeObjects(
  folder: string,
  version: string,
  objects: ReadonlyMap<string, Uint8Array>,
): void {
  const prefix = keyPrefix(version);
  for (const [key, bytes] of objects) {
    if (!key.startsWith(prefix)) throw new RangeError(`${key} is not an object of ${version}`);
    const file = join(folder, key.slice(prefix.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

/** Names of all objects of a dataset folder as in the bucket, sorted, each with its file; the manifest is last. */
export function listObjects(folder: string, version: string): { key: string; file: string }[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const isManifest = (file: string): number => Number(relative(folder, file) === MANIFEST_FILE);
  return files
    .sort((a, b) => isManifest(a) - isManifest(b) || (a < b ? -1 : 1))
    .map((file) => ({ key: keyPrefix(version) + relative(folder, file).split(sep).join('/'), file }));
}

/** Reads a dataset folder as the Worker reads the bucket. */
export class FolderTileSource implements TileSource {
  readonly #folder: string;
  readonly #prefix: string;

  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#prefix = keyPrefix(version);
  }

  async read(key: string): Promise<ArrayBuffer | null> {
    if (!key.startsWith(this.#prefix)) return null;
    try {
      const bytes = await readFile(join(this.#folder, key.slice(this.#prefix.length)));
      return new Uint8Array(bytes).buffer;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new StorageUnavailable(partOf(key), 'failed', `${key}: ${(cause as Error).message}`);
    }
  }
}
