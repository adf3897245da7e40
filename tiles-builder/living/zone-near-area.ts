/** The part of a zone near a partition, which is faster to query. */
import type { Cell } from '../../src/geo/cells.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { type Outline, PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { boxAroundPartition } from '../partitions/partitions.ts';
import { type NearUnits, outlineOfNear } from '../read/census/unit-table.ts';

/** Keeps what is completely in the box clear of its clipped edge. */
const MARGIN_DEGREES = 1e-5;

const NO_UNITS: NearUnits = { units: new Uint32Array(), outlines: [] };

/** A box and the boxes of units. */
export function boxAround(box: BoundingBox, { outlines }: NearUnits): BoundingBox {
  const around = { ...box };
  for (const outline of outlines) {
    const own = boundingBoxOf(outlineOfNear(outline).flat());
    around.west = Math.min(around.west, own.west);
    around.south = Math.min(around.south, own.south);
    around.east = Math.max(around.east, own.east);
    around.north = Math.max(around.north, own.north);
  }
  return around;
}

/**
 * The part of a zone that determines its overlap with a partition and its units: plain data, small for any zone.
 * @param box around the partition, `near` the units that meet it, by default none
 */
export const outlinesNear = (zone: PlanarArea, box: BoundingBox, near = NO_UNITS): readonly Outline[] =>
  zone.clippedTo(widened(boxAround(box, near))).outlines;

/** The part of a zone for jobs of a partition. */
export function outlinesByArea(zone: Zone): (area: Cell) => readonly Outline[] {
  const whole = new PlanarArea(zone);
  return (area) => outlinesNear(whole, boxAroundPartition(area));
}

/**
 * A zone within a partition and its halo.
 * @param outlines see {@link outlinesByArea}
 */
export const zoneAround = (area: Cell, outlines: readonly Outline[]): PlanarArea =>
  new ZoneNearArea(outlines, boxAroundPartition(area)).clipped;

export class ZoneNearArea {
  /** Clipped to the box. */
  readonly clipped: PlanarArea;
  readonly #whole: PlanarArea;
  readonly #box: BoundingBox;

  /** @param zone see {@link outlinesNear}; `box` around the partition */
  constructor(zone: readonly Outline[], box: BoundingBox) {
    this.#whole = new PlanarArea([], zone);
    this.#box = box;
    this.clipped = this.#whole.clippedTo(box);
  }

  /** Share of an outline in the zone, 0 to 1; the outline may reach beyond the box. */
  shareOf(outline: PlanarArea): number {
    return shareInside(outline, this.#around(outline));
  }

  /** Conservative test that an outline lies in the zone. */
  holds(outline: PlanarArea): boolean {
    return this.#around(outline).relationOf(outline.box) === 'inside';
  }

  /** The part of the zone that determines an outline's share. */
  #around({ box: own }: PlanarArea): PlanarArea {
    const { west, south, east, north } = this.#box;
    const isWithin = own.west > west && own.east < east && own.south > south && own.north < north;
    return isWithin ? this.clipped : this.#whole.clippedTo(widened(own));
  }
}

const widened = ({ west, south, east, north }: BoundingBox): BoundingBox => ({
  west: west - MARGIN_DEGREES,
  south: south - MARGIN_DEGREES,
  east: east + MARGIN_DEGREES,
  north: north + MARGIN_DEGREES,
});
