/** What the steps of the living leave for each other and for the steps after them. */
import { join } from 'node:path';
import type { CountLayer } from '../../../src/format/manifest.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import type { SourceExamination } from '../../examine/examine-sources.ts';
import type { WeightBlend } from '../../living/blend-weights.ts';
import type { UnlistedPlace } from '../../living/known-land.ts';
import type { SpreadReport } from '../../living/spread-report.ts';
import type { LivingErrors } from '../../living/validate-living.ts';
import type { Weights } from '../../living/weights.ts';

/** What the living leave for the manifest and the working. */
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

/** What all areas together say, before anybody is counted. */
export interface GroundFigures {
  /** With homes or roads, and of these and those in which the middle of a census unit lies: ascending. */
  readonly siteAreas: readonly Cell[];
  readonly areas: readonly Cell[];
  /** Where homes and roads are complete. */
  readonly mapped: Zone;
  readonly roadsCoverage: Zone;
  readonly roads: SourceExamination['roads'];
  readonly buildings: number | null;
  /** Of them, those that report more dwellings than they have room for. */
  readonly overfull: number;
  /** By census. */
  readonly weights: readonly Weights[];
  /** Why by these, by census: see {@link CensusExamination.weights}. */
  readonly weightBlends: readonly (WeightBlend | null)[];
}

/** Where the censuses count. */
export interface CoverageFigures {
  readonly covered: Zone;
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
  readonly coarsest: number | null;
}

/** Who is counted, and what the sources say of each other. */
export interface CountedFigures {
  readonly examination: SourceExamination;
  /** With gifts, ascending. */
  readonly areas: readonly Cell[];
  readonly coverage: Zone;
  readonly report: SpreadReport;
  readonly errors: LivingErrors | null;
}

/** In the folder of the step `counted`: people of whom only their spill is known, and those of each area. */
export const EVERYWHERE_FOLDER = 'everywhere';
export const PLACED_FOLDER = 'placed';

/** Where the step of the living leaves the ledger of what each census unit gave to which cell, as yet without a version. */
export const ledgerIn = (folder: string): string => join(folder, 'ledger');
