/** Stores which steps of walks off roads barriers block, between samples of the raster, in road and mask tiles. See FORMAT.md. */
import { present } from './envelope.ts';

/** Bits of steps from a sample to its neighbours. */
export const EAST = 1;
export const SOUTH = 2;
export const SOUTH_EAST = 4;
export const SOUTH_WEST = 8;

/** Crossings of barriers lie at multiples of 1/16 of a step. */
export const CROSSINGS_PER_STEP = 16;
/** No barrier crosses the step. */
export const NO_CROSSINGS = 255;

export interface BlockedSteps {
  /** The first sample of the frame, whose samples are numbered row by row. */
  readonly column: number;
  readonly row: number;
  /** Samples in a row of the frame. */
  readonly columns: number;
  /** Each entry has the number of samples since the last entry, times 16, plus bits of the steps that are blocked. */
  readonly steps: Uint16Array;
  /** First crossing of the step to the east, from the west and from the east, then of that to the south: 4 bits each. */
  readonly crossings: Uint16Array;
}

interface BlockedVectors {
  blockedColumn(): number;
  blockedRow(): number;
  blockedColumns(): number;
  blockedStepsArray(): Uint16Array | null;
  blockedCrossingsArray(): Uint16Array | null;
}

export const blockedColumns = (blocked: BlockedSteps | null | undefined) => ({
  blockedColumn: blocked?.column ?? null,
  blockedRow: blocked?.row ?? null,
  blockedColumns: blocked?.columns ?? null,
  blockedSteps: blocked?.steps ?? null,
  blockedCrossings: blocked?.crossings ?? null,
});

export function readBlockedSteps(table: BlockedVectors): BlockedSteps | null {
  const steps = table.blockedStepsArray();
  if (!steps) return null;
  return {
    column: table.blockedColumn(),
    row: table.blockedRow(),
    columns: table.blockedColumns(),
    steps,
    crossings: present(table.blockedCrossingsArray()),
  };
}

export function forEachBlockedStep(
  { column, row, columns, steps, crossings }: BlockedSteps,
  visit: (column: number, row: number, bits: number, crossings: number) => void,
): void {
  const end = column + columns;
  let [x, y] = [column, row];
  for (let i = 0; i < steps.length; i++) {
    for (x += steps[i] >> 4; x >= end; y++) x -= columns;
    visit(x, y, steps[i] & 15, crossings[i]);
  }
}
