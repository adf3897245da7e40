/** Disaggregates expected people of homes to census units and cells, by footprint area. */
import type { Cell } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import { type FootprintCells, GridCells } from '../geometry/grid-cells.ts';
import {
  areaOfOutlinesWithin,
  type PlanarArea,
  squareMetresPerSquareDegree,
} from '../geometry/planar-area.ts';
import { numberOfKey } from '../partitions/partitions.ts';
import { ExpectedList } from './expected-people.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfPartition } from './homes.ts';
import type { UnitIndex } from './unit-index.ts';
import { type UnitSums, zeroSums } from './unit-sums.ts';

/** Units of a census near a partition: plain data. */
export interface UnitsToExpect {
  /** Among the units of all censuses. */
  readonly firstUnit: number;
  /** Others get no cells. */
  readonly isInhabited: Uint8Array;
}

/** By unit near a partition; by cell in `byPartition`. */
export class ExpectedSums {
  readonly sums: UnitSums;
  readonly #census: UnitsToExpect;
  readonly #units: UnitIndex;
  readonly #zone: PlanarArea;
  readonly #grid: GridCells;
  readonly #byPartition: Map<Cell, ExpectedList>;
  readonly #sign: 1 | -1;

  /** @param zone limits the cells; a `sign` of -1 subtracts */
  constructor(
    census: UnitsToExpect,
    units: UnitIndex,
    zone: PlanarArea,
    byPartition: Map<Cell, ExpectedList>,
    sign: 1 | -1 = 1,
  ) {
    this.sums = zeroSums(units.units.length);
    this.#census = census;
    this.#units = units;
    this.#zone = zone;
    this.#grid = new GridCells(zone);
    this.#byPartition = byPartition;
    this.#sign = sign;
  }

  /** @returns units with 1 cm² of the home or more */
  add(homes: HomesOfPartition, site: number, people_m2: number, cells: FootprintCells): number[] {
    const footprint = homes.footprint(site);
    const m2PerSquareDegree = squareMetresPerSquareDegree(footprint.box.south);
    const perSquareDegree = people_m2 * m2PerSquareDegree * EXPECTED_PER_PERSON;
    const relationToZone = this.#zone.relationOf(footprint.box);
    return this.#units.meeting(footprint.box).filter((unit) => {
      const outline = this.#units.outline(unit);
      const relation = outline.relationOf(footprint.box);
      if (relation === 'outside') return false;
      const within = relation === 'inside' ? [] : [outline];
      const part = areaOfOutlinesWithin(footprint.outlines, within);
      if (part <= 0) return false;
      const part_cm2 = Math.round(part * m2PerSquareDegree * CM2_PER_M2);
      this.sums.expected[unit] += this.#sign * Math.round(part * perSquareDegree);
      this.sums.footprint_cm2[unit] += this.#sign * part_cm2;
      if (this.#census.isInhabited[unit] === 1 && relationToZone !== 'outside') {
        if (relationToZone === 'edge') within.push(this.#zone);
        const shares =
          within.length === 0 ? this.#grid.sharesOf(cells, site) : this.#grid.shares(footprint, within);
        this.#addToCells(unit, shares, perSquareDegree, homes.mapped[site] === 1);
      }
      return part_cm2 > 0;
    });
  }

  /** @param shares in square degrees */
  #addToCells(
    unit: number,
    shares: ReadonlyMap<PointNumber, number>,
    perSquareDegree: number,
    isMapped: boolean,
  ): void {
    const number = this.#census.firstUnit + this.#units.units[unit];
    for (const [centre, share] of shares) {
      const expected = this.#sign * Math.round(share * perSquareDegree);
      if (expected === 0) continue;
      this.sums.inside[unit] += expected;
      if (isMapped) this.sums.insideMapped[unit] += expected;
      findIndex(centre);
      const list = this.#byPartition.get(indexed.ancestor) ?? new ExpectedList();
      this.#byPartition.set(indexed.ancestor, list);
      list.add(number, numberOfKey(indexed.key), expected);
    }
  }
}
