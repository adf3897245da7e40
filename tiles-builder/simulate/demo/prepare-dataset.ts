/** Builds the demo's dataset if the hash of the code that makes it has changed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../base/failures/bad-input.ts';
import { hashOfModule } from '../../base/files/hash-sources.ts';
import type { Progress } from '../../base/records.ts';
import { manifestIn } from '../../dataset/dataset-folder.ts';
import { buildDataset } from '../../pipeline/build-dataset.ts';
import { type Config, readConfig } from '../../sources/config/config.ts';
import { writeDemo } from './gothenburg.ts';

export type BuildDemo = (config: Config, folder: string, progress: Progress) => Promise<unknown>;

const buildHere: BuildDemo = (config, folder, progress) => buildDataset(config, folder, { progress });

export const demoFingerprint = (): string => hashOfModule(import.meta.url);

/**
 * @param demoFolder gets `sources`, `dataset`, and their fingerprint `made-by`
 * @returns the dataset's folder
 */
export async function prepareDataset(
  demoFolder: string,
  progress: Progress,
  build = buildHere,
): Promise<string> {
  const folder = join(demoFolder, 'dataset');
  const madeByFile = join(demoFolder, 'made-by');
  const madeBy = demoFingerprint();
  const isOurs = existsSync(madeByFile) && readFileSync(madeByFile, 'utf8') === madeBy;
  if (isOurs && isBuilt(folder)) return folder;
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
  await build(config, folder, progress);
  return folder;
}

function isBuilt(folder: string): boolean {
  try {
    manifestIn(folder);
    return true;
  } catch (cause) {
    if (cause instanceof BadInput) return false;
    throw cause;
  }
}
