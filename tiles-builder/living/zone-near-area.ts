/** A zone as far as it lies near an area, which is sooner asked where the zone has many vertices. */
import type { Cell } from '../../src/geo/cells.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { type Outline, PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { boxAroundPartition } from '../partitions/partitions.ts';
import { type NearUnits, outlineOfNear } from '../read/census/unit-table.ts';

/** So that what lies in the box as a whole does not touch what the box cuts. */
const MARGIN_DEGREES = 1e-5;

const NO_UNITS: NearUnits = { units: new Uint32Array(), outlines: [] };

/**
 * What an area needs of a zone to tell how much of it and of its units lies in there: plain data, small however many vertices
 * the zone has elsewhere.
 * @param box around the area, `near` the units that meet it, none if absent
 */
export function outlinesNear(zone: PlanarArea, box: BoundingBox, near = NO_UNITS): readonly Outline[] {
  const around = { ...box };
  for (const outline of near.outlines) {
    const own = boundingBoxOf(outlineOfNear(outline).flat());
    around.west = Math.min(around.west, own.west);
    around.south = Math.min(around.south, own.south);
    around.east = Math.max(around.east, own.east);
    around.north = Math.max(around.north, own.north);
  }
  return zone.clippedTo(widened(around)).outlines;
}

/** What jobs are handed of a zone: as much as lies near their area of the build. */
export function outlinesByArea(zone: Zone): (area: Cell) => readonly Outline[] {
  const whole = new PlanarArea(zone);
  return (area) => outlinesNear(whole, boxAroundPartition(area));
}

/** A zone within an area of the build and its halo. @param outlines see {@link outlinesByArea} */
export const zoneAround = (area: Cell, outlines: readonly Outline[]): PlanarArea =>
  new ZoneNearArea(outlines, boxAroundPartition(area)).clipped;

export class ZoneNearArea {
  /** The zone in the box. */
  readonly clipped: PlanarArea;
  readonly #whole: PlanarArea;
  readonly #box: BoundingBox;

  /** @param zone see {@link outlinesNear}; `box` around the area */
  constructor(zone: readonly Outline[], box: BoundingBox) {
    this.#whole = new PlanarArea([], zone);
    this.#box = box;
    this.clipped = this.#whole.clippedTo(box);
  }

  /** How much of an outline lies in the zone, 0 to 1; the outline may reach beyond the box. */
  shareOf(outline: PlanarArea): number {
    return shareInside(outline, this.#around(outline));
  }

  /** Whether an outline lies in the zone for certain. */
  holds(outline: PlanarArea): boolean {
    return this.#around(outline).relationOf(outline.box) === 'inside';
  }

  /** Of the zone, what is enough to tell how much of an outline lies in it. */
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
