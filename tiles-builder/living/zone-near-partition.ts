/**
 * Clips a coverage to the box around a partition, so that overlays there cost only what lies near, and computes an outline's
 * share inside the coverage.
 */
import type { Cell } from '../../src/geo/cells.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  ringOfBox,
  widenedByDegrees,
  type Zone,
} from '../../src/geo/positions.ts';
import { type Outline, PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { boxAroundPartition } from '../partitions/partitions.ts';
import { type NearUnits, outlineOfNear } from '../sources/census/unit-table.ts';

/** Keeps outlines in the box clear of its clipped edge. */
const MARGIN_DEGREES = 1e-5;

const NO_UNITS: NearUnits = { units: new Uint32Array(), outlines: [] };

export const boxAround = (box: BoundingBox, { outlines }: NearUnits): BoundingBox =>
  boundingBoxOf([ringOfBox(box), ...outlines.flatMap((outline) => outlineOfNear(outline).flat())]);

/** Returns what of a zone lies near a partition and its units, as plain data. */
export const outlinesNear = (zone: PlanarArea, box: BoundingBox, near = NO_UNITS): readonly Outline[] =>
  zone.clippedTo(widenedByDegrees(boxAround(box, near), MARGIN_DEGREES)).outlines;

export function outlinesByPartition(zone: Zone): (partition: Cell) => readonly Outline[] {
  const whole = new PlanarArea(zone);
  return (partition) => outlinesNear(whole, boxAroundPartition(partition));
}

/** @param outlines see {@link outlinesByPartition} */
export const zoneAround = (partition: Cell, outlines: readonly Outline[]): PlanarArea =>
  new ZoneNearPartition(outlines, boxAroundPartition(partition)).clipped;

export class ZoneNearPartition {
  readonly clipped: PlanarArea;
  readonly #whole: PlanarArea;
  readonly #box: BoundingBox;

  constructor(zone: readonly Outline[], box: BoundingBox) {
    this.#whole = new PlanarArea([], zone);
    this.#box = box;
    this.clipped = this.#whole.clippedTo(box);
  }

  /** Returns 0 to 1, also for an outline that reaches beyond the box. */
  shareOf(outline: PlanarArea): number {
    return shareInside(outline, this.#around(outline));
  }

  /** Tells whether the zone contains an outline; it may say no of one that it does. */
  holds(outline: PlanarArea): boolean {
    return this.#around(outline).relationOf(outline.box) === 'inside';
  }

  #around({ box: own }: PlanarArea): PlanarArea {
    const { west, south, east, north } = this.#box;
    const isWithin = own.west > west && own.east < east && own.south > south && own.north < north;
    return isWithin ? this.clipped : this.#whole.clippedTo(widenedByDegrees(own, MARGIN_DEGREES));
  }
}
