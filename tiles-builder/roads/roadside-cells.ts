/**
 * Finds cells along roads with frontage, by sampling points on them, and stores them by partition: people without known
 * buildings are placed there.
 */
import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js';
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { NumberSet } from '../base/numbers/number-set.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { cellInPartition, numberOfKey } from '../partitions/partitions.ts';
import type { OsmRoads } from '../sources/gather/osm-roads.ts';

const CACHE_SLOTS = 65_521;

/** @param frontageNodes indexes among nodes of ways, each the end of a segment with frontage */
export function writeRoadsideCells(roads: OsmRoads, frontageNodes: NumberSet, folder: string): void {
  const spill = new PartitionSpill(folder);
  const record = new Uint32Array(1);
  const bytes = new Uint8Array(record.buffer);
  /** Recent cell centres by hash, so that most duplicates are skipped. */
  const recent = new Float64Array(CACHE_SLOTS).fill(-1);
  for (const position of positionsAlong(roads, frontageNodes)) {
    const centre = centreOfCellAt(position[0], position[1]);
    const place = centre % CACHE_SLOTS;
    if (recent[place] === centre) continue;
    recent[place] = centre;
    findIndex(centre);
    record[0] = numberOfKey(indexed.key);
    spill.append(indexed.ancestor, bytes);
  }
  spill.finish();
}

export class RoadsideCells {
  readonly #spills: readonly PartitionSpill[];

  constructor(folders: readonly string[]) {
    this.#spills = folders.map(PartitionSpill.finished);
  }

  /** Lists partitions, ascending. */
  partitions(): Cell[] {
    return [...new Set(this.#spills.flatMap((spill) => spill.partitions()))].sort();
  }

  /** Returns numbers of cells, ascending and distinct. */
  of(partition: Cell): Uint32Array {
    const bytes = Buffer.concat(this.#spills.map((spill) => spill.read(partition)));
    const numbers = new Uint32Array(new Uint8Array(bytes).buffer).sort();
    return numbers.filter((number, i) => i === 0 || number !== numbers[i - 1]);
  }

  *[Symbol.iterator](): Generator<Cell> {
    for (const partition of this.partitions())
      for (const number of this.of(partition)) yield cellInPartition(partition, number);
  }
}

/** Misses only clipped corners of cells. */
function* positionsAlong(
  { wayNodes, nodeLon, nodeLat }: OsmRoads,
  frontageNodes: NumberSet,
): Generator<[number, number]> {
  const step_m = getHexagonEdgeLengthAvg(GRID_RESOLUTION, UNITS.m);
  for (const place of frontageNodes) {
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
