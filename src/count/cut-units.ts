/**
 * The census units that a zone cuts. Those inside as a whole have exactly the people of the census; of the others it is an
 * estimate who lives inside. Cells that the zone's edge crosses are left out where a unit is judged: along its border nobody can
 * tell whether the edge follows the border.
 */
import { type CountTile, MILLIPERSONS } from '../format/count-tile.ts';
import { ratioOfClass, type TileUnits, WHOLE } from '../format/unit-runs.ts';

/** How a zone cuts a census unit. */
export interface CutUnit {
  /** Persons. */
  readonly inside: number;
  readonly outside: number;
  /** People by those that the unit's homes on the map would house, at least 1. */
  readonly observedToExpected: number;
}

/** What is known of a count's error. Persons. */
export interface ZoneUnits {
  readonly cut: readonly CutUnit[];
  /** Whether the zone has a unit inside as a whole and cuts none. */
  readonly isWhole: boolean;
  /** Variance by which the people of cells on the edge are inside or outside. */
  readonly edgeVariance: number;
  /** By how many people the count would change if the zone's edge followed the borders of the units that it does not cut. */
  readonly borderChange: number;
}

/** Thousandths of a person by unit, in tiles that were read: columns with an entry for each unit that they list. */
class UnitSums {
  /** In cells that lie within the zone as a whole. */
  readonly within: number[] = [];
  /** In cells on the edge: all, and by their shares of area within the zone. */
  readonly atEdge: number[] = [];
  readonly atEdgeWithin: number[] = [];
  /** In all cells, and with other tiles. */
  readonly here: number[] = [];
  readonly all: number[] = [];
  readonly ratioClass: number[] = [];
  /** Places of units that lie in several tiles, by their numbers. */
  readonly #shared = new Map<number, number>();

  /** Adds the people of a tile's units. @returns the place of each in the columns */
  add({ numbers, here, elsewhere, ratioClasses }: TileUnits): Int32Array<ArrayBuffer> {
    const places = new Int32Array(numbers.length);
    for (let unit = 0; unit < numbers.length; unit++) {
      const number = numbers[unit];
      const known = number === WHOLE ? undefined : this.#shared.get(number);
      const place = known ?? this.here.length;
      places[unit] = place;
      if (known !== undefined) {
        this.here[place] += here[unit];
        this.all[place] = Math.max(this.all[place], here[unit] + elsewhere[unit]);
        continue;
      }
      if (number !== WHOLE) this.#shared.set(number, place);
      this.within.push(0);
      this.atEdge.push(0);
      this.atEdgeWithin.push(0);
      this.here.push(here[unit]);
      this.all.push(here[unit] + elsewhere[unit]);
      this.ratioClass.push(ratioClasses[unit]);
    }
    return places;
  }
}

export class CutUnits {
  #tile: CountTile | null = null;
  readonly #sums = new UnitSums();
  /** Of the tile's units in the sums. */
  #places = new Int32Array();
  #run = 0;
  /** Cells within the zone that are not yet added, which follow one another. */
  #withinStart = 0;
  #withinEnd = 0;
  #edgeVariance = 0;
  #isKnown = true;

  /** Begins a tile, whose cells come in ascending order. */
  begin(tile: CountTile): void {
    this.#addPending();
    this.#tile = tile;
    this.#run = this.#withinStart = this.#withinEnd = 0;
    if (tile.units) this.#places = this.#sums.add(tile.units);
    else this.#isKnown = false;
  }

  /**
   * Cells of the tile that lie within the zone as a whole: from `start` up to, not including, `end`. Ignored before the first tile,
   * where keys are those of overviews.
   */
  addWithin(start: number, end: number): void {
    if (start !== this.#withinEnd) {
      this.#addPending();
      this.#withinStart = start;
    }
    this.#withinEnd = end;
  }

  #addPending(): void {
    const [start, end] = [this.#withinStart, this.#withinEnd];
    const units = this.#tile?.units;
    this.#withinStart = end;
    if (!units || start === end) return;
    const { runEnds, runUnits } = units;
    const { runningTotals } = this.#tile!;
    const { within } = this.#sums;
    let run = this.#runOf(start, runEnds);
    let before = start > 0 ? runningTotals[start - 1] : 0;
    for (let from = start; from < end; run++) {
      const to = Math.min(end, runEnds[run]);
      const total = runningTotals[to - 1];
      within[this.#places[runUnits[run]]] += total - before;
      before = total;
      from = to;
      this.#run = run;
    }
  }

  /** The run of a cell: cells ascend, so that all of them together pass each run once. */
  #runOf(cell: number, runEnds: Uint32Array): number {
    while (runEnds[this.#run] <= cell) this.#run++;
    return this.#run;
  }

  /** A cell of the tile that the zone's edge may cross. @param share of its area within the zone */
  addAtEdge(cell: number, millipersons: number, share: number): void {
    if (share === 0) return;
    if (share === 1) {
      this.addWithin(cell, cell + 1);
      return;
    }
    const units = this.#tile?.units;
    if (!units) return;
    this.#addPending();
    const place = this.#places[units.runUnits[this.#runOf(cell, units.runEnds)]];
    this.#sums.atEdge[place] += millipersons;
    this.#sums.atEdgeWithin[place] += millipersons * share;
    this.#edgeVariance += millipersons ** 2 * share * (1 - share);
  }

  /** @returns `null` where a tile does not say which units its cells are in */
  result(): ZoneUnits | null {
    this.#addPending();
    if (!this.#isKnown) return null;
    const { within, atEdge, atEdgeWithin, here } = this.#sums;
    const hasCellsWithin = within.some((millipersons) => millipersons > 0);
    const cut: CutUnit[] = [];
    let whole = 0;
    let borderChange = 0;
    for (let unit = 0; unit < here.length; unit++) {
      const beyond = here[unit] - within[unit] - atEdge[unit];
      if (within[unit] > 0 && beyond <= 0) {
        whole++;
        borderChange += atEdge[unit] - atEdgeWithin[unit];
      } else if (within[unit] > 0 || (atEdge[unit] > 0 && !hasCellsWithin)) cut.push(this.#cutUnit(unit));
      else borderChange -= atEdgeWithin[unit];
    }
    return {
      cut,
      isWhole: cut.length === 0 && whole > 0,
      edgeVariance: this.#edgeVariance / MILLIPERSONS ** 2,
      borderChange: borderChange / MILLIPERSONS,
    };
  }

  /** People in tiles that were not read may be inside or outside: they are put where the count is least certain. */
  #cutUnit(unit: number): CutUnit {
    const { within, atEdgeWithin, here, all, ratioClass } = this.#sums;
    const inside = within[unit] + atEdgeWithin[unit];
    const unread = Math.max(0, all[unit] - here[unit]);
    const people = here[unit] + unread;
    const likely = Math.min(Math.max(people / 2, inside), inside + unread);
    return {
      inside: likely / MILLIPERSONS,
      outside: (people - likely) / MILLIPERSONS,
      observedToExpected: ratioOfClass(ratioClass[unit]),
    };
  }
}
