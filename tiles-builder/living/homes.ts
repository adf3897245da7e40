/** Where people may live, area by area, with how many are expected. */
import type { Cell } from '../../src/geo/cells.ts';
import type { FootprintCells } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';

/** The homes of an area: dwelling sites that it owns, by their middle, as columns. */
export interface HomesOfArea {
  readonly count: number;
  /** The middle of each, in degrees. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Of the footprint. */
  readonly area_m2: Float64Array;
  /** 0: houses that are taken to be missing along a street. */
  readonly mapped: Uint8Array;
  readonly footprint: (site: number) => PlanarArea;
  /** The cells of each footprint. */
  readonly cells: () => FootprintCells;
  /** People expected on a square metre of each footprint, by census. */
  readonly people_m2: readonly Float64Array[];
  /** Cells of the area along roads: their numbers in the area, ascending and distinct. */
  readonly roadside: Uint32Array;
}

export interface Homes {
  /** With homes or roads, ascending. */
  readonly areas: readonly Cell[];
  readonly read: (area: Cell) => HomesOfArea;
}

/** Expected people are added up as integers of so many a person, so that their order makes no difference. */
export const EXPECTED_PER_PERSON = 1e8;
/** Footprints are added up in square centimetres. */
export const CM2_PER_M2 = 1e4;
