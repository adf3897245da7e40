/**
 * Tests which cells of a partition have their centre in a zone: H3 cells of resolution 8 as a whole first, then single
 * cells by point in polygon.
 */
import { cellToLatLng } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';
import { cellAtResolution, cellInPartition, numbersBelow } from './partitions.ts';

const BLOCK_RESOLUTION = 8;
const CELLS_IN_BLOCK = numbersBelow(BLOCK_RESOLUTION, GRID_RESOLUTION);
/** Upper bound from a block's centre to a cell's. */
const REACH_M = 1_200;

export function centresInside(partition: Cell, zone: PlanarArea): (number: number) => boolean {
  const known = new Map<number, boolean | null>();
  return (number) => {
    const block = Math.floor(number / CELLS_IN_BLOCK);
    let isInside = known.get(block);
    if (isInside === undefined) {
      isInside = isWholeInside(zone, cellAtResolution(partition, block, BLOCK_RESOLUTION));
      known.set(block, isInside);
    }
    return isInside ?? zone.contains(centreOf(cellInPartition(partition, number)));
  };
}

function isWholeInside(zone: PlanarArea, block: Cell): boolean | null {
  const [lat, lon] = cellToLatLng(block);
  const high = REACH_M / METRES_PER_DEGREE;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  const box = { west: lon - wide, south: lat - high, east: lon + wide, north: lat + high };
  if (!(box.west > -180 && box.east < 180 && Math.abs(lat) + high < 89)) return null;
  const relation = zone.relationOf(box);
  return relation === 'edge' ? null : relation === 'inside';
}
