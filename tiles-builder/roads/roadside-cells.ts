/** The cells beside roads, area by area: where people are put when nothing is known of buildings. */
import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js';
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { areaOf, cellInArea, numberInArea } from '../areas/areas.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { METRES_PER_DEGREE } from '../geometry/shape-length.ts';
import type { NumberSet } from '../numbers/number-set.ts';
import type { OsmRoads } from '../read/gather/osm-roads.ts';

/** Cells of the standard grid that roads run through, on the disk. */
export class RoadsideCells {
  /** Numbers of cells in their area, 32 bits each. A cell may be there several times. */
  readonly #spill: AreaSpill;

  /**
   * @param besides places among the nodes of ways; along the line from the node before to each of them people step off
   * @param folder takes a file for each area
   */
  constructor(roads: OsmRoads, besides: NumberSet, folder: string) {
    this.#spill = new AreaSpill(folder);
    const record = new Uint32Array(1);
    const bytes = new Uint8Array(record.buffer);
    let last: Cell | undefined;
    for (const position of positionsAlong(roads, besides)) {
      const cell = cellAt(position);
      if (cell === last) continue;
      last = cell;
      record[0] = numberInArea(cell);
      this.#spill.append(areaOf(cell), bytes);
    }
  }

  /** Those that have such cells, ascending. */
  areas(): Cell[] {
    return this.#spill.areas();
  }

  /** The numbers of an area's cells, ascending, each once. */
  of(area: Cell): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.#spill.read(area);
    const numbers = new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength)).sort();
    return numbers.filter((number, i) => i === 0 || number !== numbers[i - 1]);
  }

  /** All of them, area by area. */
  *[Symbol.iterator](): Generator<Cell> {
    for (const area of this.areas()) for (const number of this.of(area)) yield cellInArea(area, number);
  }
}

/** Positions so near to each other that no cell between them is missed but for a corner. */
function* positionsAlong(
  { wayNodes, nodeLon, nodeLat }: OsmRoads,
  besides: NumberSet,
): Generator<[number, number]> {
  const step_m = getHexagonEdgeLengthAvg(GRID_RESOLUTION, UNITS.m);
  for (const place of besides) {
    const [from, to] = [wayNodes[place - 1], wayNodes[place]];
    const lon = nodeLon[from] * COORDINATE_UNIT_DEGREES;
    const lat = nodeLat[from] * COORDINATE_UNIT_DEGREES;
    const east = nodeLon[to] * COORDINATE_UNIT_DEGREES - lon;
    const north = nodeLat[to] * COORDINATE_UNIT_DEGREES - lat;
    const length_m = METRES_PER_DEGREE * Math.hypot(north, east * Math.cos((lat * Math.PI) / 180));
    const steps = Math.max(1, Math.ceil(length_m / step_m));
    for (let i = 0; i <= steps; i++) yield [lon + (east * i) / steps, lat + (north * i) / steps];
  }
}
