/** Removes all buildings of random square blocks from a map, to evaluate counts on incomplete maps. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ring, Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { Random } from '../base/numbers/random.ts';
import type { Tags } from '../base/records.ts';
import { dwellingShareOfArea } from '../partitions/built-up/land-use.ts';
import { gridPlaceOf } from '../sources/census/grid-square.ts';
import type { Config } from '../sources/config/config.ts';
import { readDataset } from '../sources/dataset-sources.ts';
import type { Consumer, ReadOptions } from '../sources/features.ts';
import { isBuilding } from '../sources/gather/is-building.ts';

export interface Patches {
  /** Probability that a block retains its buildings. */
  readonly mapped: number;
  readonly block_m: number;
  readonly seed: number;
}

export async function patchyMap(
  config: Config,
  { mapped, block_m, seed }: Patches,
  projection: string,
  options: ReadOptions,
): Promise<Config> {
  const { buildings } = config;
  if (!buildings) throw new BadInput(config.file, 'buildings', 'is needed to take some off the map');
  const isMapped = (zone: Zone): boolean => {
    const [column, row] = gridPlaceOf(zone[0][0][0], projection).map((at) => Math.floor(at / block_m));
    return new Random(seed ^ Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77)).chance(mapped);
  };
  const features: string[] = [];
  const outlines: Ring[] = [];
  const takes = (wants: (tags: Tags) => boolean, isTaken: (zone: Zone) => boolean): Consumer => ({
    areas: {
      wants,
      take: ({ polygons, tags }) => {
        outlines.push(...polygons.flat());
        if (!isTaken(polygons)) return;
        const geometry = { type: 'MultiPolygon', coordinates: polygons };
        features.push(JSON.stringify({ type: 'Feature', properties: tags, geometry }));
      },
    },
  });
  const { builtUpCoverage: coordinates } = await readDataset(config, options, {
    takesBuildings: takes(isBuilding, isMapped),
    takesLandUse: takes(
      (tags) => !isBuilding(tags) && dwellingShareOfArea(tags) !== null,
      () => true,
    ),
    takesStreets: {},
    takesUsesByDay: [],
    finish: () => {},
    leftOut: 0,
    outlines: () => outlines,
  });
  const coverage = join(options.scratch, 'coverage.geojson');
  writeFileSync(coverage, JSON.stringify({ type: 'MultiPolygon', coordinates }));
  const file = join(options.scratch, 'patchy.geojson');
  writeFileSync(file, `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`);
  return { ...config, buildings: { ...buildings, file, coverage } };
}
