import type { Basemap, Manifest, RoadLayer } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { NumberSet } from '../numbers/number-set.ts';
import type { Water } from '../read/gather/gather-water.ts';
import type { RoadData } from '../read/road-data.ts';
import type { Output } from '../records.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import type { ContractedTiles } from '../roads/hierarchy/build-hierarchy.ts';
import { cutRoadTiles } from '../roads/tiles/cut-road-tiles.ts';
import { cutBasemapTiles } from '../tiles/basemap/cut-basemap-tiles.ts';
import { streetFeatures } from '../tiles/basemap/street-features.ts';
import { waterFeatures } from '../tiles/basemap/water-features.ts';

export interface BuiltRoads {
  readonly layers: Manifest['roads'];
  readonly basemap: Basemap;
  /** Places among the nodes of ways, see `buildRoadGraph`. */
  readonly besides: NumberSet;
}

/**
 * The road tiles of both travel modes, and the basemap.
 * @param contracted tiles that other machines have contracted
 */
export async function buildRoads(
  { roads, coverage, known, water }: RoadData & { readonly water: Water },
  { open, progress }: Output,
  contracted: ReadonlyMap<Travel, ContractedTiles> = new Map(),
): Promise<BuiltRoads> {
  const besides = new NumberSet();
  const buildLayer = async (travel: Travel): Promise<RoadLayer> => {
    progress(`Build ${travel} roads`);
    const graph = buildRoadGraph(roads, travel, known, besides);
    progress(`Cut ${travel} tiles`);
    const { add, finish } = open(travel);
    const { figures } = await cutRoadTiles(graph, travel, add, { known: contracted.get(travel) });
    return { ...figures, ...finish() };
  };
  const layers = {
    pedestrian: await buildLayer('pedestrian'),
    motorized: await buildLayer('motorized'),
  };
  progress('Draw the basemap');
  const drawn = [...waterFeatures(water, coverage), ...streetFeatures(roads)];
  const { add, finish } = open('basemap');
  const zooms = cutBasemapTiles(drawn, coverage, add);
  const basemap = { ...zooms, ...finish() };
  return { layers, basemap, besides };
}
