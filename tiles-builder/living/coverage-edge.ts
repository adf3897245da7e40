/**
 * Corrects expected people where a coverage, decided after homes were intersected, cuts them: subtracts those homes, adds their
 * parts inside.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { BoundingBox, Zone } from '../../src/geo/positions.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { type Outline, PlanarArea } from '../geometry/planar-area.ts';
import { boxAroundPartition, cellInPartition } from '../partitions/partitions.ts';
import type { CoveredCensus } from './census-on-map.ts';
import type { ExpectedList } from './expected-people.ts';
import { ExpectedSums } from './expected-sums.ts';
import type { HomesOfPartition } from './homes.ts';
import { type CensusNear, censusNear } from './intersect-homes.ts';
import { cellOfPair, unitOfPair } from './unit-cell-pairs.ts';
import { UnitIndex } from './unit-index.ts';
import type { UnitSums } from './unit-sums.ts';
import { boxAround, outlinesNear, ZoneNearPartition } from './zone-near-partition.ts';

/** Bounds the distance of a footprint from the centres of its cells. */
const CELL_REACH_M = 25;

type InsideSums = Pick<UnitSums, 'inside' | 'insideMapped'>;

export interface CensusEdge extends CensusNear {
  /** Coverage of the census. */
  readonly counts: readonly Outline[];
  /** Where homes and roads are complete. */
  readonly mapped: readonly Outline[];
  readonly unitCount: number;
}

/** Shares of a unit's area, 0 to 1. */
export interface CutUnit {
  readonly inside: number;
  /** Where building data is complete. */
  readonly known: number;
}

/** Differences by unit: plain data. */
interface EdgeSums extends InsideSums {
  readonly units: Uint32Array;
  /** Units with their middle in the partition that reach beyond the coverage. */
  readonly cut: ReadonlyMap<number, CutUnit>;
}

export interface CorrectedHomes {
  /** Differences by partition of the cells. */
  readonly byPartition: ReadonlyMap<Cell, ExpectedList>;
  /** Replaces the partition's places. */
  readonly places: Float64Array;
  /** By census. */
  readonly sums: readonly (EdgeSums | null)[];
}

/** Expected people of a census inside its coverage. */
export class InsideCoverage implements InsideSums {
  readonly inside: Float64Array;
  readonly insideMapped: Float64Array;
  readonly cut = new Map<number, CutUnit>();

  constructor({ sums }: Pick<CoveredCensus, 'sums'>) {
    this.inside = sums.inside.slice();
    this.insideMapped = sums.insideMapped.slice();
  }

  add(part: EdgeSums | null | undefined): void {
    if (!part) return;
    for (const [i, unit] of part.units.entries()) {
      this.inside[unit] += part.inside[i];
      this.insideMapped[unit] += part.insideMapped[i];
    }
    for (const [unit, shares] of part.cut) this.cut.set(unit, shares);
  }
}

/** `null` for partitions with all units inside the coverage, and for a census that counts nowhere. */
export function censusEdge(census: CoveredCensus, mapped: Zone): (partition: Cell) => CensusEdge | null {
  if (census.counts.length === 0) return () => null;
  const nearOf = censusNear(census);
  const mappedArea = new PlanarArea(mapped);
  return (partition) => {
    const own = nearOf(partition);
    const box = boxAroundPartition(partition);
    if (census.countsArea.relationOf(boxAround(box, own.near)) === 'inside') return null;
    return {
      ...own,
      counts: outlinesNear(census.countsArea, box, own.near),
      mapped: outlinesNear(mappedArea, box, own.near),
      unitCount: census.source.units.length,
    };
  };
}

/**
 * @param places in the reach of the censuses
 * @param censuses in the order of `people_m2`
 */
export function correctAtEdge(
  partition: Cell,
  homes: HomesOfPartition,
  places: Float64Array,
  censuses: readonly (CensusEdge | null)[],
): CorrectedHomes {
  const byPartition = new Map<Cell, ExpectedList>();
  const cells = homes.cells();
  const box = boxAroundPartition(partition);
  let inside = places;
  const sums = censuses.map((census, index) => {
    if (!census) return null;
    const units = new UnitIndex(census.near, partition);
    const counts = new ZoneNearPartition(census.counts, box);
    const reach = new ZoneNearPartition(census.reach, box);
    const before = new ExpectedSums(census, units, reach.clipped, byPartition, -1);
    const after = new ExpectedSums(census, units, counts.clipped, byPartition);
    for (let site = 0; site < homes.count; site++) {
      const people_m2 = homes.people_m2[index][site];
      if (!(people_m2 > 0)) continue;
      if (counts.clipped.relationOf(withCellsAround(homes.footprint(site).box)) === 'inside') continue;
      before.add(homes, site, people_m2, cells);
      after.add(homes, site, people_m2, cells);
    }
    inside = inside.filter((pair) => {
      const unit = unitOfPair(pair) - census.firstUnit;
      if (unit < 0 || unit >= census.unitCount) return true;
      return counts.clipped.containsAt(...centreOf(cellInPartition(partition, cellOfPair(pair))));
    });
    const cut = cutUnits(units, counts, new ZoneNearPartition(census.mapped, box));
    const difference = (name: keyof InsideSums): Float64Array =>
      after.sums[name].map((own, unit) => own + before.sums[name][unit]);
    return {
      units: units.units,
      inside: difference('inside'),
      insideMapped: difference('insideMapped'),
      cut,
    };
  });
  return { byPartition, places: inside, sums };
}

/** By number in the census. */
function cutUnits(
  units: UnitIndex,
  counts: ZoneNearPartition,
  mapped: ZoneNearPartition,
): Map<number, CutUnit> {
  const cut = new Map<number, CutUnit>();
  for (const unit of units.own) {
    const outline = units.outline(unit);
    if (counts.holds(outline)) continue;
    cut.set(units.units[unit], { inside: counts.shareOf(outline), known: mapped.shareOf(outline) });
  }
  return cut;
}

function withCellsAround({ west, south, east, north }: BoundingBox): BoundingBox {
  const lat = CELL_REACH_M / METRES_PER_DEGREE;
  const lon = lat / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  return { west: west - lon, south: south - lat, east: east + lon, north: north + lat };
}
