/** Homes of a partition, with expected people. */
import type { FootprintCells } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';

/** Dwelling sites with their middle in the partition, in columns. */
export interface HomesOfPartition {
  readonly count: number;
  /** In degrees. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Of the footprint. */
  readonly area_m2: Float64Array;
  /** 0: a house assumed missing along a street. */
  readonly mapped: Uint8Array;
  readonly footprint: (site: number) => PlanarArea;
  /** By footprint. */
  readonly cells: () => FootprintCells;
  /** Expected people per m² of footprint, by census. */
  readonly people_m2: readonly Float64Array[];
  /** Cell numbers along roads, ascending and distinct. */
  readonly roadside: Uint32Array;
}

/** Fixed-point units of expected people, so that sums do not depend on order. */
export const EXPECTED_PER_PERSON = 1e8;
/** Footprints are summed in square centimetres. */
export const CM2_PER_M2 = 1e4;
