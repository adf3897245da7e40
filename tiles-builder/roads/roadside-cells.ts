/** The cells beside roads: where people are put when nothing is known of buildings. */

import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js';
import { FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import type { TimedGraph } from './graph/timed-graph.ts';

const DEGREES_PER_UNIT = 1e-7;
const METRES_PER_DEGREE = 111_195;

/** The cells of the standard grid that edges with frontage run through. */
export function roadsideCells(graph: TimedGraph): Set<Cell> {
  const cells = new Set<Cell>();
  const step_m = getHexagonEdgeLengthAvg(GRID_RESOLUTION, UNITS.m);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    if (!(graph.edgeFlags[edge]! & FRONTAGE_EDGE)) continue;
    const last = graph.edgeFirstPoint[edge + 1]! - 1;
    for (let point = graph.edgeFirstPoint[edge]!; point < last; point++) {
      const lon = graph.pointLon[point]! * DEGREES_PER_UNIT;
      const lat = graph.pointLat[point]! * DEGREES_PER_UNIT;
      const east = graph.pointLon[point + 1]! * DEGREES_PER_UNIT - lon;
      const north = graph.pointLat[point + 1]! * DEGREES_PER_UNIT - lat;
      const length_m = METRES_PER_DEGREE * Math.hypot(north, east * Math.cos((lat * Math.PI) / 180));
      const steps = Math.max(1, Math.ceil(length_m / step_m));
      for (let i = 0; i <= steps; i++)
        cells.add(cellAt([lon + (east * i) / steps, lat + (north * i) / steps]));
    }
  }
  return cells;
}
