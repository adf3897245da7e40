/**
 * Sums people of a partition from registers by cell: as disaggregated for release, as found at their listed places, and the
 * variance of both; it also finds inhabited cells where nobody is counted at work.
 */
import { cellToChildrenSize, childPosToCell, latLngToCell } from 'h3-js';
import { type Cell, parentOf } from '../../../src/geo/cells.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { addTo } from '../../base/numbers/add-to.ts';
import type { Random } from '../../base/numbers/random.ts';
import type { Allocations } from '../../living/allocations.ts';
import type { BandEstimate } from '../../sources/config/bands.ts';
import type { CapacityExponents } from '../capacity-exponents.ts';
import type { ReleaseOptions } from '../count-partition.ts';
import type { Places } from '../partition-columns.ts';
import type { OutlineInPartition, OutlineShare } from './outline-shares.ts';
import { PlacesOfSites } from './over-capacity.ts';
import type { CountsByCell } from './register-error-model.ts';
import { noTotals, type RegisterTotals } from './register-totals.ts';
import type { SitesInPartition } from './site-records.ts';

export interface RegistersInPartition {
  readonly partition: Cell;
  readonly sites: SitesInPartition;
  /** Cell of each point, by `anchorsOfSites`. */
  readonly anchors: readonly Cell[];
  /** Outlines in the order of those of `sites`. */
  readonly outlines: readonly OutlineInPartition[];
  readonly shares: readonly OutlineShare[];
  /** Capacity by day inside the coverage. */
  readonly places: Places;
  readonly release: Pick<ReleaseOptions, 'earlier' | 'round'> & { readonly exponents: CapacityExponents };
  /** Inhabitants by cell and census unit. */
  readonly allocations: Allocations;
  /** Share of inhabitants at home, by census unit. */
  readonly atHome: Float64Array;
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
  readonly isCovered: (cell: Cell) => boolean;
}

/** Cells reported without anybody at work are some 6 km wide. */
const IDLE_RESOLUTION = 6;
/** A reported cell has at least this many inhabitants. */
const FEWEST_IDLE = 1_000;
/** Cells of found people are some 6 m wide. */
const FOUND_RESOLUTION = 14;

export class RegisterCounting implements CountsByCell {
  readonly released = new Map<Cell, number>();
  readonly found = new Map<Cell, number>();
  readonly variance = new Map<Cell, number>();
  readonly living = new Map<Cell, number>();
  readonly totals = noTotals();
  readonly places = new PlacesOfSites();
  /** At sites, by cell of resolution 6. */
  readonly #atSites = new Map<Cell, number>();

  addAtSite(cell: Cell, people: number): void {
    addTo(this.#atSites, parentOf(cell, IDLE_RESOLUTION), people);
  }

  addFound(cell: Cell, [lon, lat]: Position, people: number, variance: number): void {
    addTo(this.found, latLngToCell(lat, lon, FOUND_RESOLUTION), people);
    addTo(this.variance, cell, variance);
  }

  addFoundSomewhere(cell: Cell, people: number, variance: number, random: Random): void {
    const place = random.integer(0, cellToChildrenSize(cell, FOUND_RESOLUTION) - 1);
    addTo(this.found, childPosToCell(place, cell, FOUND_RESOLUTION), people);
    addTo(this.variance, cell, variance);
  }

  idleCells(): RegisterTotals['idle'] {
    const inhabitants = new Map<Cell, number>();
    for (const [cell, people] of this.living) addTo(inhabitants, parentOf(cell, IDLE_RESOLUTION), people);
    const idle = [...inhabitants].filter(
      ([cell, people]) => people >= FEWEST_IDLE && !(this.#atSites.get(cell)! > 0),
    );
    return { places: idle.length, inhabitants: idle.reduce((sum, [, people]) => sum + people, 0) };
  }
}
