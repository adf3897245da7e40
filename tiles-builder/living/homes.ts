/** Homes of a partition in columns, with expected people per m² by census. */
import type { FootprintCells } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';

export interface HomesOfPartition {
  readonly count: number;
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly area_m2: Float64Array;
  /** 0: a house assumed missing. */
  readonly mapped: Uint8Array;
  readonly footprint: (site: number) => PlanarArea;
  readonly cells: () => FootprintCells;
  /** By census. */
  readonly people_m2: readonly Float64Array[];
  /** Cell numbers, ascending and distinct. */
  readonly roadside: Uint32Array;
}

/** Fixed point, so that sums do not depend on order. */
export const EXPECTED_PER_PERSON = 1e8;
export const CM2_PER_M2 = 1e4;
