/** What the map holds of each census unit: homes, and where else people can be put. */
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { CM2_PER_M2 } from './homes.ts';

/** What a unit's people and the map say of each other. */
export const STATUS = {
  /** Most of it lies where the map is not known, and nothing is mapped in the rest: its people live beyond. */
  beyond: 0,
  /** The map holds homes or room for them, or nobody lives there. */
  placed: 1,
  /** The unit lies where the map is known, with people, and the map holds no room for them. */
  contradicted: 2,
} as const;
export type UnitStatus = (typeof STATUS)[keyof typeof STATUS];

/** More people on a square metre of footprint than ten floors hold, */
const IMPLAUSIBLE_PEOPLE_M2 = 0.3;
/** in a unit of which less than this share is built up: most of its buildings are missing in the data. */
const HARDLY_BUILT_SHARE = 0.001;
/** Then each square metre of footprint gets as many people as four floors hold; the others are put elsewhere. */
const PLAUSIBLE_PEOPLE_M2 = 0.1;

/** The share of a unit's people whom its homes can hold. @param footprint_m2 of its homes */
export function housedShare(people: number, footprint_m2: number, outline: () => PlanarArea): number {
  if (footprint_m2 <= 0 || people < footprint_m2 * IMPLAUSIBLE_PEOPLE_M2) return 1;
  const area = outline();
  const unit_m2 = area.area() * squareMetresPerSquareDegree(area.box.south);
  return footprint_m2 < unit_m2 * HARDLY_BUILT_SHARE ? (footprint_m2 * PLAUSIBLE_PEOPLE_M2) / people : 1;
}

/** More people on some 17 m of road, or in as small a part of a building, than live anywhere: what they live in is missing. */
export const MOST_PEOPLE_A_CELL = 10;
/** A unit with a smaller share of its area on the map lies mostly beyond it. */
const MOST = 0.5;

/** One entry a unit, 20 bytes in all. */
export interface HoldingColumns {
  /** Square centimetres of the homes of which a part stands in the unit. */
  readonly homes_cm2: Float64Array;
  /** Cells along roads and in buildings that are no homes. */
  readonly room: Uint32Array;
  /** The share of its area where the map holds all that there is; 0 until the area that its middle lies in has said it. */
  readonly knownShare: Float64Array;
}

export class UnitHoldings implements HoldingColumns {
  readonly homes_cm2: Float64Array;
  readonly room: Uint32Array;
  readonly knownShare: Float64Array;

  constructor(units: number) {
    this.homes_cm2 = new Float64Array(units);
    this.room = new Uint32Array(units);
    this.knownShare = new Float64Array(units);
  }

  /** Adds what an area holds. @param units number of each of its entries */
  add(units: Uint32Array, { homes_cm2, room, knownShare }: HoldingColumns): void {
    for (const [i, unit] of units.entries()) {
      this.homes_cm2[unit] += homes_cm2[i];
      this.room[unit] += room[i];
      this.knownShare[unit] += knownShare[i];
    }
  }

  statusOf(unit: number, people: number, outline: () => PlanarArea): UnitStatus {
    const homes_m2 = this.homes_cm2[unit] / CM2_PER_M2;
    const knownShare = this.knownShare[unit];
    if (knownShare === 0) return STATUS.beyond;
    if (knownShare < MOST && people > 0) return homes_m2 > 0 ? STATUS.placed : STATUS.beyond;
    const housed = homes_m2 > 0 ? housedShare(people, homes_m2, outline) : 0;
    const hasRoom = people * (1 - housed) <= this.room[unit] * MOST_PEOPLE_A_CELL;
    return hasRoom ? STATUS.placed : STATUS.contradicted;
  }
}
