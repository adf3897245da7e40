/**
 * Stores census units in columns, 70 bytes a square with its id, 16 a raster cell. An R-tree of boxes finds them, and squares
 * are also found by binary search.
 */
import Flatbush from 'flatbush';
import { type BoundingBox, boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import type { CensusUnit, GridSquare } from '../../base/records.ts';
import { FootprintList, type Footprints } from '../../geometry/footprints.ts';
import { EUROPEAN_GRID, squareOutline } from './grid-square.ts';
import type { RasterLand } from './raster-land.ts';

export type AddedUnit = Pick<CensusUnit, 'id' | 'people'> &
  ({ readonly square: GridSquare } | { readonly outline: Zone });

export type UnitProgress = (units: number, total?: number) => void;

/** Units near a box as plain data for another thread, ascending. */
export interface NearUnits {
  readonly units: Uint32Array;
  readonly outlines: readonly (GridSquare | Zone)[];
}

export const outlineOfNear = (outline: GridSquare | Zone): Zone =>
  'size_m' in outline ? [[squareOutline(outline)]] : outline;

export interface UnitPlaces {
  id(unit: number): string;
  outline(unit: number): Zone;
}

const ROUNDING_DEGREES = 1e-4;

/** Units by number, ordered by location: squares by size and row, polygons by bounding box, raster cells by row and column. */
export class UnitTable implements Iterable<CensusUnit> {
  /** Inhabitants counted in no other unit; may be fractional. */
  readonly people: Float64Array;
  readonly listed_people: Float64Array;
  readonly first_id: string;
  /** Raster land, where cells without data are unknown. */
  readonly land: RasterLand | undefined;
  readonly #squares: SquareColumns;
  readonly #places: UnitPlaces | ListedPlaces;
  readonly #landless: ReadonlyMap<number, BoundingBox>;
  #index: Flatbush | null = null;

  constructor(columns: {
    readonly people: Float64Array;
    readonly listed_people?: Float64Array;
    readonly first_id: string;
    readonly squares?: SquareColumns;
    readonly places: UnitPlaces;
    readonly land?: RasterLand | undefined;
    readonly landless?: ReadonlyMap<number, BoundingBox>;
  }) {
    this.#landless = columns.landless ?? new Map();
    this.people = columns.people;
    this.listed_people = columns.listed_people ?? columns.people;
    this.first_id = columns.first_id;
    this.land = columns.land;
    this.#squares = columns.squares ?? NO_SQUARES;
    this.#places = columns.places;
  }

  static of(units: Iterable<AddedUnit>): UnitTable {
    const builder = new UnitTableBuilder();
    for (const unit of units) builder.add(unit);
    return builder.finish().table;
  }

  get length(): number {
    return this.people.length;
  }

  id(unit: number): string {
    return this.#places.id(unit);
  }

  square(unit: number): GridSquare | undefined {
    const size_m = this.#squares.size_m[unit];
    if (!size_m) return undefined;
    const { projection, east_m, north_m } = this.#squares;
    return { projection, size_m, east_m: east_m[unit], north_m: north_m[unit] };
  }

  get projection(): string {
    return this.#squares.projection;
  }

  /** Returns distinct sizes, ascending; there are none for polygons alone. */
  squareSizes_m(): number[] {
    return [...new Set(this.#squares.size_m)].filter((size_m) => size_m > 0).sort((a, b) => a - b);
  }

  numberOfSquare({ size_m, east_m, north_m }: Omit<GridSquare, 'projection'>): number | null {
    const squares = this.#squares;
    let [low, high] = [0, squares.size_m.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const after =
        squares.size_m[middle] === 0
          ? 1
          : squares.size_m[middle] - size_m ||
            squares.north_m[middle] - north_m ||
            squares.east_m[middle] - east_m;
      if (after === 0) return middle;
      if (after < 0) low = middle + 1;
      else high = middle;
    }
    return null;
  }

  isSameSquare(a: number, b: number): boolean {
    const { size_m, east_m, north_m } = this.#squares;
    return size_m[a] > 0 && size_m[a] === size_m[b] && east_m[a] === east_m[b] && north_m[a] === north_m[b];
  }

  outline(unit: number): Zone {
    const square = this.square(unit);
    return square ? [[squareOutline(square)]] : this.#places.outline(unit);
  }

  /** Returns the bounding box, which for a unit without land is its former one. */
  box(unit: number): BoundingBox {
    return this.#landless.get(unit) ?? boundingBoxOf(this.outline(unit).flat());
  }

  hasLand(unit: number): boolean {
    return !this.#landless.has(unit);
  }

  middle(unit: number): readonly [lon: number, lat: number] {
    const { west, south, east, north } = this.box(unit);
    return [(west + east) / 2, (south + north) / 2];
  }

  /** Replaces people and, except for squares, outlines. */
  withOutlines(
    people: Float64Array,
    outlines: Iterable<Zone>,
    listed_people = this.listed_people,
  ): UnitTable {
    if (!(this.#places instanceof ListedPlaces)) throw new Error('cells of a raster have no other outlines');
    const zones = new FootprintList();
    const landless = new Map<number, BoundingBox>();
    for (const outline of outlines) {
      const unit = zones.count;
      if (outline.length === 0 && !this.square(unit)) landless.set(unit, this.box(unit));
      zones.add(outline);
    }
    return new UnitTable({
      people,
      listed_people,
      first_id: this.first_id,
      squares: this.#squares,
      places: this.#places.withZones(zones.finish()),
      landless,
    });
  }

  /** Units with land whose boxes intersect `box`, within some metres. */
  near({ west, south, east, north }: BoundingBox): NearUnits {
    if (this.length === 0) return { units: new Uint32Array(), outlines: [] };
    this.#index ??= this.#indexed();
    const found = this.#index.search(
      west - ROUNDING_DEGREES,
      south - ROUNDING_DEGREES,
      east + ROUNDING_DEGREES,
      north + ROUNDING_DEGREES,
    );
    const units = Uint32Array.from(found.filter((unit) => !this.#landless.has(unit))).sort();
    return { units, outlines: Array.from(units, (unit) => this.square(unit) ?? this.outline(unit)) };
  }

  unit(unit: number): CensusUnit {
    const square = this.square(unit);
    const known = { id: this.id(unit), outline: this.outline(unit), people: this.people[unit] };
    return square ? { ...known, square } : known;
  }

  *[Symbol.iterator](): Generator<CensusUnit> {
    for (let unit = 0; unit < this.length; unit++) yield this.unit(unit);
  }

  #indexed(): Flatbush {
    const index = new Flatbush(this.length, 16, Float32Array);
    for (let unit = 0; unit < this.length; unit++) {
      const { west, south, east, north } = this.box(unit);
      index.add(west, south, east, north);
    }
    index.finish();
    return index;
  }
}

interface SquareColumns {
  readonly projection: string;
  readonly size_m: Uint32Array;
  readonly east_m: Int32Array;
  readonly north_m: Int32Array;
}

const NO_SQUARES: SquareColumns = {
  projection: EUROPEAN_GRID,
  size_m: new Uint32Array(),
  east_m: new Int32Array(),
  north_m: new Int32Array(),
};

class ListedPlaces implements UnitPlaces {
  readonly #polygons: Footprints;
  readonly #polygonOf: Uint32Array | null;
  readonly #ids: Uint8Array;
  readonly #idEnds: Uint32Array;

  constructor(
    polygons: { readonly zones: Footprints; readonly of: Uint32Array | null },
    ids: { readonly bytes: Uint8Array; readonly ends: Uint32Array },
  ) {
    this.#polygons = polygons.zones;
    this.#polygonOf = polygons.of;
    this.#ids = ids.bytes;
    this.#idEnds = ids.ends;
  }

  id(unit: number): string {
    const first = unit === 0 ? 0 : this.#idEnds[unit - 1];
    return new TextDecoder().decode(this.#ids.subarray(first, this.#idEnds[unit]));
  }

  outline(unit: number): Zone {
    return this.#polygons.zoneOf(this.#polygonOf ? this.#polygonOf[unit] : unit);
  }

  withZones(zones: Footprints): ListedPlaces {
    return new ListedPlaces({ zones, of: null }, { bytes: this.#ids, ends: this.#idEnds });
  }
}

const SIDES = 4;

function byBox(count: number, outlineOf: (polygon: number) => Zone): (a: number, b: number) => number {
  const sides = new Float64Array(SIDES * count);
  for (let polygon = 0; polygon < count; polygon++) {
    const { south, west, north, east } = boundingBoxOf(outlineOf(polygon).flat());
    sides.set([south, west, north, east], SIDES * polygon);
  }
  return (a, b) => {
    for (let side = 0; side < SIDES; side++) {
      const difference = sides[SIDES * a + side] - sides[SIDES * b + side];
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

export class UnitTableBuilder {
  #projection: string | null = null;
  readonly #people = new GrowingArray(Float64Array);
  readonly #size_m = new GrowingArray(Uint32Array);
  readonly #east_m = new GrowingArray(Int32Array);
  readonly #north_m = new GrowingArray(Int32Array);
  readonly #polygonOf = new GrowingArray(Uint32Array);
  readonly #polygons = new FootprintList();
  readonly #ids = new GrowingArray(Uint8Array);
  readonly #idEnds = new GrowingArray(Uint32Array);

  get length(): number {
    return this.#people.length;
  }

  /** @throws Error for squares of two projections */
  add(unit: AddedUnit): void {
    const square = 'square' in unit ? unit.square : undefined;
    if (square) {
      this.#projection ??= square.projection;
      if (square.projection !== this.#projection)
        throw new Error(`squares of ${this.#projection} and ${square.projection} in one table`);
    }
    this.#size_m.push(square?.size_m ?? 0);
    this.#east_m.push(square?.east_m ?? 0);
    this.#north_m.push(square?.north_m ?? 0);
    this.#polygonOf.push(this.#polygons.count);
    if (!square && 'outline' in unit) this.#polygons.add(unit.outline);
    this.#people.push(unit.people);
    this.#ids.append(new TextEncoder().encode(unit.id));
    this.#idEnds.push(this.#ids.length);
  }

  finish(): { readonly table: UnitTable; readonly order: Uint32Array } {
    const polygons = this.#polygons.finish();
    const order = this.#order(polygons);
    const sorted = <A extends Uint32Array | Int32Array>(from: ArrayLike<number>, to: A): A => {
      for (const [unit, added] of order.entries()) to[unit] = from[added];
      return to;
    };
    const signed = (values: GrowingArray<Int32Array>): Int32Array =>
      sorted(values.values, new Int32Array(order.length));
    const unsigned = (values: GrowingArray<Uint32Array>): Uint32Array =>
      sorted(values.values, new Uint32Array(order.length));
    const idEnds = new Uint32Array(order.length);
    const ids = new Uint8Array(this.#ids.length);
    let end = 0;
    const idOf = (added: number): Uint8Array =>
      this.#ids.values.subarray(added === 0 ? 0 : this.#idEnds.values[added - 1], this.#idEnds.values[added]);
    for (const [unit, added] of order.entries()) {
      ids.set(idOf(added), end);
      end += idOf(added).length;
      idEnds[unit] = end;
    }
    const table = new UnitTable({
      people: Float64Array.from(order, (added) => this.#people.values[added]),
      first_id: order.length === 0 ? '' : new TextDecoder().decode(idOf(0)),
      squares: {
        projection: this.#projection ?? EUROPEAN_GRID,
        size_m: unsigned(this.#size_m),
        east_m: signed(this.#east_m),
        north_m: signed(this.#north_m),
      },
      places: new ListedPlaces(
        { zones: polygons, of: unsigned(this.#polygonOf) },
        { bytes: ids, ends: idEnds },
      ),
    });
    return { table, order };
  }

  #order(polygons: Footprints): Uint32Array {
    const [size_m, east_m, north_m] = [this.#size_m.values, this.#east_m.values, this.#north_m.values];
    const polygonOf = this.#polygonOf.values;
    const comparePolygons = byBox(polygons.count, (polygon) => polygons.zoneOf(polygon));
    return Uint32Array.from({ length: this.length }, (_, i) => i).sort((a, b) => {
      if (size_m[a] === 0 && size_m[b] === 0) {
        const people = this.#people.values;
        return comparePolygons(polygonOf[a], polygonOf[b]) || people[a] - people[b];
      }
      if (size_m[a] === 0 || size_m[b] === 0) return size_m[a] === 0 ? 1 : -1;
      return size_m[a] - size_m[b] || north_m[a] - north_m[b] || east_m[a] - east_m[b];
    });
  }
}
