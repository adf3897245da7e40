/** The units of a census that lie in an area or reach into it, ready to be asked which of them a place is in. */
import Flatbush from 'flatbush';
import type { Cell } from '../../src/geo/cells.ts';
import { type BoundingBox, boundingBoxOf } from '../../src/geo/positions.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { partitionAt } from '../partitions/partitions.ts';
import { type NearUnits, outlineOfNear } from '../read/census/unit-table.ts';

/** Named by their place in `units`. */
export class UnitsOfArea {
  /** Their numbers in the table, ascending. */
  readonly units: Uint32Array;
  /** The units whose middle lies in the area. */
  readonly own: readonly number[];
  readonly #near: NearUnits;
  readonly #index: Flatbush | null;
  readonly #outlines: (PlanarArea | undefined)[] = [];

  /** @param near those around the area, and maybe others */
  constructor(near: NearUnits, area: Cell) {
    this.#near = near;
    this.units = near.units;
    this.#index = this.units.length === 0 ? null : new Flatbush(this.units.length);
    const own: number[] = [];
    for (const [unit, outline] of near.outlines.entries()) {
      const { west, south, east, north } = boundingBoxOf(outlineOfNear(outline).flat());
      this.#index?.add(west, south, east, north);
      if (partitionAt((west + east) / 2, (south + north) / 2) === area) own.push(unit);
    }
    this.#index?.finish();
    this.own = own;
  }

  /** All units in which a position lies, ascending: those of some sources overlap. */
  unitsAt(lon: number, lat: number): number[] {
    return this.meeting({ west: lon, south: lat, east: lon, north: lat }).filter((unit) =>
      this.outline(unit).containsAt(lon, lat),
    );
  }

  /** Units whose boxes meet a box, ascending. */
  meeting({ west, south, east, north }: BoundingBox): number[] {
    const found = this.#index?.search(west, south, east, north) ?? [];
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  outline(unit: number): PlanarArea {
    const known = this.#outlines[unit];
    if (known) return known;
    const outline = new PlanarArea(outlineOfNear(this.#near.outlines[unit]));
    this.#outlines[unit] = outline;
    return outline;
  }
}
