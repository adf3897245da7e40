/** Reads one kind of features of a file. */
import { tmpdir } from 'node:os';
import type { Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';
import type { Building } from '../../../tiles-builder/base/records.ts';
import type { SourceConfig } from '../../../tiles-builder/sources/config/config.ts';
import { readRoads } from '../../../tiles-builder/sources/dataset-sources.ts';
import type { Gatherer, PolygonFeature } from '../../../tiles-builder/sources/features.ts';
import { gatherBuildings } from '../../../tiles-builder/sources/gather/gather-buildings.ts';
import type { OsmRoads } from '../../../tiles-builder/sources/gather/osm-roads.ts';
import { readFeatures } from '../../../tiles-builder/sources/read-features.ts';
import type { RoadData } from '../../../tiles-builder/sources/road-data.ts';

export const readOptions = { progress: () => {}, scratch: tmpdir() };

export async function gatherFrom<Result>(file: string, gatherer: Gatherer<Result>): Promise<Result> {
  await readFeatures({ file }, [gatherer], readOptions);
  return gatherer.gathered();
}

export const readRoadData = (file: string, coverage?: SourceConfig['coverage']): Promise<RoadData> =>
  readRoads(coverage === undefined ? { file } : { file, coverage }, readOptions);

export const readOsmRoads = async (file: string): Promise<OsmRoads> => (await readRoadData(file)).roads;

export const readBuildings = (file: string): Promise<readonly Building[]> =>
  gatherFrom(file, gatherBuildings());

/** @throws BadInput where part of the outline is missing */
export async function readBoundary(file: string, relationId: number): Promise<Zone> {
  let found: PolygonFeature | undefined;
  const wanted = `relation/${relationId}`;
  await readFeatures(
    { file },
    [
      {
        areas: {
          relationType: 'boundary',
          wants: ({ type }) => type === 'boundary',
          take: (area) => {
            if (area.id === wanted) found = area;
          },
        },
      },
    ],
    readOptions,
  );
  if (!found) throw new BadInput(file, wanted, 'is no boundary whose whole outline is there');
  return found.polygons;
}
