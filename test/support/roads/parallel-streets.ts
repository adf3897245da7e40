/** Streets across a border on the meridian of 9° E. */

import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../../../tiles-builder/geometry/coordinate-units.ts';
import type { OsmRoads } from '../../../tiles-builder/sources/gather/osm-roads.ts';
import { osmRoads } from './osm-roads.ts';

const BORDER: Position = [9, 47];
const ROW_M = 150;
const REACH_M = 500;
const NODES_M = [-2_000, -1_000, -150, 150, 1_000, 2_000];
export const ROWS = Array.from({ length: 20 }, (_, row) => row);

const at = (east_m: number, north_m: number): Position => [
  BORDER[0] + east_m / METRES_PER_DEGREE / Math.cos((BORDER[1] * Math.PI) / 180),
  BORDER[1] + north_m / METRES_PER_DEGREE,
];

/**
 * Streets from west to east, connected on either side of the border.
 * @param moved_m northwards, by row
 */
export function parallelStreets(rows = ROWS, moved_m: Readonly<Record<number, number>> = {}): OsmRoads {
  const positions: Position[] = [];
  const streets = rows.map((row) =>
    NODES_M.map((east_m) => positions.push(at(east_m, row * ROW_M + (moved_m[row] ?? 0))) - 1),
  );
  const ways = [...streets, streets.map((nodes) => nodes[1]), streets.map((nodes) => nodes[4])];
  const units = (axis: 0 | 1): Int32Array =>
    Int32Array.from(positions, (position) => Math.round(position[axis] * UNITS_PER_DEGREE));
  return osmRoads({
    ways: ways.map((nodes, id) => ({ id, tags: { highway: 'residential' }, nodes: Int32Array.from(nodes) })),
    nodeLon: units(0),
    nodeLat: units(1),
  });
}

/** The land around all streets between two meridians, in metres east of the border. */
export function landBetween(west_m: number, east_m: number): Zone {
  const [south_m, north_m] = [-REACH_M, ROWS.length * ROW_M + REACH_M];
  return [
    [
      [
        at(west_m, south_m),
        at(east_m, south_m),
        at(east_m, north_m),
        at(west_m, north_m),
        at(west_m, south_m),
      ],
    ],
  ];
}

export const westOfBorder = landBetween(-3_000, 0);
