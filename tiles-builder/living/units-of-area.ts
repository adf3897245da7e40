/** The units of a census that lie in a box or reach into it, ready to be asked which of them a place is in. */
import Flatbush from 'flatbush';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { UnitTable } from '../read/census/unit-table.ts';

/** Named by their place in `units`. */
export class UnitsOfArea {
  /** Their numbers in the table, ascending. */
  readonly units: Uint32Array;
  readonly #table: UnitTable;
  readonly #index: Flatbush | null;
  readonly #outlines: (PlanarArea | undefined)[] = [];

  constructor(table: UnitTable, box: BoundingBox) {
    this.#table = table;
    this.units = table.meeting(box);
    this.#index = this.units.length === 0 ? null : new Flatbush(this.units.length);
    for (const unit of this.units) {
      const { west, south, east, north } = table.box(unit);
      this.#index?.add(west, south, east, north);
    }
    this.#index?.finish();
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
    const outline = new PlanarArea(this.#table.outline(this.units[unit]));
    this.#outlines[unit] = outline;
    return outline;
  }
}
