/** Water of an OpenStreetMap file, to be drawn on a map. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { Progress, Tags } from '../records.ts';
import { readNodePositions, sortedIds } from './node-positions.ts';
import { isPbf } from './osm.ts';
import { geometryPolygons, geometryRings, readGeoJsonFeatures } from './osm-geojson.ts';
import { readOsmPbf } from './osm-pbf.ts';
import { readPbfAreas } from './pbf-areas.ts';
import { positionFinder } from './pbf-relations.ts';

export interface Water {
  /** Lakes, wide rivers, basins. */
  readonly areas: readonly Zone[];
  /** Middle lines of rivers and canals. */
  readonly rivers: readonly Position[][];
  /** Middle lines of lesser watercourses. */
  readonly streams: readonly Position[][];
  /** Pieces of the shore, land on their left and the sea on their right. */
  readonly coastlines: readonly Position[][];
}

/**
 * Pieces of the shore alone.
 * @throws BadInput
 */
export async function readCoastlines(file: string, progress: Progress): Promise<readonly Position[][]> {
  return (
    await readPbfLines(file, (tags) => (lineKind(tags) === 'coastlines' ? 'coastlines' : undefined), progress)
  ).coastlines;
}

type LineKind = 'rivers' | 'streams' | 'coastlines';

const KIND_OF_WATERWAY: Readonly<Record<string, LineKind>> = {
  river: 'rivers',
  canal: 'rivers',
  stream: 'streams',
  drain: 'streams',
  ditch: 'streams',
};

const isWaterArea = ({ natural, waterway, landuse }: Tags): boolean =>
  natural === 'water' || waterway === 'riverbank' || landuse === 'reservoir' || landuse === 'basin';

/** Watercourses in tunnels are not to be seen. */
function lineKind({ natural, waterway, tunnel }: Tags): LineKind | undefined {
  if (natural === 'coastline') return 'coastlines';
  return waterway === undefined || (tunnel !== undefined && tunnel !== 'no')
    ? undefined
    : KIND_OF_WATERWAY[waterway];
}

/**
 * Reads water; areas without a valid outline are left out, and of lines the nodes that the extract left out.
 * @throws BadInput
 */
export async function readWater(file: string, progress: Progress): Promise<Water> {
  return isPbf(file) ? readPbfWater(file, progress) : readGeoJsonWater(file);
}

async function readPbfWater(file: string, progress: Progress): Promise<Water> {
  const { areas } = await readPbfAreas(file, isWaterArea, 'water', progress);
  return { areas: areas.map(({ polygons }) => polygons), ...(await readPbfLines(file, lineKind, progress)) };
}

async function readPbfLines(
  file: string,
  kindOf: (tags: Tags) => LineKind | undefined,
  progress: Progress,
): Promise<Record<LineKind, Position[][]>> {
  const found: { readonly kind: LineKind; readonly nodeIds: readonly number[] }[] = [];
  const way = (_id: number, nodeIds: readonly number[], tags: Tags): void => {
    const kind = kindOf(tags);
    if (kind) found.push({ kind, nodeIds });
  };
  await readOsmPbf(file, { way }, progress, 'reading watercourses');
  const ids = sortedIds(found.flatMap(({ nodeIds }) => nodeIds));
  const positionOf = positionFinder(
    await readNodePositions(file, ids, progress, 'reading nodes of watercourses'),
  );
  const lines = linesByKind();
  for (const { kind, nodeIds } of found) {
    const line = nodeIds.map(positionOf).filter((position) => position !== null);
    if (line.length > 1) lines[kind].push(line);
  }
  return lines;
}

function readGeoJsonWater(file: string): Water {
  const areas: Zone[] = [];
  const lines = linesByKind();
  for (const feature of readGeoJsonFeatures(file)) {
    const polygons = isWaterArea(feature.tags) ? geometryPolygons(file, feature) : null;
    const kind = lineKind(feature.tags);
    if (polygons) areas.push(polygons);
    else if (kind) lines[kind].push(...geometryRings(file, feature).filter((line) => line.length > 1));
  }
  return { areas, ...lines };
}

const linesByKind = (): Record<LineKind, Position[][]> => ({ rivers: [], streams: [], coastlines: [] });
