/** Defines the figures (JSON) and names the folders that steps of living counts pass on to later steps. */
import { join } from 'node:path';
import type { LivingErrorModel } from '../../../src/format/error-model.ts';
import type { CountLayer } from '../../../src/format/manifest.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import type { HeldOutUnit, WeightBlend } from '../../living/blend-weights.ts';
import type { SourceExamination } from '../../living/examine/examine-sources.ts';
import type { LivingReport } from '../../living/living-report.ts';
import type { Weights } from '../../living/weights.ts';
import { readFigures } from '../step-files.ts';

/** Figures for the manifest and for the working counts. */
export interface LivingFigures {
  readonly roadsCoverage: Zone;
  readonly examination: SourceExamination;
  readonly living: {
    readonly coverage: Zone;
    readonly layer: CountLayer;
    readonly report: LivingReport;
    readonly errors: LivingErrorModel | null;
  } | null;
}

export function builtLiving(folder: string): NonNullable<LivingFigures['living']> {
  const { living } = readFigures<LivingFigures>(folder);
  if (!living) throw new Error('working counts without a census');
  return living;
}

/** Figures of the weights over all partitions. */
export interface WeighedFigures {
  /** Partitions with homes or roads; `partitions` also those with the middle of a census unit. Ascending. */
  readonly sitePartitions: readonly Cell[];
  readonly partitions: readonly Cell[];
  /** Area where homes and roads are complete. */
  readonly mapped: Zone;
  readonly roadsCoverage: Zone;
  readonly roads: SourceExamination['roads'];
  readonly buildings: number | null;
  /** Buildings that report more dwellings than they have room for. */
  readonly overfull: number;
  /** Weights in the order of censuses. */
  readonly weights: readonly Weights[];
  /** Blends in the order of censuses. */
  readonly weightBlends: readonly (WeightBlend | null)[];
  /** Held-out units in the order of censuses. */
  readonly heldOut: readonly (readonly (readonly HeldOutUnit[])[])[];
}

export interface CountedFigures {
  readonly examination: SourceExamination;
  /** Partitions, ascending. */
  readonly partitions: readonly Cell[];
  readonly coverage: Zone;
  readonly report: LivingReport;
  readonly errors: LivingErrorModel | null;
}

/** Folder in that of the step `counted`. */
export const ALL_CELLS_FOLDER = 'all-cells';
export const PEOPLE_FOLDER = 'people';

/** Returns the folder of allocations in that of the step `living`. */
export const allocationsIn = (folder: string): string => join(folder, 'allocations');
