/** `npm run experiment -- town`: the whole build on the demo's town, with another panel, population or census. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDataset } from '../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { simulateGothenburg } from '../../tiles-builder/demo/gothenburg.ts';
import { newTemporaryFolder } from '../../tiles-builder/files/temporary-folder.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { TRUTH_FILE } from '../../tiles-builder/simulate/write-town.ts';
import { evaluateTown, type TownEvaluation } from './demo.ts';

export interface TownEvaluationOptions {
  /** Share of persons with a device. */
  readonly panel: number;
  /** Of people on the same streets. */
  readonly seed: number;
  readonly census_square_m: number;
  readonly progress: Progress;
}

export async function evaluateSimulatedTown(options: TownEvaluationOptions): Promise<TownEvaluation> {
  const { progress, ...town } = options;
  const folder = newTemporaryFolder('town');
  try {
    const sources = join(folder, 'sources');
    const { config } = await simulateGothenburg(sources, progress, town);
    const dataset = join(folder, 'dataset');
    await buildDataset(readConfig(config), dataset, { progress });
    return await evaluateTown(dataset, join(sources, TRUTH_FILE));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
