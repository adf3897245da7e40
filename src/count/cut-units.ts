/**
 * Finds the census units that a zone cuts, which make its count uncertain: those with people both in its whole cells and
 * outside. Edge cells cut a unit only in a zone without whole cells, as the edge may follow unit borders. People in unread
 * tiles come from overviews and from the units' lists in tiles that were read. The variance of edge cells is summed as well.
 */
import { type CountTile, MILLIPERSONS } from '../format/count-tile.ts';
import type { OverviewTile } from '../format/overview-tile.ts';
import { ratioOfClass } from '../format/unit-runs.ts';
import { firstTileBelow, numberOfTile, type TileNumber } from '../geo/cells.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import {
  AT_EDGE,
  AT_EDGE_WITHIN,
  OUTSIDE,
  RATIO_CLASS,
  RECORD,
  UnitRecords,
  WITHIN,
} from './unit-records.ts';

/** Tiles wholly outside or within the zone are not read. */
type TilePlace = 'read' | 'within' | 'outside';

export interface CutUnit {
  /** People are persons, not rounded. */
  readonly inside: number;
  readonly outside: number;
  /** People of the census over those that mapped homes would house, raised where the map is patchy; at least 1. */
  readonly observedToExpected: number;
}

/** What the error of a count depends on, in persons. */
export interface ZoneUnits {
  readonly cut: readonly CutUnit[];
  /** The zone contains a whole unit, and cuts none. */
  readonly isWhole: boolean;
  /** Variance of the people of edge cells, who may be inside or outside. */
  readonly edgeVariance: number;
  /** The count would change by this if the edge followed the borders of uncut units. */
  readonly borderChange: number;
}

export class CutUnits {
  readonly #overviews: OverviewTile[] = [];
  #tile: CountTile | null = null;
  readonly #units = new UnitRecords();
  readonly #places = new Map<TileNumber, TilePlace>();
  #run = 0;
  #withinStart = 0;
  #withinEnd = 0;
  #edgeVariance = 0;
  #hasCellsWithin = false;
  #isKnown = true;

  /** Takes all overviews before the first tile. */
  beginOverview(overview: OverviewTile): void {
    this.#overviews.push(overview);
  }

  begin(tile: CountTile): void {
    this.#addPending();
    this.#tile = tile;
    this.#places.set(numberOfTile(tile.cell), 'read');
    this.#run = this.#withinStart = this.#withinEnd = 0;
    if (tile.units) this.#units.add(tile.units);
    else this.#isKnown = false;
  }

  /** Adds cells `start` to `end` - 1 of the tile or, before the first tile, unread tiles of the overview. */
  addWithin(start: number, end: number): void {
    this.#hasCellsWithin = true;
    if (!this.#tile) {
      const { cell, keys } = this.#overviews.at(-1)!;
      const first = firstTileBelow(cell);
      for (let tile = start; tile < end; tile++) this.#places.set(first + keys[tile], 'within');
      return;
    }
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
    const { runEnds, runUnits, runTotals } = units;
    const { runningTotals } = this.#tile!;
    const { values, ofTile } = this.#units;
    let run = this.#runOf(start, runEnds);
    let before = start > 0 ? runningTotals[start - 1] : 0;
    for (; runEnds[run] < end; run++) {
      values[ofTile[runUnits[run]] + WITHIN] += runTotals[run] - before;
      before = runTotals[run];
    }
    values[ofTile[runUnits[run]] + WITHIN] += runningTotals[end - 1] - before;
    this.#run = run;
  }

  #runOf(cell: number, runEnds: Uint32Array): number {
    this.#run = firstIndexNotBelow(runEnds, cell + 1, this.#run);
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
    const { values, ofTile } = this.#units;
    const record = ofTile[units.runUnits[this.#runOf(cell, units.runEnds)]];
    values[record + AT_EDGE] += millipersons;
    values[record + AT_EDGE_WITHIN] += millipersons * share;
    this.#edgeVariance += millipersons ** 2 * share * (1 - share);
  }

  /** @returns `null` if a tile lacks units */
  result(): ZoneUnits | null {
    this.#addPending();
    if (!this.#isKnown) return null;
    const { values, end } = this.#units;
    for (let record = 0; record < end; record += RECORD)
      values[record + OUTSIDE] -= values[record + WITHIN] + values[record + AT_EDGE];
    this.#addUnread();
    const cut: CutUnit[] = [];
    let borderChange = 0;
    for (let record = 0; record < end; record += RECORD) {
      const inside = values[record + WITHIN];
      const outside = values[record + OUTSIDE];
      const atEdge = values[record + AT_EDGE];
      const atEdgeWithin = values[record + AT_EDGE_WITHIN];
      if (inside > 0 && outside <= 0) borderChange += atEdge - atEdgeWithin;
      else if (inside > 0 || (atEdge > 0 && !this.#hasCellsWithin)) {
        cut.push({
          inside: (inside + atEdgeWithin) / MILLIPERSONS,
          outside: (outside + atEdge - atEdgeWithin) / MILLIPERSONS,
          observedToExpected: ratioOfClass(values[record + RATIO_CLASS]),
        });
      } else borderChange -= atEdgeWithin;
    }
    return {
      cut,
      isWhole: cut.length === 0 && this.#hasCellsWithin,
      edgeVariance: this.#edgeVariance / MILLIPERSONS ** 2,
      borderChange: borderChange / MILLIPERSONS,
    };
  }

  /** Adds people in unread tiles, which no edge is near. */
  #addUnread(): void {
    const { values } = this.#units;
    let last = -1;
    let place: TilePlace = 'read';
    this.#units.forEachOther((record, tile, millipersons) => {
      if (tile !== last) place = this.#places.get(tile) ?? 'outside';
      last = tile;
      if (place !== 'read') values[record + (place === 'within' ? WITHIN : OUTSIDE)] += millipersons;
    });
    for (const overview of this.#overviews) this.#addWideWithin(overview);
  }

  /** All people of a wide unit who are not in cells within are OUTSIDE until then. */
  #addWideWithin({ cell, keys, wideUnits }: OverviewTile): void {
    const { numbers, ends, tiles, people } = wideUnits;
    const { values } = this.#units;
    const first = firstTileBelow(cell);
    for (const [i, number] of numbers.entries()) {
      const record = this.#units.recordOf(number);
      if (record === null) continue;
      for (let entry = i > 0 ? ends[i - 1] : 0; entry < ends[i]; entry++) {
        if (this.#places.get(first + keys[tiles[entry]]) !== 'within') continue;
        values[record + WITHIN] += people[entry];
        values[record + OUTSIDE] -= people[entry];
      }
    }
  }
}
