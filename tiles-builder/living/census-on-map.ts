/** Defines the stages of a census up to cells (source, on map, measured, covered, counted), and puts censuses on the map. */
import type { Zone } from '../../src/geo/positions.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { Nesting } from '../sources/census/nest-squares.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';
import { type RasterGrid, rasterGridOf } from './square-raster.ts';
import type { UnitCapacity, UnitSums } from './unit-sums.ts';
import type { UnlistedHomes } from './unlisted-homes.ts';

/** A census as it was read. */
export interface CensusSource {
  /** Units are disjoint but for strips narrower than 5 m. */
  readonly units: UnitTable;
  readonly nesting: Nesting;
  /** Configured coverage; `null` to infer it from units and map. */
  readonly coverage: Zone | null;
}

export interface CensusOnMap {
  readonly source: CensusSource;
  /** Number of the first unit among those of all censuses. */
  readonly firstUnit: number;
  /** Area that may become its coverage. */
  readonly reach: Zone;
  /** Grid of its squares, `null` without any. */
  readonly grid: RasterGrid | null;
}

export interface MeasuredCensus extends CensusOnMap {
  readonly capacity: UnitCapacity;
  readonly unlisted: UnlistedHomes;
}

/** The area where a census counts, as plain data. */
export interface Coverage {
  /** STATUS by unit. */
  readonly statuses: Uint8Array;
  /** Area where its people are counted. */
  readonly counts: Zone;
  /** 1 for units that count and have people. */
  readonly isCounted: Uint8Array;
}

export type CoveredCensus = CensusOnMap & Coverage;

/** People in whole thousandths of a person. */
export interface PeopleOfUnits {
  /** People inside the coverage. */
  readonly inside: Float64Array;
  /** People of `inside` who are in homes. */
  readonly housed: Float64Array;
}

export interface CountedCensus extends MeasuredCensus, Coverage {
  readonly sums: UnitSums;
  readonly people: PeopleOfUnits;
}

/**
 * Numbers the units of all censuses, and limits each census to the mapped area.
 * @param mapped where homes and roads are complete
 */
export function putOnMap(sources: readonly CensusSource[], mapped: Zone): CensusOnMap[] {
  let firstUnit = 0;
  return sources.map((source) => {
    const { units, coverage } = source;
    const reach = coverage === null ? mapped : intersectionOf(coverage, mapped);
    const census = { source, firstUnit, reach, grid: rasterGridOf(units) };
    firstUnit += units.length;
    return census;
  });
}

export function medianUnit_m2(units: UnitTable): number {
  const sizes_m2 = Float64Array.from({ length: units.length }, (_, unit) => {
    const square = units.square(unit);
    if (square) return square.size_m ** 2;
    const outline = new PlanarArea(units.outline(unit));
    return outline.area() * squareMetresPerSquareDegree(outline.box.south);
  }).filter((size_m2) => size_m2 > 0);
  return sizes_m2.sort()[sizes_m2.length >> 1] ?? 0;
}
