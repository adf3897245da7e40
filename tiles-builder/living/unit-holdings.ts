/** What the map holds of each census unit: homes, and where else people can be put. */
import type { Cell } from '../../src/geo/cells.ts';
import { boundingBoxOf } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import {
  areaWithin,
  cornersOf,
  PlanarArea,
  shareInside,
  squareMetresPerSquareDegree,
} from '../geometry/planar-area.ts';
import type { CensusUnit } from '../records.ts';
import type { Dwelling, DwellingSite } from './dwelling-list.ts';

/** What a unit's people and the map say of each other. */
export type UnitStanding =
  /** The map holds homes or room for them, or nobody lives there. */
  | 'placed'
  /** The unit lies where the map is known, with people, and the map holds no room for them. */
  | 'contradicted'
  /** Most of it lies where the map is not known, and nothing is mapped in the rest: its people live beyond. */
  | 'beyond';

/** More people on a square metre of footprint than ten floors hold, */
const IMPLAUSIBLE_PEOPLE_M2 = 0.3;
/** in a unit of which less than this share is built up: most of its buildings are missing in the data. */
const HARDLY_BUILT_SHARE = 0.001;
/** Then each square metre of footprint gets as many people as four floors hold; the others are put elsewhere. */
const PLAUSIBLE_PEOPLE_M2 = 0.1;

/** The share of a unit's people whom its homes can hold. @param footprint_m2 of its homes */
export function housedShare(people: number, footprint_m2: number, outline: PlanarArea): number {
  if (footprint_m2 <= 0 || people < footprint_m2 * IMPLAUSIBLE_PEOPLE_M2) return 1;
  const unit_m2 =
    areaWithin(cornersOf(outline.box), [outline]) * squareMetresPerSquareDegree(outline.box.south);
  return footprint_m2 < unit_m2 * HARDLY_BUILT_SHARE ? (footprint_m2 * PLAUSIBLE_PEOPLE_M2) / people : 1;
}

/** More people on some 17 m of road, or in as small a part of a building, than live anywhere: what they live in is missing. */
export const MOST_PEOPLE_A_CELL = 10;
/** A unit with a smaller share of its area on the map lies mostly beyond it. */
const MOST = 0.5;

export interface UnitHoldings {
  readonly outlines: readonly PlanarArea[];
  /** One a unit. */
  readonly standings: readonly UnitStanding[];
  /** 1 for each site of which a part stands in some unit. */
  readonly siteIsListed: Uint8Array;
}

/**
 * @param besides cells along roads and in buildings that are no homes
 * @param known where the map holds all that there is
 */
export function unitHoldings(
  units: readonly CensusUnit[],
  sites: readonly DwellingSite[],
  dwellings: readonly Dwelling[],
  besides: Iterable<Cell>,
  known: PlanarArea,
): UnitHoldings {
  const outlines = units.map(({ outline }) => new PlanarArea(outline));
  const index = new AreaIndex(outlines.map(({ box }) => box));
  const homes_m2 = new Float64Array(units.length);
  const siteIsListed = new Uint8Array(sites.length);
  for (const [i, { centre, footprint, area_m2 }] of sites.entries()) {
    const box = boundingBoxOf(footprint.flat());
    const standsIn = index.meeting(box).filter((unit) => {
      const relation = outlines[unit]!.relationOf(box);
      if (relation !== 'edge') return relation === 'inside';
      return [centre, ...footprint.flat(2)].some((position) => outlines[unit]!.contains(position));
    });
    if (standsIn.length === 0) continue;
    siteIsListed[i] = 1;
    if (dwellings[i]!.people_m2 <= 0 || !known.contains(centre)) continue;
    for (const unit of standsIn) homes_m2[unit]! += area_m2;
  }
  const room = new Uint32Array(units.length);
  for (const cell of besides) {
    const centre = centreOf(cell);
    if (!known.contains(centre)) continue;
    const [lon, lat] = centre;
    for (const unit of index.meeting({ west: lon, east: lon, south: lat, north: lat })) {
      if (outlines[unit]!.contains(centre)) room[unit]!++;
    }
  }
  const standings = units.map(({ people }, unit): UnitStanding => {
    const hasHomes = homes_m2[unit]! > 0;
    const knownShare = shareInside(outlines[unit]!, known);
    if (knownShare === 0) return 'beyond';
    if (knownShare < MOST && people > 0) return hasHomes ? 'placed' : 'beyond';
    const housed = hasHomes ? housedShare(people, homes_m2[unit]!, outlines[unit]!) : 0;
    return people * (1 - housed) <= room[unit]! * MOST_PEOPLE_A_CELL ? 'placed' : 'contradicted';
  });
  return { outlines, standings, siteIsListed };
}

/** Cells along roads, and of buildings in which nobody is expected: where people are put for whom no home is mapped. */
export function cellsBesidesHomes(
  roadside: ReadonlySet<Cell>,
  sites: readonly DwellingSite[],
  dwellings: readonly Dwelling[],
): ReadonlySet<Cell> {
  const cells = new Set(roadside);
  for (const [i, { centre, footprint, mapped }] of sites.entries()) {
    if (!mapped || dwellings[i]!.people_m2 > 0) continue;
    for (const position of [centre, ...footprint.flat(2)]) cells.add(cellAt(position));
  }
  return cells;
}
