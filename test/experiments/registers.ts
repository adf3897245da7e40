/** `npm run experiment -- registers`: counts a simulated town from registers of workplaces and schools. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { buildDataset } from '../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { newTemporaryFolder } from '../../tiles-builder/files/temporary-folder.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import type { Town, TownOptions } from '../../tiles-builder/simulate/simulate-town.ts';
import { truthOf } from '../../tiles-builder/simulate/write-town.ts';
import { compareWithTruth, type SizeClass } from './compare-with-truth.ts';
import { type SitesAs, writeRegisters } from './write-registers.ts';

/** Pupils, and who works at home or no more. */
const NO_WORKERS: ReadonlySet<string> = new Set(['study', 'home-work', 'retired']);

const ZONES = 800;
const MEMORY_BYTES = 256 * 1024 * 1024;

export interface RegistersEvaluation {
  readonly sitesAs: SitesAs;
  readonly people: number;
  readonly truth: number;
  /** By true people, then all. */
  readonly working: readonly SizeClass[];
  /** Without those at home. */
  readonly by_workers: readonly SizeClass[];
  readonly smallest_group_people: number;
}

/** @param folder with the sources of `writeTown` */
export async function evaluateRegisters(
  folder: string,
  town: Town,
  options: TownOptions,
  progress: Progress,
): Promise<RegistersEvaluation[]> {
  const out = newTemporaryFolder('registers');
  try {
    const evaluations: RegistersEvaluation[] = [];
    const truth = truthOf(town, options.seed);
    const workers = truth.occupations.filter((_, person) => !NO_WORKERS.has(truth.kinds[person]));
    for (const sitesAs of ['exact', 'bands', 'outlines'] as const) {
      const dataset = join(out, sitesAs);
      const config = readConfig(writeRegisters(folder, town, options, sitesAs));
      const { manifest } = await buildDataset(config, dataset, { progress });
      const compare = (sizedBy?: readonly Position[]): Promise<SizeClass[]> =>
        compareWithTruth(
          {
            layer: 'working',
            dataset: readerOfFolder(dataset, manifest, new LoadedObjects(MEMORY_BYTES)),
            coverage: manifest.coverage.working!,
            errorModel: manifest.error_model,
          },
          truth,
          { zones: ZONES, sizedBy },
        );
      evaluations.push({
        sitesAs,
        people: manifest.working!.total_millipersons / MILLIPERSONS,
        truth: town.inhabitants.length,
        working: await compare(),
        by_workers: await compare(workers),
        smallest_group_people: manifest.registers!.smallest_group_people,
      });
    }
    return evaluations;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
