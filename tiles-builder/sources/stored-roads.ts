/** Stores the roads of a dataset as columns and JSON between steps. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readColumns, writeColumns } from '../base/files/columns.ts';
import type { OsmRoads } from './gather/osm-roads.ts';
import type { RoadData } from './road-data.ts';

const COLUMNS = {
  wayIds: 'Float64Array',
  wayTags: 'Uint32Array',
  wayNames: 'Uint32Array',
  wayFirstNode: 'Uint32Array',
  wayNodes: 'Int32Array',
  nodeLon: 'Int32Array',
  nodeLat: 'Int32Array',
  barrierLon: 'Int32Array',
  barrierLat: 'Int32Array',
} as const;
const OF_BARRIERS = { nodes: 'Uint32Array', tags: 'Uint32Array' } as const;
const OF_RESTRICTIONS = {
  viaNodes: 'Uint32Array',
  tags: 'Uint32Array',
  firstFrom: 'Uint32Array',
  firstTo: 'Uint32Array',
  ways: 'Uint32Array',
} as const;
const DESCRIPTION_FILE = 'roads.json';

type Description = Omit<RoadData, 'roads'> &
  Pick<OsmRoads, 'tagCombinations'> & { readonly distinctNames: readonly (string | null)[] };

export function storeRoads(folder: string, { roads, ...extents }: RoadData): void {
  const { tagCombinations, distinctNames, barriers, restrictions, ...columns } = roads;
  writeColumns(folder, columns);
  writeColumns(join(folder, 'barriers'), { ...barriers });
  writeColumns(join(folder, 'restrictions'), { ...restrictions });
  const description: Description = {
    ...extents,
    tagCombinations,
    distinctNames: distinctNames.map((name) => name ?? null),
  };
  writeFileSync(join(folder, DESCRIPTION_FILE), JSON.stringify(description));
}

export function storedRoads(folder: string): RoadData {
  const text = readFileSync(join(folder, DESCRIPTION_FILE), 'utf8');
  const { tagCombinations, distinctNames, ...extents } = JSON.parse(text) as Description;
  return {
    ...extents,
    roads: {
      ...readColumns(folder, COLUMNS),
      tagCombinations,
      distinctNames: distinctNames.map((name) => name ?? undefined),
      barriers: readColumns(join(folder, 'barriers'), OF_BARRIERS),
      restrictions: readColumns(join(folder, 'restrictions'), OF_RESTRICTIONS),
    },
  };
}
