/** The buildings that sites are in: the point of a site stands for people who are anywhere in its building. */
import type { Cell } from '../../src/geo/cells.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import { boxAround, type Position } from '../../src/geo/positions.ts';
import { distanceToLine_m } from '../../src/geo/thin-ring.ts';
import { areaOf, numberInArea } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import { CORNER_UNITS, cornerUnits, type Footprints } from '../geometry/footprints.ts';
import { GridCells } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';

/** A building with the sites in it, as far as an area of the build has them: plain data. */
export interface BuildingOfSites {
  /** Places of the sites among the points of the area. */
  readonly sites: Uint32Array;
  /** The cells of the area inside the coverage that it covers, by their numbers. */
  readonly cells: Uint32Array;
  /** What of these lies in the building, in square degrees. */
  readonly sizes: Float64Array;
}

/** A site belongs to the nearest building that is no farther away: entrances and addresses lie outside the walls. */
const FARTHEST_M = 5;

/**
 * @param buildings all within the area's halo
 * @returns in an order that depends on the buildings alone; sites that stand by themselves are in none
 */
export function buildingsOfSites(
  area: Cell,
  sites: readonly { readonly position: Position }[],
  { footprints }: Pick<Buildings, 'footprints'>,
  coverage: PlanarArea,
): BuildingOfSites[] {
  const buildingAt = nearestBuilding(footprints);
  const sitesIn = new Map<number, number[]>();
  for (const [site, { position }] of sites.entries()) {
    const building = buildingAt(position);
    if (building === null) continue;
    const others = sitesIn.get(building);
    if (others) others.push(site);
    else sitesIn.set(building, [site]);
  }
  const grid = new GridCells(coverage);
  return [...sitesIn]
    .sort(([a], [b]) => a - b)
    .map(([building, own]): BuildingOfSites => {
      const covered = [...grid.coveredShares(footprints.areaOf(building))]
        .map(([centre, size]) => [cellOfCentre(centre), size] as const)
        .filter(([cell]) => areaOf(cell) === area);
      return {
        sites: Uint32Array.from(own),
        cells: Uint32Array.from(covered, ([cell]) => numberInArea(cell)),
        sizes: Float64Array.from(covered, ([, size]) => size),
      };
    });
}

function nearestBuilding(footprints: Footprints): (position: Position) => number | null {
  const index = footprints.boxIndex();
  return (position) => {
    const { west, south, east, north } = boxAround(position, FARTHEST_M);
    let nearest: number | null = null;
    let nearest_m = Infinity;
    const near = index?.search(...([west, south, east, north].map(cornerUnits) as Box)) ?? [];
    for (const building of near.sort((a, b) => a - b)) {
      const away_m = distance_m(footprints, building, position);
      if (away_m > FARTHEST_M || away_m >= nearest_m) continue;
      nearest = building;
      nearest_m = away_m;
    }
    return nearest;
  };
}

type Box = [west: number, south: number, east: number, north: number];

/** To the outline of a building, 0 inside. */
function distance_m(footprints: Footprints, building: number, position: Position): number {
  const [x, y] = position.map(cornerUnits);
  if (footprints.contains(building, x, y)) return 0;
  const cornerAt = (corner: number): Position => [
    footprints.corners[2 * corner] / CORNER_UNITS,
    footprints.corners[2 * corner + 1] / CORNER_UNITS,
  ];
  let least_m = Infinity;
  const [from, to] = footprints.ringsOf(building);
  for (let ring = from; ring < to; ring++) {
    const end = footprints.ringEnds[ring];
    let before = end - 1;
    for (let corner = footprints.firstCorner(ring); corner < end; before = corner++) {
      least_m = Math.min(least_m, distanceToLine_m(position, cornerAt(before), cornerAt(corner)));
    }
  }
  return least_m;
}
