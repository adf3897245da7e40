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

export type AddedUnit = Pick<CensusUnit, 'id' | 'people'> & {
  /** Where finer squares within count some of them. */
  readonly listed_people?: number;
  /** Of a unit all of whose land finer squares have: its outline orders it alone. */
  readonly isLandless?: boolean;
} & ({ readonly square: GridSquare } | { readonly outline: Zone });

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
  /** Raster land, where cells without data are unknown. */
  readonly land: RasterLand | undefined;
  readonly #squares: SquareColumns;
  readonly #places: UnitPlaces;
  readonly #landless: ReadonlySet<number>;
  #index: Flatbush | null = null;

  constructor(columns: {
    readonly people: Float64Array;
    readonly listed_people?: Float64Array;
    readonly squares?: SquareColumns;
    readonly places: UnitPlaces;
    readonly land?: RasterLand | undefined;
    readonly landless?: ReadonlySet<number>;
  }) {
    this.#landless = columns.landless ?? new Set();
    this.people = columns.people;
    this.listed_people = columns.listed_people ?? columns.people;
    this.land = columns.land;
    this.#squares = columns.squares ?? NO_SQUARES;
    this.#places = columns.places;
  }

  static of(units: Iterable<AddedUnit>): UnitTable {
    const builder = new UnitTableBuilder();
    for (const unit of units) builder.add(unit);
    return builder.finish();
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
    return this.hasLand(unit) ? this.#extentOf(unit) : [];
  }

  /** Returns the bounding box, which for a unit without land is its former one. */
  box(unit: number): BoundingBox {
    return boundingBoxOf(this.#extentOf(unit).flat());
  }

  #extentOf(unit: number): Zone {
    const square = this.square(unit);
    return square ? [[squareOutline(square)]] : this.#places.outline(unit);
  }

  hasLand(unit: number): boolean {
    return !this.#landless.has(unit);
  }

  middle(unit: number): readonly [lon: number, lat: number] {
    const { west, south, east, north } = this.box(unit);
    return [(west + east) / 2, (south + north) / 2];
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

/** Columns in the order in which units were added. */
interface AddedPlaces {
  readonly polygons: Footprints;
  readonly polygonOf: Uint32Array;
  readonly ids: Uint8Array;
  readonly idEnds: Uint32Array;
}

const idOf = ({ ids, idEnds }: AddedPlaces, added: number): string =>
  new TextDecoder().decode(ids.subarray(added === 0 ? 0 : idEnds[added - 1], idEnds[added]));

const placesInOrder = (places: AddedPlaces, order: Uint32Array): UnitPlaces => ({
  id: (unit) => idOf(places, order[unit]),
  outline: (unit) => places.polygons.zoneOf(places.polygonOf[order[unit]]),
});

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
  readonly #listed_people = new GrowingArray(Float64Array);
  readonly #size_m = new GrowingArray(Uint32Array);
  readonly #east_m = new GrowingArray(Int32Array);
  readonly #north_m = new GrowingArray(Int32Array);
  readonly #polygonOf = new GrowingArray(Uint32Array);
  readonly #polygons = new FootprintList();
  readonly #ids = new GrowingArray(Uint8Array);
  readonly #idEnds = new GrowingArray(Uint32Array);
  readonly #landless = new Set<number>();

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
    if (unit.isLandless) this.#landless.add(this.length);
    this.#people.push(unit.people);
    this.#listed_people.push(unit.listed_people ?? unit.people);
    this.#ids.append(new TextEncoder().encode(unit.id));
    this.#idEnds.push(this.#ids.length);
  }

  finish(): UnitTable {
    const polygons = this.#polygons.finish();
    const order = this.#order(polygons);
    const places = {
      ...{ polygons, polygonOf: this.#polygonOf.taken() },
      ...{ ids: this.#ids.taken(), idEnds: this.#idEnds.taken() },
    };
    return new UnitTable({
      people: Float64Array.from(order, (added) => this.#people.values[added]),
      listed_people: Float64Array.from(order, (added) => this.#listed_people.values[added]),
      squares: {
        projection: this.#projection ?? EUROPEAN_GRID,
        size_m: order.map((added) => this.#size_m.values[added]),
        east_m: Int32Array.from(order, (added) => this.#east_m.values[added]),
        north_m: Int32Array.from(order, (added) => this.#north_m.values[added]),
      },
      places: placesInOrder(places, order),
      landless: new Set([...order.keys()].filter((unit) => this.#landless.has(order[unit]))),
    });
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
