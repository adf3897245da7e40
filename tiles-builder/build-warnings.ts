/** What a user should know of a build that succeeded, and may want to change. */
import { basename } from 'node:path';
import { MILLIPERSONS } from '../src/format/count-tile.ts';
import type { Config } from './config.ts';
import type { SpreadReport } from './living/spread-census.ts';
import { whole } from './whole-number.ts';

/** As many people live along some street. */
const MANY_WITHOUT_DATA = 20;

export function warningsOf(
  { roads, buildings, census = [], locations }: Pick<Config, 'roads' | 'buildings' | 'census' | 'locations'>,
  living: SpreadReport | undefined,
): string[] {
  const warnings: string[] = [];
  if (living && living.people_without_buildings >= 1) {
    warnings.push(
      `${whole(living.people_without_buildings)} people are put along streets, as no building is mapped for them ` +
        `(${whole(living.units_without_buildings)} census units have none at all); a fuller source of buildings would place them better`,
    );
  }
  if (living && living.people_without_data >= MANY_WITHOUT_DATA) {
    warnings.push(
      `${whole(living.people_without_data)} of them live in ${whole(living.units_without_data)} census units with neither a building ` +
        'nor a residential street in the data, as beyond the border of an extract; "coverage" says where the sources are complete',
    );
  }
  const counted = (living?.census_total_millipersons ?? 0) / MILLIPERSONS;
  if (living && living.listed_people - counted >= 1) {
    warnings.push(
      `${whole(living.listed_people - counted)} people of the census live outside the roads or buildings and are in no count; ` +
        'a larger extract would hold them',
    );
  }
  const unnamed = [roads, buildings, ...census, locations].filter((source) => source && !source.attribution);
  if (unnamed.length > 0) {
    const files = [...new Set(unnamed.map((source) => basename(source!.file)))].join(', ');
    warnings.push(
      `nobody is named as the source of ${files}; "attribution" in the configuration puts it into every answer's details`,
    );
  }
  return warnings;
}
