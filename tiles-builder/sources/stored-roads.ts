/** Stores the roads of a dataset as columns and JSON between steps. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readColumns, writeColumns } from '../base/files/columns.ts';
import type { OsmRoads } from './gather/osm-roads.ts';
import type { RoadData } from './road-data.ts';

const DESCRIPTION_FILE = 'roads.json';

type Description = Omit<RoadData, 'roads'> &
  Pick<OsmRoads, 'tagCombinations'> & { readonly distinctNames: readonly (string | null)[] };

type RoadColumns = Omit<OsmRoads, 'tagCombinations' | 'distinctNames' | 'barriers' | 'restrictions'>;

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
      ...readColumns<RoadColumns>(folder),
      tagCombinations,
      distinctNames: distinctNames.map((name) => name ?? undefined),
      barriers: readColumns(join(folder, 'barriers')),
      restrictions: readColumns(join(folder, 'restrictions')),
    },
  };
}
