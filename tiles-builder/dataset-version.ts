/** Names a dataset by what it is made from: the same sources, settings and builder give the same version. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Source } from '../src/format/manifest.ts';
import { BadInput } from './bad-input.ts';
import type { Config, SourceConfig } from './config.ts';
import { reasonOf } from './system-failure.ts';

const BUILDER_FOLDERS = ['.', '../src/format', '../src/geo'];
const VERSION_DIGITS = 16;
/** Settings that say where something is: its content counts, not its place. */
const PATHS: ReadonlySet<string> = new Set(['file', 'coverage', 'groups']);

/** The sources of a configuration, in a fixed order. */
export function sourcesOf(config: Config): { role: Source['role']; source: SourceConfig }[] {
  const { roads, buildings, census, locations } = config;
  return Object.entries({ roads, buildings, census, locations }).flatMap(([role, source]) =>
    [source ?? []].flat().map((source) => ({ role: role as Source['role'], source })),
  );
}

/** @throws BadInput where a source cannot be read */
export async function describeSources(config: Config): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { role, source } of sourcesOf(config)) {
    sources.push({
      role,
      file: basename(source.file),
      sha256: await sha256OfFile(source.file),
      vintage: source.vintage ?? null,
      attribution: source.attribution ?? null,
    });
  }
  return sources;
}

/** `<region>-<16 hexadecimal digits>`, the digits a hash of sources, coverages, settings and the builder's own code. */
export async function datasetVersion(config: Config, sources: readonly Source[]): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(sources));
  for (const { source } of sourcesOf(config)) {
    if (source.coverage !== undefined) hash.update(await sha256OfFile(source.coverage));
  }
  if (config.locations?.groups !== undefined) hash.update(await sha256OfFile(config.locations.groups));
  hash.update(JSON.stringify(config, (key, value) => (PATHS.has(key) ? undefined : value)));
  hashBuilder(hash);
  return `${config.name}-${hash.digest('hex').slice(0, VERSION_DIGITS)}`;
}

function hashBuilder(hash: Hash): void {
  for (const folder of BUILDER_FOLDERS.map((path) => join(import.meta.dirname, path))) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|sql)$/.test(name),
    );
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  }
}

async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause));
  }
  return hash.digest('hex');
}
