/** What a dataset is made from: its sources, and whether two builds are of the same. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Source } from '../../src/format/manifest.ts';
import type { Config, SourceConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { hashOfSources } from '../files/hash-sources.ts';

/** Where the code lies that tiles follow from, and the list of the libraries that it uses. */
const CODE = ['tiles-builder', 'src/format', 'src/geo', 'src/isochrone', 'package-lock.json'];
/** Settings that say where something is: its content counts, not its place. */
const PATHS: ReadonlySet<string> = new Set(['file', 'coverage', 'groups', 'secret']);

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

/**
 * A hash of sources, coverages, settings and the builder's code, hexadecimal: parts that several machines make are of
 * one build where it is the same. It says nothing of the content, from which the names of tile sets follow.
 * @param sources see {@link describeSources}
 * @throws BadInput where a coverage, the earlier groups or the secret cannot be read
 */
export async function buildFingerprint(config: Config, sources: readonly Source[]): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(sources));
  for (const { source } of sourcesOf(config)) {
    if (source.coverage !== undefined) hash.update(await sha256OfFile(source.coverage));
  }
  for (const file of [config.locations?.groups, config.locations?.secret]) {
    hash.update(file === undefined ? 'none' : await sha256OfFile(file));
  }
  hash.update(JSON.stringify(config, (key, value) => (PATHS.has(key) ? undefined : value)));
  hash.update(hashOfSources(CODE));
  return hash.digest('hex');
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
