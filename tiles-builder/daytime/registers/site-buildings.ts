/**
 * Finds the cell of each site at a point: the anchor of the nearest building within 5 m (R-tree), else the middle of its finest
 * area of groups.
 */
import { cellToCenterChild } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../../src/geo/cells.ts';
import { distanceToLine_m } from '../../../src/geo/douglas-peucker.ts';
import { boxAround, type Position } from '../../../src/geo/positions.ts';
import { coordinateUnits } from '../../geometry/coordinate-units.ts';
import type { Footprints } from '../../geometry/footprints.ts';
import { cellAt, GridCells } from '../../geometry/grid-cells.ts';
import type { PlanarArea } from '../../geometry/planar-area.ts';
import type { Buildings } from '../../partitions/built-up/building-records.ts';
import { cellInPartition } from '../../partitions/partitions.ts';
import { anchorIn } from '../capacity-by-cell.ts';
import { areaOfGroup } from '../count-partition.ts';

/** Entrances and addresses lie outside the walls. */
const FARTHEST_M = 5;

/** @param buildings within the partition's halo */
export function anchorsOfSites(
  partition: Cell,
  sites: readonly { readonly position: Position }[],
  { footprints }: Pick<Buildings, 'footprints'>,
  coverage: PlanarArea,
): Cell[] {
  const buildingAt = nearestBuilding(footprints);
  const grid = new GridCells(coverage);
  return sites.map(({ position }) => {
    const building = buildingAt(position);
    const covered = building === null ? [] : grid.coveredShares(footprints.areaOf(building)).keys();
    const anchor = anchorIn(partition, covered);
    return anchor === null ? middleAround(position) : cellInPartition(partition, anchor);
  });
}

export const middleAround = (position: Position): Cell =>
  cellToCenterChild(areaOfGroup(cellAt(position)), GRID_RESOLUTION);

function nearestBuilding(footprints: Footprints): (position: Position) => number | null {
  const index = footprints.boxIndex();
  return (position) => {
    const { west, south, east, north } = boxAround(position, FARTHEST_M);
    let nearest: number | null = null;
    let nearest_m = Infinity;
    const near = index?.search(...([west, south, east, north].map(coordinateUnits) as Box)) ?? [];
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

function distance_m(footprints: Footprints, building: number, position: Position): number {
  const [x, y] = position.map(coordinateUnits);
  if (footprints.contains(building, x, y)) return 0;
  const rings = footprints.zoneOf(building).flat();
  return rings
    .flatMap((ring) => ring.slice(1).map((vertex, i) => distanceToLine_m(position, ring[i], vertex)))
    .reduce((least, away_m) => Math.min(least, away_m), Infinity);
}
