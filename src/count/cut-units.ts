/**
 * Finds the census units that a zone cuts, by whole cells if it has any, as its edge may follow unit borders. Sums each unit's
 * people inside and outside over count tiles, read or not, and the variance of edge cells.
 */
import { type CountTile, MILLIPERSONS } from '../format/count-tile.ts';
import { ratioOfClass, type TileUnits, WHOLE } from '../format/unit-runs.ts';
import { numberOfTile, type TileNumber, tileOfNumber } from '../geo/cells.ts';
import { cellToLatLng } from '../geo/h3.ts';
import type { ZoneEdges } from '../zone/zone-edges.ts';

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
  /** All people of the tiles read. */
  readonly here: number[] = [];
  readonly ratioClass: number[] = [];
  /** Where each unit that is in several tiles was read first. */
  readonly shared: { place: number; units: TileUnits; unit: number }[] = [];
  /** Columns by number of units in several tiles. */
  readonly #places = new Map<number, number>();

  add(units: TileUnits): Int32Array<ArrayBuffer> {
    const { numbers, here, ratioClasses } = units;
    const places = new Int32Array(numbers.length);
    for (let unit = 0; unit < numbers.length; unit++) {
      const number = numbers[unit];
      const known = number === WHOLE ? undefined : this.#places.get(number);
      const place = known ?? this.here.length;
      places[unit] = place;
      if (known !== undefined) {
        this.here[place] += here[unit];
        continue;
      }
      if (number !== WHOLE) {
        this.#places.set(number, place);
        this.shared.push({ place, units, unit });
      }
      this.within.push(0);
      this.atEdge.push(0);
      this.atEdgeWithin.push(0);
      this.here.push(here[unit]);
      this.ratioClass.push(ratioClasses[unit]);
    }
    return places;
  }
}

export class CutUnits {
  readonly #edges: ZoneEdges;
  #tile: CountTile | null = null;
  readonly #read = new Set<TileNumber>();
  readonly #sums = new UnitSums();
  #places = new Int32Array();
  #run = 0;
  #withinStart = 0;
  #withinEnd = 0;
  #edgeVariance = 0;
  #hasCellsWithin = false;
  #isKnown = true;

  constructor(edges: ZoneEdges) {
    this.#edges = edges;
  }

  begin(tile: CountTile): void {
    this.#addPending();
    this.#tile = tile;
    this.#read.add(numberOfTile(tile.cell));
    this.#run = this.#withinStart = this.#withinEnd = 0;
    if (tile.units) this.#places = this.#sums.add(tile.units);
    else this.#isKnown = false;
  }

  /** Cells `start` to `end` - 1. Before the first tile, keys are of overviews. */
  addWithin(start: number, end: number): void {
    this.#hasCellsWithin = true;
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

  /** @returns `null` where a tile lacks units */
  result(): ZoneUnits | null {
    this.#addPending();
    if (!this.#isKnown) return null;
    const { within, atEdge, atEdgeWithin, here, ratioClass } = this.#sums;
    const unread = this.#unreadPeople();
    const cut: CutUnit[] = [];
    let borderChange = 0;
    for (let unit = 0; unit < here.length; unit++) {
      const inside = within[unit] + unread.within[unit];
      const outside = here[unit] - within[unit] - atEdge[unit] + unread.outside[unit];
      if (inside > 0 && outside <= 0) {
        borderChange += atEdge[unit] - atEdgeWithin[unit];
      } else if (inside > 0 || (atEdge[unit] > 0 && !this.#hasCellsWithin)) {
        cut.push({
          inside: (inside + atEdgeWithin[unit]) / MILLIPERSONS,
          outside: (outside + atEdge[unit] - atEdgeWithin[unit]) / MILLIPERSONS,
          observedToExpected: ratioOfClass(ratioClass[unit]),
        });
      } else borderChange -= atEdgeWithin[unit];
    }
    return {
      cut,
      isWhole: cut.length === 0 && this.#hasCellsWithin,
      edgeVariance: this.#edgeVariance / MILLIPERSONS ** 2,
      borderChange: borderChange / MILLIPERSONS,
    };
  }

  /** Thousandths of a person by unit in tiles that were not read, as no edge is near them. */
  #unreadPeople(): { within: Float64Array; outside: Float64Array } {
    const { here, shared } = this.#sums;
    const [within, outside] = [new Float64Array(here.length), new Float64Array(here.length)];
    const isWithin = new Map<TileNumber, boolean>();
    for (const { place, units, unit } of shared) {
      const { otherEnds, otherTiles, otherPeople } = units;
      for (let i = unit > 0 ? otherEnds[unit - 1] : 0; i < otherEnds[unit]; i++) {
        const tile = otherTiles[i];
        if (this.#read.has(tile)) continue;
        let known = isWithin.get(tile);
        if (known === undefined) {
          const [lat, lon] = cellToLatLng(tileOfNumber(tile));
          known = this.#edges.polygonAt(lon, lat) > 0;
          isWithin.set(tile, known);
        }
        (known ? within : outside)[place] += otherPeople[i];
      }
    }
    return { within, outside };
  }
}
