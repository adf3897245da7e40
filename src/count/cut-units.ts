/**
 * The census units that a zone cuts. Those inside as a whole have exactly the people of the census; of the others it is an
 * estimate who lives inside. Cells that the zone's edge crosses are left out where a unit is judged: along its border nobody can
 * tell whether the edge follows the border.
 */
import { type CountTile, MILLIPERSONS } from '../format/count-tile.ts';
import { ratioOfClass, WHOLE } from '../format/unit-runs.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';

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
}

/** Thousandths of a person of a unit, in tiles that were read. */
interface UnitPart {
  /** In cells that lie within the zone as a whole. */
  within: number;
  /** In cells on the edge: all, and by their shares of area within the zone. */
  atEdge: number;
  atEdgeWithin: number;
  /** In all cells, and with other tiles. */
  here: number;
  all: number;
  readonly ratioClass: number;
}

export class CutUnits {
  #tile: CountTile | null = null;
  #run = 0;
  #within = new Float64Array();
  #atEdge = new Float64Array();
  #atEdgeWithin = new Float64Array();
  #edgeVariance = 0;
  #isKnown = true;
  readonly #parts: UnitPart[] = [];
  readonly #shared = new Map<number, UnitPart>();

  /** Begins a tile, whose cells come in ascending order. */
  begin(tile: CountTile): void {
    this.#endTile();
    this.#tile = tile;
    this.#run = 0;
    const units = tile.units?.numbers.length ?? 0;
    this.#within = new Float64Array(units);
    this.#atEdge = new Float64Array(units);
    this.#atEdgeWithin = new Float64Array(units);
    if (!tile.units) this.#isKnown = false;
  }

  /**
   * Cells of the tile that lie within the zone as a whole: from `start` up to, not including, `end`. Ignored before the first tile,
   * where keys are those of overviews.
   */
  addWithin(start: number, end: number): void {
    const units = this.#tile?.units;
    if (!units) return;
    const { runEnds, runUnits } = units;
    const { runningTotals } = this.#tile!;
    let run = firstIndexNotBelow(runEnds, start + 1, this.#run);
    let before = start > 0 ? runningTotals[start - 1] : 0;
    for (let from = start; from < end; run++) {
      const to = Math.min(end, runEnds[run]);
      const total = runningTotals[to - 1];
      this.#within[runUnits[run]] += total - before;
      before = total;
      from = to;
      this.#run = run;
    }
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
    this.#run = firstIndexNotBelow(units.runEnds, cell + 1, this.#run);
    const unit = units.runUnits[this.#run];
    this.#atEdge[unit] += millipersons;
    this.#atEdgeWithin[unit] += millipersons * share;
    this.#edgeVariance += millipersons ** 2 * share * (1 - share);
  }

  /** @returns `null` where a tile does not say which units its cells are in */
  result(): ZoneUnits | null {
    this.#endTile();
    if (!this.#isKnown) return null;
    const parts = [...this.#parts, ...this.#shared.values()];
    const hasCellsWithin = parts.some(({ within }) => within > 0);
    const cut: CutUnit[] = [];
    let whole = 0;
    for (const part of parts) {
      const beyond = part.here - part.within - part.atEdge;
      if (part.within > 0 && beyond <= 0) whole++;
      else if (part.within > 0 || (part.atEdge > 0 && !hasCellsWithin)) cut.push(cutUnit(part));
    }
    return {
      cut,
      isWhole: cut.length === 0 && whole > 0,
      edgeVariance: this.#edgeVariance / MILLIPERSONS ** 2,
    };
  }

  #endTile(): void {
    const units = this.#tile?.units;
    this.#tile = null;
    if (!units) return;
    for (const [unit, number] of units.numbers.entries()) {
      const [within, atEdge] = [this.#within[unit], this.#atEdge[unit]];
      if (number === WHOLE && within === 0 && atEdge === 0) continue;
      const here = units.here[unit];
      const part = {
        within,
        atEdge,
        atEdgeWithin: this.#atEdgeWithin[unit],
        here,
        all: here + units.elsewhere[unit],
        ratioClass: units.ratioClasses[unit],
      };
      if (number === WHOLE) {
        this.#parts.push(part);
        continue;
      }
      const known = this.#shared.get(number);
      if (!known) this.#shared.set(number, part);
      else {
        known.within += part.within;
        known.atEdge += part.atEdge;
        known.atEdgeWithin += part.atEdgeWithin;
        known.here += part.here;
        known.all = Math.max(known.all, part.all);
      }
    }
  }
}

/** People in tiles that were not read may be inside or outside: they are put where the count is least certain. */
function cutUnit({ within, atEdgeWithin, here, all, ratioClass }: UnitPart): CutUnit {
  const inside = within + atEdgeWithin;
  const unread = Math.max(0, all - here);
  const people = here + unread;
  const likely = Math.min(Math.max(people / 2, inside), inside + unread);
  return {
    inside: likely / MILLIPERSONS,
    outside: (people - likely) / MILLIPERSONS,
    observedToExpected: ratioOfClass(ratioClass),
  };
}
