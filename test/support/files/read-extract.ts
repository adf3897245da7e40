/** Reads one kind of features of a file. */
import { tmpdir } from 'node:os';
import type { Zone } from '../../../src/geo/positions.ts';
import type { SourceConfig } from '../../../tiles-builder/config/config.ts';
import { BadInput } from '../../../tiles-builder/failures/bad-input.ts';
import type { Gatherer, PolygonFeature } from '../../../tiles-builder/read/features.ts';
import { gatherBordersAndCoasts } from '../../../tiles-builder/read/gather/gather-borders-and-coasts.ts';
import { gatherBuildings } from '../../../tiles-builder/read/gather/gather-buildings.ts';
import { gatherRoads } from '../../../tiles-builder/read/gather/gather-roads.ts';
import type { OsmRoads } from '../../../tiles-builder/read/gather/osm-roads.ts';
import { readFeatures } from '../../../tiles-builder/read/read-features.ts';
import { type RoadData, roadDataOf } from '../../../tiles-builder/read/road-data.ts';
import type { Building } from '../../../tiles-builder/records.ts';

export const readOptions = { progress: () => {}, scratch: tmpdir() };

export async function gatherFrom<Result>(file: string, gatherer: Gatherer<Result>): Promise<Result> {
  await readFeatures({ file }, [gatherer], readOptions);
  return gatherer.gathered();
}

export async function readRoadData(file: string, coverage?: SourceConfig['coverage']): Promise<RoadData> {
  const [roads, bordersAndCoasts] = [gatherRoads(), gatherBordersAndCoasts()];
  const read = await readFeatures({ file }, [roads, bordersAndCoasts], readOptions);
  const source = coverage === undefined ? { file } : { file, coverage };
  return roadDataOf(source, roads.gathered(), read, bordersAndCoasts.gathered());
}

export const readOsmRoads = async (file: string): Promise<OsmRoads> => (await readRoadData(file)).roads;

export const readBuildings = async (file: string): Promise<readonly Building[]> =>
  (await gatherFrom(file, gatherBuildings())).buildings;

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
