import type { Manifest, RoadLayer } from '../../src/format/manifest.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { residentialStreets, type StreetPiece } from '../living/residential-streets.ts';
import type { RoadData } from '../read/road-data.ts';
import type { Output } from '../records.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import type { ContractedTiles } from '../roads/hierarchy/build-hierarchy.ts';
import { roadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles } from '../roads/tiles/cut-road-tiles.ts';

export interface BuiltRoads {
  readonly layers: Manifest['roads'];
  /** Cells of the standard grid with roads that people step off. */
  readonly roadside: ReadonlySet<Cell>;
  readonly streets: readonly StreetPiece[];
}

/**
 * The road tiles of both travel modes.
 * @param contracted tiles that other machines have contracted
 */
export async function buildRoads(
  { roads, known }: RoadData,
  { open, progress }: Output,
  contracted: ReadonlyMap<Travel, ContractedTiles> = new Map(),
): Promise<BuiltRoads> {
  const roadside = new Set<Cell>();
  const buildLayer = async (travel: Travel): Promise<RoadLayer> => {
    progress(`Build ${travel} roads`);
    const graph = buildRoadGraph(roads, travel, known);
    for (const cell of roadsideCells(graph)) roadside.add(cell);
    progress(`Cut ${travel} tiles`);
    const { add, finish } = open(travel);
    const { figures } = await cutRoadTiles(graph, travel, add, { known: contracted.get(travel) });
    return { ...figures, ...finish() };
  };
  const layers = {
    pedestrian: await buildLayer('pedestrian'),
    motorized: await buildLayer('motorized'),
  };
  return { layers, roadside, streets: residentialStreets(roads) };
}

/** Where people can be along roads, for counts without isochrones. */
export function streetsOf({ roads, known }: RoadData): Pick<BuiltRoads, 'roadside' | 'streets'> {
  const roadside = new Set<Cell>();
  for (const travel of TRAVELS) {
    for (const cell of roadsideCells(buildRoadGraph(roads, travel, known))) roadside.add(cell);
  }
  return { roadside, streets: residentialStreets(roads) };
}
