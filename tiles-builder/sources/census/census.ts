/** Reads the inhabitants of a census by grid square, polygon or raster cell, by the reader of the configured kind. */

import { BadInput } from '../../base/failures/bad-input.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import type { Progress } from '../../base/records.ts';
import type { CensusConfig } from '../config/config.ts';
import { isRaster } from '../config/format-of.ts';
import { readCoverage } from '../extent/coverage.ts';
import { readPolygonUnits } from './read-polygon-units.ts';
import { readSquareUnits } from './read-square-units.ts';
import type { UnitProgress, UnitTable } from './unit-table.ts';

/** More people do not live on the earth. */
const MOST_PEOPLE = 1e10;

export async function readCensus(
  config: CensusConfig,
  progress: Progress,
  scratch: string = temporaryFolder(),
): Promise<UnitTable> {
  const units = await unitsOf(config, (units, total) => progress('Read the census', units, total), scratch);
  if (units.length === 0) throw new BadInput(config.file, null, 'lists nobody');
  if (units.people.every((people) => people === 0)) {
    throw new BadInput(config.file, null, `${config.population ?? 'each cell'} is 0 throughout`);
  }
  const overfull = units.people.findIndex((people) => !(people <= MOST_PEOPLE));
  if (overfull >= 0) {
    const reason = `has ${units.people[overfull]} people, more than live on the earth`;
    throw new BadInput(config.file, units.id(overfull), reason);
  }
  return units;
}

async function unitsOf(config: CensusConfig, progress: UnitProgress, scratch: string): Promise<UnitTable> {
  if (isRaster(config.file)) {
    const coverage = config.coverage === undefined ? null : await readCoverage(config.coverage);
    return (await import('./read-raster-units.ts')).readRasterUnits(config, coverage, progress);
  }
  const { file, population } = config;
  if (population === undefined) {
    throw new BadInput(
      file,
      null,
      `the configuration's census.population must name the column with the inhabitants`,
    );
  }
  const named = { ...config, population };
  return config.square === undefined
    ? readPolygonUnits(named, progress, scratch)
    : readSquareUnits({ ...named, square: config.square }, progress, scratch);
}
