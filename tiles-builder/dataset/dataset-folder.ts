/**
 * Reads, checks and writes the folder of a dataset. It has the manifest, whose hash is the version, and a folder for each tile
 * set with its objects and their list; build time and receipt of verification are not published.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import packageJson from '../../package.json' with { type: 'json' };
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { type Manifest, manifestSchema, sortedJson, tileSetsOf } from '../../src/format/manifest.ts';
import { LIST_NAME, MANIFEST_NAME, partOf } from '../../src/format/object-keys.ts';
import { type ListedObject, readObjectList } from '../../src/format/object-list.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import type { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { StorageUnavailable, type TileSource } from '../../src/storage/tile-source.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import { sha256Of } from './checksums.ts';

const BUILT_FILE = 'built.json';
const RECEIPT_FILE = 'verified.json';

const KEY_IN_FOLDER = /^format-\d+\/([a-z]+)\/[0-9a-f]{16}\/([a-z0-9.-]+)$/;

export function manifestIn(folder: string): Manifest {
  return manifestOf(readManifestBytes(folder), join(folder, MANIFEST_NAME));
}

export function readManifestBytes(folder: string): Uint8Array {
  try {
    return readFileSync(join(folder, MANIFEST_NAME));
  } catch (cause) {
    throw new BadInput(folder, null, `is no folder of a dataset: ${MANIFEST_NAME} ${reasonOf(cause)}`);
  }
}

/** @throws BadInput, naming `file`, for another format */
export function manifestOf(bytes: Uint8Array, file: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new BadInput(file, null, `not a dataset: ${(cause as Error).message}`);
  }
  const { format } = Object(json) as { format?: unknown };
  if (typeof format === 'number' && format !== FORMAT_VERSION) {
    throw new BadInput(
      file,
      'format',
      `is ${format}, and this code reads ${FORMAT_VERSION}`,
      'Build the dataset again: both can stand in the bucket side by side.',
    );
  }
  const parsed = v.safeParse(manifestSchema, json);
  if (!parsed.success) {
    throw new BadInput(file, v.getDotPath(parsed.issues[0]), parsed.issues[0].message);
  }
  const { version, ...rest } = parsed.output;
  const named = datasetVersion(rest);
  if (named !== version) throw new BadInput(file, 'version', `is ${version}, but its content is ${named}`);
  return parsed.output;
}

const VERSION_DIGITS = 16;

export function datasetVersion(manifest: Omit<Manifest, 'version'>): string {
  return `${manifest.region}-${sha256Of(sortedJson(manifest)).slice(0, VERSION_DIGITS)}`;
}

/** A version has one form, so that its name means these bytes. */
export const manifestText = (manifest: Manifest): string => `${sortedJson(manifest, 1)}\n`;

/** All of a manifest but what the builder says about itself. */
export type ManifestContent = Omit<Manifest, 'format' | 'builder_version' | 'version'>;

export function writeManifest(folder: string, content: ManifestContent, built_at: string): Manifest {
  const named = { ...content, format: FORMAT_VERSION, builder_version: packageJson.version } as const;
  const manifest = { ...named, version: datasetVersion(named) };
  writeFileSync(join(folder, MANIFEST_NAME), manifestText(manifest));
  writeFileSync(join(folder, BUILT_FILE), `${JSON.stringify({ built_at })}\n`);
  return manifest;
}

const builtSchema = v.object({ built_at: v.pipe(v.string(), v.isoTimestamp()) });

export function readBuiltAt(folder: string): string {
  const file = join(folder, BUILT_FILE);
  try {
    return v.parse(builtSchema, JSON.parse(readFileSync(file, 'utf8'))).built_at;
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'does not say when the dataset was built'));
  }
}

/** Records the verification of the manifest, which names all lists. A folder that can only be read is verified again. */
export function writeReceipt(folder: string, verified_at: string): void {
  const manifest_sha256 = sha256Of(readManifestBytes(folder));
  try {
    writeFileSync(join(folder, RECEIPT_FILE), `${JSON.stringify({ manifest_sha256, verified_at })}\n`);
  } catch {}
}

export function isVerified(folder: string): boolean {
  try {
    const receipt = JSON.parse(readFileSync(join(folder, RECEIPT_FILE), 'utf8')) as unknown;
    const { manifest_sha256 } = v.parse(v.object({ manifest_sha256: v.string() }), receipt);
    return manifest_sha256 === sha256Of(readManifestBytes(folder));
  } catch {
    return false;
  }
}

export interface TileSetFolder {
  readonly tileSet: TileSet;
  readonly name: string;
  readonly listFile: string;
  readonly list: Uint8Array;
  readonly objects: readonly ListedObject[];
  readonly fileOf: (object: ListedObject) => string;
}

export function readTileSets(folder: string, manifest: Manifest): TileSetFolder[] {
  const entries = tileSetsOf(manifest);
  return TILE_SETS.flatMap((tileSet): TileSetFolder[] => {
    const entry = entries[tileSet];
    if (!entry) return [];
    const listFile = join(folder, tileSet, LIST_NAME);
    let list: Uint8Array;
    try {
      list = readFileSync(listFile);
    } catch (cause) {
      throw new BadInput(listFile, null, reasonOf(cause));
    }
    if (sha256Of(list) !== entry.list_sha256) {
      throw new BadInput(listFile, null, 'is not the list that the manifest means: build the dataset again');
    }
    const fileOf = ({ name }: ListedObject): string => join(folder, tileSet, name);
    return [{ tileSet, name: entry.name, listFile, list, objects: readObjectList(list), fileOf }];
  });
}

/** Lists files that are not published, by relative path. */
export function strayFiles(folder: string, tileSets: readonly TileSetFolder[]): string[] {
  const known = new Set([MANIFEST_NAME, BUILT_FILE, RECEIPT_FILE]);
  for (const { tileSet, objects } of tileSets) {
    known.add(`${tileSet}/${LIST_NAME}`);
    for (const { name } of objects) known.add(`${tileSet}/${name}`);
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !known.has(name))
    .sort();
}

export const readerOfFolder = (folder: string, manifest: Manifest, loaded: LoadedObjects): DatasetReader =>
  new DatasetReader(manifest, new FolderTileSource(folder), loaded);

class FolderTileSource implements TileSource {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<ArrayBuffer | null> {
    const [, tileSet, name] = KEY_IN_FOLDER.exec(key) ?? [];
    if (tileSet === undefined || name === undefined) return null;
    try {
      const bytes = await readFile(join(this.#folder, tileSet, name));
      return new Uint8Array(bytes).buffer;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new StorageUnavailable(partOf(key), 'failed', `${key}: ${(cause as Error).message}`);
    }
  }
}
