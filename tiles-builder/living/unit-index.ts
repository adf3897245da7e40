/** Finds which census units near a partition contain a position (R-tree of boxes, then point in polygon), or meet a box. */
import type { Cell } from '../../src/geo/cells.ts';
import { boundingBoxOf } from '../../src/geo/positions.ts';
import { areaOfOutlinesWithin, PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { PolygonIndex } from '../geometry/polygon-index.ts';
import { partitionAt } from '../partitions/partitions.ts';
import { type NearUnits, outlineOfNear } from '../sources/census/unit-table.ts';
import { CM2_PER_M2 } from './homes.ts';

export interface PartInUnit {
  readonly unit: number;
  /** Area in square degrees, above 0. */
  readonly area: number;
  readonly cm2: number;
  /** The unit's outline, where it may cut the footprint. */
  readonly within: readonly PlanarArea[];
}

/** Units are numbered by their index in `units`. */
export class UnitIndex {
  /** Numbers of the units in the table, ascending. */
  readonly units: Uint32Array;
  /** Units with their middle in the partition. */
  readonly own: readonly number[];
  readonly #near: NearUnits;
  readonly #index: PolygonIndex;
  readonly #outlines: (PlanarArea | undefined)[] = [];

  constructor(near: NearUnits, partition: Cell) {
    this.#near = near;
    this.units = near.units;
    const boxes = near.outlines.map((outline) => boundingBoxOf(outlineOfNear(outline).flat()));
    this.#index = new PolygonIndex(boxes);
    this.own = [...boxes.keys()].filter((unit) => {
      const { west, south, east, north } = boxes[unit];
      return partitionAt((west + east) / 2, (south + north) / 2) === partition;
    });
  }

  /** Lists units at a position, ascending; units of some sources overlap. */
  unitsAt(lon: number, lat: number): number[] {
    return this.#index
      .meeting({ west: lon, south: lat, east: lon, north: lat })
      .filter((unit) => this.outline(unit).containsAt(lon, lat));
  }

  /** Returns the part of a footprint in each unit, ascending. */
  partsOf({ box, outlines }: PlanarArea): PartInUnit[] {
    return this.#index.meeting(box).flatMap((unit) => {
      const outline = this.outline(unit);
      const relation = outline.relationOf(box);
      if (relation === 'outside') return [];
      const within = relation === 'inside' ? [] : [outline];
      const area = areaOfOutlinesWithin(outlines, within);
      const cm2 = Math.round(area * squareMetresPerSquareDegree(box.south) * CM2_PER_M2);
      return area > 0 ? [{ unit, area, cm2, within }] : [];
    });
  }

  outline(unit: number): PlanarArea {
    this.#outlines[unit] ??= new PlanarArea(outlineOfNear(this.#near.outlines[unit]));
    return this.#outlines[unit];
  }
}
