/** Builds the demo's dataset if the hash of the code that makes it has changed; without locations where chDB does not run. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../src/format/manifest.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { hashOfModule } from '../../base/files/hash-sources.ts';
import type { Progress } from '../../base/records.ts';
import { manifestIn } from '../../dataset/dataset-folder.ts';
import { openEmbeddedEngine } from '../../daytime/embedded-engine.ts';
import { UnusableEngine } from '../../daytime/sql-engine.ts';
import { buildDataset } from '../../pipeline/build-dataset.ts';
import { type Config, readConfig } from '../../sources/config/config.ts';
import { writeDemo } from './gothenburg.ts';

export interface DemoDataset {
  readonly folder: string;
  readonly hasLocations: boolean;
}

export type BuildDemo = (
  config: Config,
  folder: string,
  progress: Progress,
) => Promise<{ manifest: Manifest }>;

const buildHere: BuildDemo = (config, folder, progress) => buildDataset(config, folder, { progress });

export const demoFingerprint = (): string => hashOfModule(import.meta.url);

/** @param demoFolder gets `sources`, `dataset`, and their fingerprint `made-by` */
export async function prepareDataset(
  demoFolder: string,
  progress: Progress,
  build = buildHere,
): Promise<DemoDataset> {
  const folder = join(demoFolder, 'dataset');
  const madeByFile = join(demoFolder, 'made-by');
  const madeBy = demoFingerprint();
  const isOurs = existsSync(madeByFile) && readFileSync(madeByFile, 'utf8') === madeBy;
  const built = isOurs ? readBuilt(folder) : null;
  if (built?.hasLocations) return built;
  const hasEngine = await embeddedEngineRuns();
  if (built && !hasEngine) return built;
  const sources = join(demoFolder, 'sources');
  if (!isOurs) {
    for (const outdated of [sources, folder]) rmSync(outdated, { recursive: true, force: true });
    mkdirSync(demoFolder, { recursive: true, mode: 0o700 });
    writeFileSync(madeByFile, madeBy);
  }
  const configFile = join(sources, 'config.json');
  // The configuration is written last.
  if (!existsSync(configFile)) await writeDemo(sources, progress);
  const config = readConfig(configFile);
  rmSync(folder, { recursive: true, force: true });
  const { manifest } = await build(hasEngine ? config : withoutLocations(config), folder, progress);
  return { folder, hasLocations: manifest.working !== null };
}

function readBuilt(folder: string): DemoDataset | null {
  try {
    return { folder, hasLocations: manifestIn(folder).working !== null };
  } catch (cause) {
    if (cause instanceof BadInput) return null;
    throw cause;
  }
}

function withoutLocations(config: Config): Config {
  const { locations: _, ...rest } = config;
  return rest;
}

async function embeddedEngineRuns(): Promise<boolean> {
  try {
    const engine = await openEmbeddedEngine();
    await engine.close();
    return true;
  } catch (cause) {
    if (cause instanceof UnusableEngine) return false;
    throw cause;
  }
}
