/** A census with what is found out about it on the map. */
import { type BoundingBox, boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { PartitionReport } from '../read/census/partition-units.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import type { AreaSums, CountingAtArea } from './expect-in-area.ts';
import type { AreaHoldings, CensusAtArea } from './hold-area.ts';
import { type KnownLand, knownLand } from './known-land.ts';
import { type CutUnit, type PeopleOfUnits, peopleOfUnits } from './people-of-units.ts';
import { type RasterGrid, rasterGridOf } from './square-raster.ts';
import { STATUS, UnitHoldings } from './unit-holdings.ts';
import { UnitSums } from './unit-sums.ts';
import { UnlistedHomes } from './unlisted-homes.ts';
import { outlinesNear } from './zone-near-area.ts';

/** A census as read. */
export interface CensusSource {
  /** Disjoint. */
  readonly units: UnitTable;
  /** How overlapping units were resolved. */
  readonly partition: PartitionReport;
  /** Configured coverage; `null` to infer it from units and map. */
  readonly coverage: Zone | null;
}

/** The decided relation of a census to the map: plain data. */
export interface JudgedCensus {
  /** See STATUS; by unit. */
  readonly statuses: Uint8Array;
  /** Where its people are counted. */
  readonly counts: Zone;
}

export class CensusOnMap {
  readonly source: CensusSource;
  /** Number of its first unit among those of all censuses. */
  readonly firstUnit: number;
  /** Maximum extent of its coverage. */
  readonly reach: Zone;
  readonly #reachArea: PlanarArea;
  readonly #mappedArea: PlanarArea;
  readonly holdings: UnitHoldings;
  readonly unlisted: UnlistedHomes;
  readonly sums: UnitSums;
  /** Counted units that are not completely inside the coverage. */
  readonly cut = new Map<number, CutUnit>();
  readonly #grid: RasterGrid | null;
  #counts: Zone = [];
  #countsArea = new PlanarArea([]);
  #statuses: Uint8Array = new Uint8Array();
  #isCounted = new Uint8Array();
  #people: PeopleOfUnits | null = null;

  /** @param mapped where homes and roads are complete */
  static all(sources: readonly CensusSource[], mapped: Zone): CensusOnMap[] {
    let firstUnit = 0;
    return sources.map((source) => {
      const census = new CensusOnMap(source, firstUnit, mapped);
      firstUnit += source.units.length;
      return census;
    });
  }

  /** @param mapped where homes and roads are complete */
  constructor(source: CensusSource, firstUnit: number, mapped: Zone) {
    const { units, coverage } = source;
    this.source = source;
    this.firstUnit = firstUnit;
    this.reach = coverage === null ? mapped : intersectionOf(coverage, mapped);
    this.#reachArea = new PlanarArea(this.reach);
    this.#mappedArea = new PlanarArea(mapped);
    this.holdings = new UnitHoldings(units.length);
    this.sums = new UnitSums(units.length);
    this.#grid = rasterGridOf(units);
    this.unlisted = new UnlistedHomes(this.#grid);
  }

  /** Where its people are counted; empty before that is decided. */
  get counts(): Zone {
    return this.#counts;
  }

  /** See STATUS; by unit, once decided. */
  get statuses(): Uint8Array {
    return this.#statuses;
  }

  /** 1 for each counted unit with people. */
  get isCounted(): Uint8Array {
    return this.#isCounted;
  }

  /** For repeated queries. */
  get countsArea(): PlanarArea {
    return this.#countsArea;
  }

  get people(): PeopleOfUnits {
    if (!this.#people) throw new Error('it is not yet known how many people are counted');
    return this.#people;
  }

  /**
   * The part near a partition, before its coverage is decided.
   * @param box around the partition
   */
  atArea(box: BoundingBox): CensusAtArea {
    const near = this.source.units.near(box);
    return { near, reach: outlinesNear(this.#reachArea, box, near), grid: this.#grid };
  }

  addHoldings(area: AreaHoldings): void {
    this.holdings.add(area.units, area);
    this.unlisted.addSums(area.unlisted);
  }

  /**
   * The part near a partition, afterwards; `null` where it counts nowhere.
   * @param box around the partition
   */
  countingAt(box: BoundingBox): CountingAtArea | null {
    if (this.#counts.length === 0) return null;
    const near = this.source.units.near(box);
    const isCounted = Uint8Array.from(near.units, (unit) => this.#isCounted[unit]);
    return {
      ...{ near, firstUnit: this.firstUnit, isCounted },
      counts: outlinesNear(this.#countsArea, box, near),
      mapped: outlinesNear(this.#mappedArea, box, near),
    };
  }

  addSums(area: AreaSums): void {
    this.sums.add(area.units, area);
    for (const [unit, shares] of area.cut) this.cut.set(unit, shares);
  }

  /** Decides the status of each unit after all partitions, and the land that the census knows. */
  judgeUnits(mapped: Zone): KnownLand {
    const { units, coverage } = this.source;
    this.#statuses = Uint8Array.from(units.people, (people, unit) =>
      this.holdings.statusOf(unit, people, () => new PlanarArea(units.outline(unit))),
    );
    if (units.land) {
      const isLeftOut = (unit: number): boolean =>
        coverage === null && this.#statuses[unit] === STATUS.contradicted;
      return { zone: units.land.outlineAround(boundingBoxOf(this.reach.flat()), isLeftOut), unlisted: [] };
    }
    return knownLand(units, this.#statuses, this.unlisted, this.#grid, mapped);
  }

  /** @param counts where no finer census covers */
  decideCoverage(counts: Zone): void {
    const { units, coverage } = this.source;
    this.#counts = counts;
    this.#countsArea = new PlanarArea(counts);
    this.#isCounted = Uint8Array.from(this.#statuses, (status, unit) => {
      const isIn = status === STATUS.placed || (coverage !== null && status === STATUS.contradicted);
      return counts.length > 0 && isIn && units.people[unit] > 0 ? 1 : 0;
    });
  }

  get judged(): JudgedCensus {
    return { statuses: this.#statuses, counts: this.#counts };
  }

  /** Restores decisions made elsewhere. */
  takeJudged({ statuses, counts }: JudgedCensus): void {
    this.#statuses = statuses;
    this.decideCoverage(counts);
  }

  /** Computes the counted people of each unit, after all expected ones are summed. */
  countPeople(): void {
    this.#people = peopleOfUnits(this.source.units, this.#isCounted, this.sums, this.cut);
  }

  /** Expected people of unlisted homes in a square of the census's own size. */
  expectedUnlisted(square: {
    readonly size_m: number;
    readonly east_m: number;
    readonly north_m: number;
  }): number {
    if (this.#grid === null) return 0;
    const { cell_m } = this.#grid;
    const [column, row] = [square.east_m / cell_m, square.north_m / cell_m];
    return this.unlisted.expectedIn({ column, row }, square.size_m / cell_m);
  }

  /** Median unit area. */
  medianUnit_m2(): number {
    const { units } = this.source;
    const sizes_m2 = Float64Array.from({ length: units.length }, (_, unit) => {
      const square = units.square(unit);
      if (square) return square.size_m ** 2;
      const outline = new PlanarArea(units.outline(unit));
      return outline.area() * squareMetresPerSquareDegree(outline.box.south);
    }).filter((size_m2) => size_m2 > 0);
    return sizes_m2.sort()[sizes_m2.length >> 1] ?? 0;
  }
}
