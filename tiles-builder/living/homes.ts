/**
 * Lists the homes of a partition in columns, with expected people per m² of footprint by the weights of each census, and finds
 * the cells for people without a home.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';
import { numberInPartition, partitionOf } from '../partitions/partitions.ts';
import type { Sites } from './sites.ts';
import { peoplePerM2, type Weights } from './weights.ts';

export interface HomesOfPartition {
  readonly count: number;
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly area_m2: Float64Array;
  /** It is 0 for a house assumed missing. */
  readonly mapped: Uint8Array;
  readonly footprint: (site: number) => PlanarArea;
  /** Expected people in the order of censuses. */
  readonly people_per_m2: readonly Float64Array[];
  /** Numbers of cells along roads, ascending and distinct. */
  readonly roadside: Uint32Array;
}

/** A person has this many units of expected people (fixed point), so that sums do not depend on order. */
export const EXPECTED_PER_PERSON = 1e8;
export const CM2_PER_M2 = 1e4;

/** @param roadside cell numbers, ascending and distinct */
export function homesOfSites(
  sites: Sites | null,
  weights: readonly Weights[],
  roadside: Uint32Array,
): HomesOfPartition {
  if (!sites) return { ...NO_HOMES, people_per_m2: weights.map(() => new Float64Array()), roadside };
  const { count, lon, lat, area_m2, mapped, footprints } = sites;
  return {
    ...{ count, lon, lat, area_m2, mapped, roadside },
    footprint: (site) => footprints.areaOf(site),
    people_per_m2: weights.map((own) => peoplePerM2(sites, own)),
  };
}

const NO_HOMES = {
  count: 0,
  lon: new Float64Array(),
  lat: new Float64Array(),
  area_m2: new Float64Array(),
  mapped: new Uint8Array(),
  footprint: (): never => {
    throw new RangeError('there are no homes');
  },
};

/** Finds cells with roads or with buildings where nobody is expected, ascending and distinct. */
export function cellsWithoutHomes(partition: Cell, homes: HomesOfPartition, census: number): Uint32Array {
  const empty: number[] = [];
  for (let site = 0; site < homes.count; site++) {
    if (homes.mapped[site] === 0 || homes.people_per_m2[census][site] > 0) continue;
    const footprint = homes.footprint(site);
    for (const position of [[homes.lon[site], homes.lat[site]] as const, ...footprint.vertices()]) {
      const cell = cellAt(position);
      if (partitionOf(cell) === partition) empty.push(numberInPartition(cell));
    }
  }
  if (empty.length === 0) return homes.roadside;
  return Uint32Array.from(new Set([...homes.roadside, ...empty])).sort();
}
