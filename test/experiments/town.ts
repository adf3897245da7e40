/** `npm run experiment -- town`: the whole build on the demo's town, with another panel, population or census. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS } from '../../src/format/tile-sets.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { newTemporaryFolder } from '../../tiles-builder/base/files/temporary-folder.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { simulateGothenburg } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { readTownTruth, TRUTH_FILE } from '../../tiles-builder/simulate/write-town.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { compareWithTruth, type SizeClass } from './compare-with-truth.ts';

const ZONES = 800;
const MEMORY_BYTES = 256 * 1024 * 1024;

export interface TownEvaluation {
  /** By class of true people, then all; `null` if not counted. */
  readonly living: SizeClass[] | null;
  readonly working: SizeClass[] | null;
}

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

/** @param truthFile the town's `truth.json.gz` */
async function evaluateTown(datasetFolder: string, truthFile: string): Promise<TownEvaluation> {
  const manifest = manifestIn(datasetFolder);
  const truth = readTownTruth(truthFile);
  const dataset = readerOfFolder(datasetFolder, manifest, new LoadedObjects(MEMORY_BYTES));
  const evaluation: { living: SizeClass[] | null; working: SizeClass[] | null } = {
    living: null,
    working: null,
  };
  for (const layer of LAYERS) {
    const coverage = manifest.coverage[layer];
    if (coverage === null) {
      console.log(`\n${layer}count: the dataset has no such data`);
      continue;
    }
    evaluation[layer] = await compareWithTruth(
      { layer, dataset, coverage, errorModel: manifest.error_model },
      truth,
      { zones: ZONES },
    );
    console.log(`\n${layer}count\n${tableOf(evaluation[layer])}`);
  }
  return evaluation;
}

function tableOf(classes: readonly SizeClass[]): string {
  const percent = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);
  const rows = classes.map(
    (
      { from, to, zones, mape, p95, largest, largest_on_grid, bias, sampling_floor, interval_coverage },
      index,
    ) => [
      index === classes.length - 1 ? 'all' : to === null ? `${from} and more` : `${from} to ${to}`,
      String(zones),
      percent(mape),
      percent(p95),
      percent(largest),
      percent(largest_on_grid),
      percent(bias),
      percent(sampling_floor),
      percent(interval_coverage),
    ],
  );
  const table = [
    [
      'true people',
      'zones',
      'MAPE',
      '95 %',
      'largest',
      'on grid',
      'bias',
      'sampling floor',
      'interval coverage',
    ],
    ...rows,
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lineOf = (row: readonly string[]): string =>
    row.map((text, column) => text.padStart(widths[column])).join('  ');
  return table.map(lineOf).join('\n');
}
