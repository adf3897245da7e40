/**
 * Reads roads, buildings, land use and basemap of a dataset, each file once for all that consume its features, and finds
 * their coverage.
 */
import type { Ring, Zone } from '../../src/geo/positions.ts';
import type { Config } from './config/config.ts';
import { readCoverage } from './extent/coverage.ts';
import { extentOf } from './extent/extent.ts';
import type { Consumer, ReadOptions } from './features.ts';
import type { LayerSource } from './formats/layer.ts';
import { gatherBordersAndCoasts } from './gather/gather-borders-and-coasts.ts';
import { gatherRoads } from './gather/gather-roads.ts';
import { readFeatures, requireRoadFormat } from './read-features.ts';
import { type RoadData, roadDataOf } from './road-data.ts';

export interface BuiltUpConsumers {
  readonly takesBuildings: Consumer;
  readonly takesLandUse: Consumer;
  readonly takesStreets: Consumer;
  readonly takesUsesByDay: readonly Consumer[];
  readonly finish: () => void;
  readonly leftOut: number;
  readonly outlines: () => Iterable<Ring>;
}

export interface ReadDataset {
  readonly roads: RoadData;
  /** Area where buildings and land use are complete. */
  readonly builtUpCoverage: Zone;
}

/** @param ofRoads take features of the roads' file */
export async function readDataset(
  { roads: source, buildings }: Pick<Config, 'roads' | 'buildings'>,
  options: ReadOptions,
  builtUp: BuiltUpConsumers,
  ofRoads: readonly Consumer[] = [],
): Promise<ReadDataset> {
  const { takesStreets, takesUsesByDay, takesLandUse, takesBuildings } = builtUp;
  const isOneFile = !buildings || isSameLayer(buildings, source);
  const ofBuiltUp = isOneFile ? [takesLandUse, ...(buildings ? [takesBuildings] : [])] : [];
  const others = [takesStreets, ...takesUsesByDay, ...ofRoads, ...ofBuiltUp];
  const roads = await readRoads(source, options, others);
  const own = isOneFile ? null : await readBuiltUp(buildings, options, builtUp);
  builtUp.finish();
  const { leftOut } = builtUp;
  if (leftOut > 0)
    options.progress(`${leftOut} buildings left out, their outlines are incomplete or cross themselves`);
  if (own) return { roads, builtUpCoverage: own };
  if (!buildings) return { roads, builtUpCoverage: roads.coverage };
  const named = buildings.coverage;
  return { roads, builtUpCoverage: named === undefined ? roads.extent.zone : await readCoverage(named) };
}

export async function readRoads(
  source: Config['roads'],
  options: ReadOptions,
  others: readonly Consumer[] = [],
): Promise<RoadData> {
  requireRoadFormat(source.file);
  const [roads, bordersAndCoasts] = [gatherRoads(), gatherBordersAndCoasts()];
  const read = await readFeatures(source, [roads, bordersAndCoasts, ...others], options);
  return roadDataOf(source, roads.gathered(), read, bordersAndCoasts.gathered());
}

/** Reads buildings and land use from a file of their own, and returns where they are complete. */
export async function readBuiltUp(
  source: NonNullable<Config['buildings']>,
  options: ReadOptions,
  { takesLandUse, takesBuildings, outlines }: BuiltUpConsumers,
): Promise<Zone> {
  const bordersAndCoasts = gatherBordersAndCoasts();
  const read = await readFeatures(source, [takesLandUse, takesBuildings, bordersAndCoasts], options);
  return source.coverage === undefined
    ? extentOf(source.file, outlines, read, bordersAndCoasts.gathered()).zone
    : readCoverage(source.coverage);
}

const describeLayer = ({ file, layer, crs, geometry, attributes }: LayerSource): string =>
  JSON.stringify([file, layer, crs, geometry, attributes]);
const isSameLayer = (a: LayerSource, b: LayerSource): boolean => describeLayer(a) === describeLayer(b);
