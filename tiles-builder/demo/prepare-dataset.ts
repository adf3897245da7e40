/** The demo's dataset: built the first time, found afterwards. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../bad-input.ts';
import { buildDataset } from '../build-dataset.ts';
import { type Config, readConfig } from '../config.ts';
import { readManifest } from '../dataset/dataset-folder.ts';
import type { Progress } from '../records.ts';
import { openEmbeddedEngine } from '../working/embedded-engine.ts';
import { UnusableEngine } from '../working/sql-engine.ts';
import { writeGothenburg } from './gothenburg.ts';

export interface DemoDataset {
  readonly folder: string;
  /** Whether people working can be counted. */
  readonly hasLocations: boolean;
}

/** @param demoFolder gets `sources` and `dataset` */
export async function prepareDataset(demoFolder: string, progress: Progress): Promise<DemoDataset> {
  const folder = join(demoFolder, 'dataset');
  const built = readBuilt(folder);
  if (built?.hasLocations) return built;
  const hasEngine = await embeddedEngineRuns();
  if (built && !hasEngine) return built;
  const sources = join(demoFolder, 'sources');
  const configFile = join(sources, 'config.json');
  // The configuration is written last: where it is, the sources are whole.
  if (!existsSync(configFile)) await writeGothenburg(sources, progress);
  const config = readConfig(configFile);
  rmSync(folder, { recursive: true, force: true });
  const { manifest } = await buildDataset(hasEngine ? config : withoutLocations(config), folder, {
    progress,
  });
  return { folder, hasLocations: manifest.working !== null };
}

/** `null` where nothing was built, or by a version of the builder whose format is another or that made no basemap. */
function readBuilt(folder: string): DemoDataset | null {
  try {
    const { basemap, working } = readManifest(folder);
    return basemap ? { folder, hasLocations: working !== null } : null;
  } catch (cause) {
    if (cause instanceof BadInput) return null;
    throw cause;
  }
}

function withoutLocations(config: Config): Config {
  const { locations: _, ...rest } = config;
  return rest;
}

/** Whether there is chDB, an optional dependency without a build for some platforms. */
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
