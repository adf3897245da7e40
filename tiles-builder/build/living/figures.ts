/** Figures that the steps of living counts pass on. */
import { join } from 'node:path';
import type { CountLayer } from '../../../src/format/manifest.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import type { SourceExamination } from '../../examine/examine-sources.ts';
import type { HeldOutUnit, WeightBlend } from '../../living/blend-weights.ts';
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
  readonly sitePartitions: readonly Cell[];
  readonly partitions: readonly Cell[];
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

/** Who is counted, and the examination of the sources. */
export interface CountedFigures {
  readonly examination: SourceExamination;
  /** Partitions with people, ascending. */
  readonly partitions: readonly Cell[];
  /** Partitions whose homes are corrected at the edge of a coverage. */
  readonly edges: readonly Cell[];
  readonly coverage: Zone;
  readonly report: SpreadReport;
  readonly errors: LivingErrors | null;
}

/** In the folder of the step `counted`: corrections at the edge of coverages, cells of units over capacity, and people by partition. */
export const EDGES_FOLDER = 'edges';
export const ALL_CELLS_FOLDER = 'all-cells';
export const PEOPLE_FOLDER = 'people';

/** The unversioned ledger of allocations in the folder of a step. */
export const ledgerIn = (folder: string): string => join(folder, 'ledger');
