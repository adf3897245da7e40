/** Where people can be along roads: found when it is asked for first, as it is of no use without a census. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { NumberSet } from '../numbers/number-set.ts';
import type { OsmRoads } from '../read/gather/osm-roads.ts';
import type { RoadData } from '../read/road-data.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { RoadsideCells, writeRoadsideCells } from '../roads/roadside-cells.ts';

export class AlongRoads {
  readonly #roads: OsmRoads;
  readonly #besides: NumberSet;
  readonly #folder: string;
  #roadside: RoadsideCells | undefined;

  /**
   * @param besides of the graphs of both travel modes, see `buildRoadGraph`
   * @param scratch folder in which files wait until `close`
   */
  constructor(roads: OsmRoads, besides: NumberSet, scratch: string) {
    this.#roads = roads;
    this.#besides = besides;
    this.#folder = mkdtempSync(join(scratch, '.roadside-'));
  }

  get roadside(): RoadsideCells {
    if (!this.#roadside) {
      writeRoadsideCells(this.#roads, this.#besides, this.#folder);
      this.#roadside = new RoadsideCells([this.#folder]);
    }
    return this.#roadside;
  }

  /** Removes the files; what was asked for cannot be read any more. */
  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** For counts without isochrones. @param scratch folder in which files wait until `close` */
export function alongRoads({ roads, known }: RoadData, scratch: string): AlongRoads {
  const besides = new NumberSet();
  for (const travel of TRAVELS) buildRoadGraph(roads, travel, known, besides);
  return new AlongRoads(roads, besides, scratch);
}
