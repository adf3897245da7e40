/**
 * Reads the censuses of a build with their building weights, once in a process; refuses overlapping units of one census, and
 * nests grid squares of several sizes.
 */

import type { Progress } from '../../base/records.ts';
import type { CensusSource } from '../../living/census-on-map.ts';
import { readWeights, type Weights } from '../../living/weights.ts';
import { readCensus } from '../../sources/census/census.ts';
import { nestSquares } from '../../sources/census/nest-squares.ts';
import { refuseOverlaps } from '../../sources/census/refuse-overlaps.ts';
import type { CensusConfig } from '../../sources/config/config.ts';
import { isRaster } from '../../sources/config/format-of.ts';
import { readCoverage } from '../../sources/extent/coverage.ts';

export interface WeighedCensus extends CensusSource {
  readonly weights: Weights | undefined;
}

export type ReadCensuses = (progress: Progress) => Promise<readonly WeighedCensus[]>;

export function readOnce(censuses: readonly CensusConfig[]): ReadCensuses {
  let read: Promise<readonly WeighedCensus[]> | null = null;
  return (progress) => {
    read ??= readCensuses(censuses, progress);
    return read;
  };
}

async function readCensuses(censuses: readonly CensusConfig[], progress: Progress): Promise<WeighedCensus[]> {
  const sources: WeighedCensus[] = [];
  for (const census of censuses) sources.push(await readWeighed(census, progress));
  return sources;
}

/** @throws BadInput also where units overlap */
async function readWeighed(census: CensusConfig, progress: Progress): Promise<WeighedCensus> {
  const listed = await readCensus(census, progress);
  progress('Find overlapping census units');
  if (!isRaster(census.file)) refuseOverlaps(census.file, listed);
  const { units, ...nesting } = nestSquares(census.file, listed);
  return {
    units,
    nesting,
    coverage: census.coverage === undefined ? null : await readCoverage(census.coverage),
    weights: census.weights === undefined ? undefined : readWeights(census.weights),
  };
}
