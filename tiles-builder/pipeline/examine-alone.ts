/** Examines a dataset's sources without building it: runs the steps up to the living counts in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NO_CENSUS, type SourceExamination } from '../living/examine/examine-sources.ts';
import type { Config } from '../sources/config/config.ts';
import type { ReadOptions } from '../sources/features.ts';
import type { CountedFigures } from './living/figures.ts';
import { readMapped } from './living/learn-steps.ts';
import { readFigures } from './step-files.ts';
import { livingAlone, runAlone } from './steps-alone.ts';

export async function examineSources(
  config: Config,
  { progress, scratch }: ReadOptions,
): Promise<SourceExamination> {
  const folder = mkdtempSync(join(scratch, 'examination-'));
  try {
    const { reading, counted } = livingAlone(config);
    const folderOf = await runAlone(counted ?? reading, join(folder, 'steps'), progress);
    if (counted) return readFigures<CountedFigures>(folderOf(counted)).examination;
    const { roads, buildings } = readMapped(config, folderOf(reading));
    return { roads, buildings, ...NO_CENSUS };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
