import { writeFileSync } from 'node:fs';
import { readCensus } from '../../../tiles-builder/sources/census/census.ts';
import { gridSquareId } from '../../../tiles-builder/sources/census/grid-square.ts';
import type { CensusConfig } from '../../../tiles-builder/sources/config/config.ts';

/**
 * As CSV with the census's columns `square` and `population`.
 * @param size_m a multiple of the finer squares'
 */
export async function writeCoarserCensus(file: string, census: CensusConfig, size_m: number): Promise<void> {
  const people = new Map<string, number>();
  for (const { id, people: inhabitants, square } of await readCensus(census, () => {})) {
    if (!square) throw new RangeError(`${id} is no square`);
    const [east_m, north_m] = [square.east_m, square.north_m].map((at) => at - (at % size_m));
    const coarse = gridSquareId({
      projection: square.projection,
      size_m,
      east_m: east_m!,
      north_m: north_m!,
    });
    people.set(coarse, (people.get(coarse) ?? 0) + inhabitants);
  }
  const rows = [...people].map(([square, count]) => `${square},${count}\n`);
  writeFileSync(file, `${census.square},${census.population}\n${rows.join('')}`);
}
