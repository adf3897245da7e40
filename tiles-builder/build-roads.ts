import type { Basemap, Manifest, RoadLayer } from '../src/format/manifest.ts';
import { TRAVELS, type Travel } from '../src/format/tile-sets.ts';
import type { Cell } from '../src/geo/cells.ts';
import { cutBasemapTiles } from './basemap/cut-basemap-tiles.ts';
import { streetFeatures } from './basemap/street-features.ts';
import { waterFeatures } from './basemap/water-features.ts';
import type { SourceConfig } from './config.ts';
import { readContracted } from './contracted-folder.ts';
import { cutRoadTiles } from './cut-tiles/cut-road-tiles.ts';
import { residentialStreets, type StreetPiece } from './living/residential-streets.ts';
import { roadsideCells } from './living/roadside-cells.ts';
import type { Output } from './records.ts';
import { buildRoadGraph } from './road-graph/build-road-graph.ts';
import type { RoadData } from './sources/road-data.ts';
import { readWater } from './sources/water.ts';

export interface BuiltRoads {
  readonly layers: Manifest['roads'];
  readonly basemap: Basemap;
  /** Cells of the standard grid with roads that people step off. */
  readonly roadside: ReadonlySet<Cell>;
  readonly streets: readonly StreetPiece[];
}

/**
 * The road tiles of both ways to travel, and the basemap.
 * @param contractedFolder folder with tiles that other machines have contracted
 */
export async function buildRoads(
  { file }: SourceConfig,
  { roads, coverage, known }: RoadData,
  { version, keep, progress }: Output,
  contractedFolder?: string,
): Promise<BuiltRoads> {
  const contracted = new Map(
    contractedFolder === undefined
      ? []
      : TRAVELS.map((travel) => [travel, readContracted(contractedFolder, travel, version)]),
  );
  const roadside = new Set<Cell>();
  const buildLayer = async (travel: Travel): Promise<RoadLayer> => {
    progress(`Build ${travel} roads`);
    const graph = buildRoadGraph(roads, travel, known);
    for (const cell of roadsideCells(graph)) roadside.add(cell);
    progress(`Cut ${travel} tiles`);
    const { objects, layer } = await cutRoadTiles(graph, travel, version, { known: contracted.get(travel) });
    keep(objects);
    return layer;
  };
  const layers = {
    pedestrian: await buildLayer('pedestrian'),
    motorized: await buildLayer('motorized'),
  };
  const water = await readWater(file, progress);
  progress('Draw the basemap');
  const drawn = [...waterFeatures(water, coverage), ...streetFeatures(roads)];
  const basemap = cutBasemapTiles(drawn, coverage, version, keep);
  return { layers, basemap, roadside, streets: residentialStreets(roads) };
}

/** Where people can be along roads, for counts without isochrones. */
export function readStreets({ roads, known }: RoadData): Pick<BuiltRoads, 'roadside' | 'streets'> {
  const roadside = new Set<Cell>();
  for (const travel of TRAVELS) {
    for (const cell of roadsideCells(buildRoadGraph(roads, travel, known))) roadside.add(cell);
  }
  return { roadside, streets: residentialStreets(roads) };
}
