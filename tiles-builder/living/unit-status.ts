/**
 * Classifies census units as beyond the map, placed or contradicted, by whether their people have space on the map: in homes by
 * footprint area, others ten to a cell with roads or other buildings.
 */
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { CM2_PER_M2 } from './homes.ts';
import type { UnitCapacity } from './unit-sums.ts';

/** Classes of census units. */
export const STATUS = {
  /** The unit lies mostly outside the mapped area, and has no homes inside. */
  beyond: 0,
  /** The map has capacity, or nobody lives there. */
  placed: 1,
  /** The unit is mapped, and has people but no capacity for them. */
  contradicted: 2,
} as const;
export type UnitStatus = (typeof STATUS)[keyof typeof STATUS];

/** People per m² of footprint who would need over ten floors. */
const IMPLAUSIBLE_PEOPLE_M2 = 0.3;
/** If the built-up share is smaller, most buildings must be missing on the map. */
const HARDLY_BUILT_SHARE = 0.001;
/** People per m² of footprint in four floors; others are allocated elsewhere. */
const PLAUSIBLE_PEOPLE_M2 = 0.1;
/** Capacity of a cell with some 17 m of road, or with a part of a building. */
export const MOST_PEOPLE_A_CELL = 10;
/** If a smaller share of its area is known, a unit lies mostly beyond the map. */
const MOST = 0.5;

/** Returns the share of a unit's people that its homes have capacity for. */
export function housedShare(people: number, footprint_m2: number, outline: () => PlanarArea): number {
  if (footprint_m2 <= 0 || people < footprint_m2 * IMPLAUSIBLE_PEOPLE_M2) return 1;
  const area = outline();
  const unit_m2 = area.area() * squareMetresPerSquareDegree(area.box.south);
  return footprint_m2 < unit_m2 * HARDLY_BUILT_SHARE ? (footprint_m2 * PLAUSIBLE_PEOPLE_M2) / people : 1;
}

export function statusOf(
  { knownShare, homes_cm2, places }: UnitCapacity,
  unit: number,
  people: number,
  outline: () => PlanarArea,
): UnitStatus {
  const homes_m2 = homes_cm2[unit] / CM2_PER_M2;
  if (knownShare[unit] === 0) return STATUS.beyond;
  if (knownShare[unit] < MOST && people > 0) return homes_m2 > 0 ? STATUS.placed : STATUS.beyond;
  const housed = homes_m2 > 0 ? housedShare(people, homes_m2, outline) : 0;
  const hasCapacity = people * (1 - housed) <= places[unit] * MOST_PEOPLE_A_CELL;
  return hasCapacity ? STATUS.placed : STATUS.contradicted;
}
