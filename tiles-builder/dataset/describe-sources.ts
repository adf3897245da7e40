/** Describes a dataset's sources by SHA-256 of files and by settings, for the manifest, and as inputs that name steps. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Source } from '../../src/format/manifest.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import type { Config, SourceConfig } from '../sources/config/config.ts';
import { sidecarFiles } from '../sources/formats/shapefile.ts';

/** The content of these files counts. */
const PATHS: ReadonlySet<string> = new Set(['groups', 'secret', 'parameters', 'weights', 'corrections']);
/** These settings change only the manifest. */
const ONLY_IN_MANIFEST: ReadonlySet<string> = new Set(['vintage', 'attribution']);

/** Lists sources in a fixed order. */
export function sourcesOf(config: Config): { role: Source['role']; source: SourceConfig }[] {
  const { roads, buildings, census, locations, workplaces, schools } = config;
  return Object.entries({ roads, buildings, census, locations, workplaces, schools }).flatMap(
    ([role, source]) => [source ?? []].flat().map((source) => ({ role: role as Source['role'], source })),
  );
}

export async function describeSources(config: Config): Promise<Source[]> {
  const hashes = new Map<string, Promise<string>>();
  const sha256Of = (file: string): Promise<string> => {
    if (!hashes.has(file)) hashes.set(file, sha256OfFile(file));
    return hashes.get(file)!;
  };
  const sources: Source[] = [];
  for (const { role, source } of sourcesOf(config)) {
    sources.push({
      role,
      file: basename(source.file),
      sha256: await sha256Of(source.file),
      vintage: source.vintage ?? null,
      attribution: attributionOf(source),
    });
  }
  return sources;
}

/** Names driving speeds that were changed, as they change how far a drive reaches. */
function attributionOf({ attribution, speed_factors }: SourceConfig): string | null {
  const factors = Object.entries(speed_factors ?? {}).map(([road, factor]) => `${road} × ${factor}`);
  const changed = factors.length > 0 && `driving speeds: ${factors.join(', ')}`;
  return [attribution, changed].filter(Boolean).join('; ') || null;
}

export interface Described {
  readonly sources: readonly Source[];
  readonly inputs: Inputs;
}

export async function describe(config: Config): Promise<Described> {
  const sources = await describeSources(config);
  return { sources, inputs: await describeInputs(config, sources) };
}

/** Inputs by role, without paths. */
export type Inputs = Readonly<Record<Source['role'] | 'registers', readonly unknown[]>>;

export async function describeInputs(config: Config, sources: readonly Source[]): Promise<Inputs> {
  const inputs: Record<Source['role'] | 'registers', unknown[]> = {
    ...{ roads: [], buildings: [], census: [] },
    ...{ locations: [], workplaces: [], schools: [], registers: [] },
  };
  for (const [setting, file] of Object.entries(config.registers ?? {})) {
    inputs.registers.push([setting, await sha256OfFile(String(file))]);
  }
  for (const [i, { role, source }] of sourcesOf(config).entries()) {
    const { file: _, ...settings } = source;
    const input: [string, unknown][] = [];
    for (const [setting, value] of Object.entries(settings)) {
      if (setting === 'coverage')
        input.push([setting, await describeCoverage(value as SourceConfig['coverage'])]);
      else if (PATHS.has(setting)) input.push([setting, await sha256OfFile(String(value))]);
      else if (!ONLY_IN_MANIFEST.has(setting)) input.push([setting, value]);
    }
    for (const sidecar of sidecarFiles(source.file))
      input.push([extname(sidecar), await sha256OfFile(sidecar)]);
    inputs[role].push([sources[i].file, sources[i].sha256, ...input]);
  }
  return inputs;
}

async function describeCoverage(coverage: SourceConfig['coverage']): Promise<unknown> {
  const { file, ...settings } = typeof coverage === 'object' ? coverage : { file: String(coverage) };
  const hashes = await Promise.all([file, ...sidecarFiles(file)].map(sha256OfFile));
  return Object.keys(settings).length === 0 && hashes.length === 1 ? hashes[0] : [hashes, settings];
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
