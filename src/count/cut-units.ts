/**
 * Finds the census units that a zone cuts, by whole cells if it has any, as its edge may follow unit borders. Sums each unit's
 * people inside and outside over count tiles, and the variance of edge cells.
 */
import { type CountTile, MILLIPERSONS } from '../format/count-tile.ts';
import { ratioOfClass, type TileUnits, WHOLE } from '../format/unit-runs.ts';

export interface CutUnit {
  /** Persons. */
  readonly inside: number;
  readonly outside: number;
  /** Census people over those of homes on the map, raised where the map is patchy; at least 1. */
  readonly observedToExpected: number;
}

/** Errors of a count, persons. */
export interface ZoneUnits {
  readonly cut: readonly CutUnit[];
  /** With a whole unit, and no cut one. */
  readonly isWhole: boolean;
  /** Of the people of edge cells, inside or outside. */
  readonly edgeVariance: number;
  /** Change if the edge followed the borders of uncut units. */
  readonly borderChange: number;
}

/** Thousandths of a person by unit, over all tiles. */
class UnitSums {
  readonly within: number[] = [];
  /** All people of edge cells, and weighted by area inside. */
  readonly atEdge: number[] = [];
  readonly atEdgeWithin: number[] = [];
  /** All people, and those in other tiles. */
  readonly here: number[] = [];
  readonly all: number[] = [];
  readonly ratioClass: number[] = [];
  /** Columns by number of units in several tiles. */
  readonly #shared = new Map<number, number>();

  unread(unit: number): number {
    return Math.max(0, this.all[unit] - this.here[unit]);
  }

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
  #places = new Int32Array();
  #run = 0;
  #withinStart = 0;
  #withinEnd = 0;
  #edgeVariance = 0;
  #unreadWithin = 0;
  #isKnown = true;

  begin(tile: CountTile): void {
    this.#addPending();
    this.#tile = tile;
    this.#run = this.#withinStart = this.#withinEnd = 0;
    if (tile.units) this.#places = this.#sums.add(tile.units);
    else this.#isKnown = false;
  }

  /** Cells `start` to `end` - 1. Before the first tile, keys are of overviews: unread tiles. */
  addWithin(start: number, end: number, millipersons: number): void {
    if (!this.#tile) this.#unreadWithin += millipersons;
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

  #runOf(cell: number, runEnds: Uint32Array): number {
    while (runEnds[this.#run] <= cell) this.#run++;
    return this.#run;
  }

  /** @param share of its area inside the zone */
  addAtEdge(cell: number, millipersons: number, share: number): void {
    if (share === 0) return;
    if (share === 1) {
      this.addWithin(cell, cell + 1, millipersons);
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

  /** @returns `null` where a tile lacks units */
  result(): ZoneUnits | null {
    this.#addPending();
    if (!this.#isKnown) return null;
    const { within, atEdge, atEdgeWithin, here } = this.#sums;
    const hasCellsWithin = within.some((millipersons) => millipersons > 0);
    const isReadWhole = (unit: number): boolean =>
      within[unit] > 0 && here[unit] - within[unit] - atEdge[unit] <= 0;
    const unread = here.reduce((sum, _, unit) => sum + (isReadWhole(unit) ? this.#sums.unread(unit) : 0), 0);
    const mayBeWithin = unread <= this.#unreadWithin;
    const cut: CutUnit[] = [];
    let whole = 0;
    let borderChange = 0;
    for (let unit = 0; unit < here.length; unit++) {
      if (isReadWhole(unit) && (mayBeWithin || this.#sums.unread(unit) === 0)) {
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

  /** Counts people of unread tiles where they are least certain. */
  #cutUnit(unit: number): CutUnit {
    const { within, atEdgeWithin, here, ratioClass } = this.#sums;
    const inside = within[unit] + atEdgeWithin[unit];
    const unread = this.#sums.unread(unit);
    const people = here[unit] + unread;
    const likely = Math.min(Math.max(people / 2, inside), inside + Math.min(unread, this.#unreadWithin));
    return {
      inside: likely / MILLIPERSONS,
      outside: (people - likely) / MILLIPERSONS,
      observedToExpected: ratioOfClass(ratioClass[unit]),
    };
  }
}
