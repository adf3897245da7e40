import type { Basemap, Manifest, RoadLayer } from '../../src/format/manifest.ts';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { KeyedFile } from '../files/keyed-file.ts';
import { residentialStreets, type StreetPiece } from '../living/residential-streets.ts';
import type { Water } from '../read/gather/gather-water.ts';
import type { RoadData } from '../read/road-data.ts';
import type { Output } from '../records.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { roadsideCells } from '../roads/roadside-cells.ts';
import { cutRoadTiles } from '../roads/tiles/cut-road-tiles.ts';
import { cutBasemapTiles } from '../tiles/basemap/cut-basemap-tiles.ts';
import { streetFeatures } from '../tiles/basemap/street-features.ts';
import { waterFeatures } from '../tiles/basemap/water-features.ts';

export interface BuiltRoads {
  readonly layers: Manifest['roads'];
  readonly basemap: Basemap;
  /** Cells of the standard grid with roads that people step off. */
  readonly roadside: ReadonlySet<Cell>;
  readonly streets: readonly StreetPiece[];
}

export interface RoadBuildOptions {
  /** Takes folders of contracted tiles, which are gone in the end. */
  readonly scratch: string;
  /** Districts that other machines have contracted. */
  readonly contracted: ReadonlyMap<Travel, readonly KeyedFile[]>;
}

/** The road tiles of both travel modes, and the basemap. */
export async function buildRoads(
  { roads, coverage, known, water }: RoadData & { readonly water: Water },
  { open, progress }: Output,
  { scratch, contracted }: RoadBuildOptions,
): Promise<BuiltRoads> {
  const roadside = new Set<Cell>();
  const buildLayer = async (travel: Travel): Promise<RoadLayer> => {
    progress(`Build ${travel} roads`);
    const graph = buildRoadGraph(roads, travel, known);
    for (const cell of roadsideCells(graph)) roadside.add(cell);
    progress(`Cut ${travel} tiles`);
    const { add, finish } = open(travel);
    const figures = await cutRoadTiles(graph, travel, add, { scratch, contracted: contracted.get(travel) });
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
  return { layers, basemap, roadside, streets: residentialStreets(roads) };
}

/** Where people can be along roads, for counts without isochrones. */
export function streetsOf({ roads, known }: RoadData): Pick<BuiltRoads, 'roadside' | 'streets'> {
  const roadside = new Set<Cell>();
  for (const travel of TRAVELS) {
    for (const cell of roadsideCells(buildRoadGraph(roads, travel, known))) roadside.add(cell);
  }
  return { roadside, streets: residentialStreets(roads) };
}
