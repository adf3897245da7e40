/** Figures that the steps of living counts pass on. */
import { join } from 'node:path';
import type { CountLayer } from '../../../src/format/manifest.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import type { SourceExamination } from '../../examine/examine-sources.ts';
import type { HeldOutUnit, WeightBlend } from '../../living/blend-weights.ts';
import type { UnlistedPlace } from '../../living/known-land.ts';
import type { SpreadReport } from '../../living/spread-report.ts';
import type { LivingErrors } from '../../living/validate-living.ts';
import type { Weights } from '../../living/weights.ts';

/** For the manifest and the working counts. */
export interface LivingFigures {
  readonly roadsCoverage: Zone;
  readonly examination: SourceExamination;
  /** `null` without a census. */
  readonly living: {
    readonly coverage: Zone;
    readonly layer: CountLayer;
    readonly report: SpreadReport;
    readonly errors: LivingErrors | null;
  } | null;
}

/** Sums over all partitions, before anybody is counted. */
export interface GroundFigures {
  /** Partitions with homes or roads; of these, those with the middle of a census unit: ascending. */
  readonly siteAreas: readonly Cell[];
  readonly areas: readonly Cell[];
  /** Where homes and roads are complete. */
  readonly mapped: Zone;
  readonly roadsCoverage: Zone;
  readonly roads: SourceExamination['roads'];
  readonly buildings: number | null;
  /** Buildings that report more dwellings than fit. */
  readonly overfull: number;
  /** By census. */
  readonly weights: readonly Weights[];
  /** Reason for these weights by census, see {@link CensusExamination.weights}. */
  readonly weightBlends: readonly (WeightBlend | null)[];
  /** Units predicted from others, by census: see {@link BlendedWeights.heldOut}. */
  readonly heldOut: readonly (readonly (readonly HeldOutUnit[])[])[];
}

/** Where the censuses count. */
export interface CoverageFigures {
  readonly covered: Zone;
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
  readonly coarsest: number | null;
}

/** Who is counted, and the examination of the sources. */
export interface CountedFigures {
  readonly examination: SourceExamination;
  /** Partitions with people, ascending. */
  readonly areas: readonly Cell[];
  readonly coverage: Zone;
  readonly report: SpreadReport;
  readonly errors: LivingErrors | null;
}

/** In the folder of the step `counted`: people known only by spill, and those of each partition. */
export const EVERYWHERE_FOLDER = 'everywhere';
export const PLACED_FOLDER = 'placed';

/** The unversioned ledger of allocations in the folder of a step. */
export const ledgerIn = (folder: string): string => join(folder, 'ledger');
