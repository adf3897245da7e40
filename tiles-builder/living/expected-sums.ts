/** Sums expected people of homes by census unit, block (H3, 1 km) and cell, divided by the footprint's area in each. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import { GridCells } from '../geometry/grid-cells.ts';
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { numberOfKey, numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { ExpectedList } from './expected-people.ts';
import { EXPECTED_PER_PERSON, type HomesOfPartition } from './homes.ts';
import type { UnitIndex } from './unit-index.ts';
import { type UnitSums, zeroSums } from './unit-sums.ts';

/** Resolution of blocks, about 1 km wide, in which a map is taken as built or not. */
const BLOCK_RESOLUTION = 8;
const CELLS_IN_BLOCK = numbersBelow(BLOCK_RESOLUTION, GRID_RESOLUTION);
const BLOCKS_IN_PARTITION = numbersBelow(PARTITION_RESOLUTION, BLOCK_RESOLUTION);

/** Units of a census near a partition, as plain data. */
export interface UnitsToExpect {
  /** Number of the first unit among those of all censuses. */
  readonly firstUnit: number;
  /** Other units get no cells. */
  readonly isCounted: Uint8Array;
}

/** Sums by unit near a partition, and by cell in `byPartition`. */
export class ExpectedSums {
  readonly #sums: UnitSums;
  readonly #census: UnitsToExpect;
  readonly #units: UnitIndex;
  readonly #coverage: PlanarArea;
  readonly #grid: GridCells;
  readonly #byPartition: Map<Cell, ExpectedList>;
  /** Expected people by unit and block of each partition. */
  readonly #blocks = new Map<Cell, Map<number, { mapped: number; missing: number }>>();

  /** @param coverage limits the cells */
  constructor(
    census: UnitsToExpect,
    units: UnitIndex,
    coverage: PlanarArea,
    byPartition: Map<Cell, ExpectedList>,
  ) {
    this.#sums = zeroSums(units.units.length);
    this.#census = census;
    this.#units = units;
    this.#coverage = coverage;
    this.#grid = new GridCells(coverage);
    this.#byPartition = byPartition;
  }

  add(homes: HomesOfPartition, site: number, people_per_m2: number): void {
    const footprint = homes.footprint(site);
    const perSquareDegree =
      people_per_m2 * squareMetresPerSquareDegree(footprint.box.south) * EXPECTED_PER_PERSON;
    const relation = this.#coverage.relationOf(footprint.box);
    for (const { unit, area, cm2, within } of this.#units.partsOf(footprint)) {
      this.#sums.expected[unit] += Math.round(area * perSquareDegree);
      this.#sums.footprint_cm2[unit] += cm2;
      if (this.#census.isCounted[unit] === 0 || relation === 'outside') continue;
      const areas = relation === 'edge' ? [...within, this.#coverage] : within;
      this.#addToCells(unit, this.#grid.shares(footprint, areas), perSquareDegree, homes.mapped[site] === 1);
    }
  }

  /** @param shares in square degrees */
  #addToCells(
    unit: number,
    shares: ReadonlyMap<PointNumber, number>,
    perSquareDegree: number,
    isMapped: boolean,
  ): void {
    const number = this.#census.firstUnit + this.#units.units[unit];
    let inside = 0;
    for (const [centre, share] of shares) {
      const expected = Math.round(share * perSquareDegree);
      if (expected === 0) continue;
      inside += expected;
      findIndex(centre);
      const list = this.#byPartition.get(indexed.ancestor) ?? new ExpectedList();
      this.#byPartition.set(indexed.ancestor, list);
      list.add(number, numberOfKey(indexed.key), expected);
    }
    if (inside === 0) return;
    this.#sums.inside[unit] += inside;
    if (isMapped) this.#sums.insideMapped[unit] += inside;
    this.#addToBlock(unit, inside, isMapped);
  }

  /** Adds a home to the block of its last cell, which is still {@link indexed}. */
  #addToBlock(unit: number, people: number, isMapped: boolean): void {
    const blocks =
      this.#blocks.get(indexed.ancestor) ?? new Map<number, { mapped: number; missing: number }>();
    this.#blocks.set(indexed.ancestor, blocks);
    const key = unit * BLOCKS_IN_PARTITION + Math.floor(numberOfKey(indexed.key) / CELLS_IN_BLOCK);
    const block = blocks.get(key) ?? { mapped: 0, missing: 0 };
    blocks.set(key, block);
    block[isMapped ? 'mapped' : 'missing'] += people;
  }

  /** Sets `mixed` and `squared` of all units, once all homes are added. */
  finish(): UnitSums {
    for (const blocks of this.#blocks.values()) {
      for (const [key, { mapped, missing }] of blocks) {
        const unit = Math.floor(key / BLOCKS_IN_PARTITION);
        this.#sums.mixed[unit] += Math.round(mapped * (missing / (mapped + missing)));
        this.#sums.squared[unit] += (mapped + missing) ** 2;
      }
    }
    return this.#sums;
  }
}
