/** Streets as the basemap draws them. */
import { COORDINATE_UNIT_DEGREES } from '../../../src/format/road-tile.ts';
import { MISSING_NODE, nodesOfWay, type OsmRoads, tagsOfWay, waysOf } from '../../read/gather/osm-roads.ts';
import type { RoadTags } from '../../read/gather/road-tags.ts';
import type { BasemapFeature } from './basemap-feature.ts';

/** How a street is drawn. */
export type StreetClass = 'major' | 'medium' | 'minor' | 'path' | 'ferry';

const FIRST_ZOOM: Record<StreetClass, number> = { major: 8, ferry: 10, medium: 10, minor: 11, path: 13 };

const CLASS_OF_HIGHWAY: Readonly<Record<string, StreetClass>> = {
  motorway: 'major',
  motorway_link: 'major',
  trunk: 'major',
  trunk_link: 'major',
  primary: 'major',
  primary_link: 'major',
  secondary: 'medium',
  secondary_link: 'medium',
  tertiary: 'medium',
  tertiary_link: 'medium',
  unclassified: 'minor',
  residential: 'minor',
  living_street: 'minor',
  service: 'minor',
  road: 'minor',
  pedestrian: 'path',
  footway: 'path',
  path: 'path',
  cycleway: 'path',
  bridleway: 'path',
  steps: 'path',
  track: 'path',
};

/** One feature for each run of nodes that the file holds; ways of other kinds (proposed, platform, …) are not drawn. */
export function* streetFeatures(roads: OsmRoads): Generator<BasemapFeature> {
  for (const way of waysOf(roads)) {
    const kind = classOf(tagsOfWay(roads, way));
    if (!kind) continue;
    const name = roads.distinctNames[roads.wayNames[way]];
    for (const coordinates of knownRuns(roads, way)) {
      yield {
        layer: 'streets',
        firstZoom: FIRST_ZOOM[kind],
        properties: { class: kind, ...(name !== undefined && { name }) },
        geometry: { type: 'LineString', coordinates },
      };
    }
  }
}

function classOf({ highway }: RoadTags): StreetClass | undefined {
  return highway === undefined ? 'ferry' : CLASS_OF_HIGHWAY[highway];
}

/** The parts of a way between nodes that the extract left out, as positions in degrees. */
function knownRuns(roads: OsmRoads, way: number): [number, number][][] {
  const { nodeLon, nodeLat } = roads;
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  const endRun = (): void => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (const node of nodesOfWay(roads, way)) {
    if (node === MISSING_NODE) endRun();
    else run.push([nodeLon[node]! * COORDINATE_UNIT_DEGREES, nodeLat[node]! * COORDINATE_UNIT_DEGREES]);
  }
  endRun();
  return runs;
}
