/** Sums the people of each census unit inside, outside and at the edge of a zone, over the tiles that a count reads. */
import { isWideUnit, type TileUnits, WHOLE } from '../format/unit-runs.ts';
import { IntegerMap } from '../geo/integer-map.ts';

/** Offsets of thousandths of a person in a unit's record. */
export const WITHIN = 0;
export const OUTSIDE = 1;
/** All people of edge cells, and these weighted by area inside. */
export const AT_EDGE = 2;
export const AT_EDGE_WITHIN = 3;
export const RATIO_CLASS = 4;
const NUMBER = 5;
/** The tile that was read first, and the unit's place in it. */
const TILE = 6;
const UNIT = 7;
export const RECORD = 8;

const FIRST_RECORDS = 64;

export class UnitRecords {
  values = new Float64Array(FIRST_RECORDS * RECORD);
  /** The last record ends here. */
  end = 0;
  /** The latest tile's units have these records. */
  ofTile = new Int32Array(FIRST_RECORDS);
  /** Tiles are stored without runs, which are most of their bytes. */
  readonly #tiles: Pick<TileUnits, 'otherEnds' | 'otherTiles' | 'otherPeople'>[] = [];
  /** Records begin here, by the unit's number. */
  readonly #records = new IntegerMap();

  /** Counts people of the tile as OUTSIDE; the first tile of a wide unit says how many are in all others. */
  add(tile: TileUnits): void {
    const { numbers, here, ratioClasses, otherEnds, otherTiles, otherPeople } = tile;
    const count = numbers.length;
    if (count > this.ofTile.length) this.ofTile = new Int32Array(2 * count);
    while (this.end + count * RECORD > this.values.length) this.#grow();
    this.#tiles.push({ otherEnds, otherTiles, otherPeople });
    const { values, ofTile } = this;
    for (let unit = 0; unit < count; unit++) {
      const number = numbers[unit];
      const record = this.#find(number);
      ofTile[unit] = record;
      const isKnown = record < this.end;
      if (!isKnown || !isWideUnit(tile, unit)) values[record + OUTSIDE] += here[unit];
      if (isKnown) continue;
      this.end += RECORD;
      values[record + RATIO_CLASS] = ratioClasses[unit];
      values[record + NUMBER] = number;
      values[record + TILE] = this.#tiles.length - 1;
      values[record + UNIT] = unit;
    }
  }

  /** Visits people of the units in other tiles, as each unit's first tile lists them. */
  forEachOther(visit: (record: number, tile: number, millipersons: number) => void): void {
    for (let record = 0; record < this.end; record += RECORD) {
      if (this.values[record + NUMBER] === WHOLE) continue;
      const { otherEnds, otherTiles, otherPeople } = this.#tiles[this.values[record + TILE]];
      const unit = this.values[record + UNIT];
      for (let other = unit > 0 ? otherEnds[unit - 1] : 0; other < otherEnds[unit]; other++)
        visit(record, otherTiles[other], otherPeople[other]);
    }
  }

  /** @returns `null` for a unit that no tile has */
  recordOf(number: number): number | null {
    return this.#records.get(number) ?? null;
  }

  #find(number: number): number {
    if (number === WHOLE) return this.end;
    const record = this.#records.get(number);
    if (record !== undefined) return record;
    this.#records.set(number, this.end);
    return this.end;
  }

  #grow(): void {
    const { values } = this;
    this.values = new Float64Array(2 * values.length);
    this.values.set(values);
  }
}
