/** Reads a finer census of squares as truth for counts from a coarser one, by unit wholly inside the coverage. */

import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean } from '../base/failures/nearest-name.ts';
import type { CensusUnit, GridSquare, Progress } from '../base/records.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { readCensus } from '../sources/census/census.ts';
import {
  EUROPEAN_GRID,
  gridSquareId,
  parseGridSquare,
  squareOutline,
} from '../sources/census/grid-square.ts';
import type { CensusConfig } from '../sources/config/config.ts';
import { readCsv } from '../sources/formats/csv.ts';

export interface TruthSquare {
  readonly id: string;
  readonly outline: PlanarArea;
  readonly zone: Zone;
  readonly people: number;
}

export interface ComparedUnit {
  readonly unit: CensusUnit;
  /** They tile the unit; unlisted ones are empty. */
  readonly squares: readonly TruthSquare[];
}

const POPULATION_COLUMNS = ['TOT_P', 'T', 'OBS_VALUE', 'Ind', 'ind', 'population'];
/** Tolerance for rounded coordinates. */
const WHOLE = 1 - 1e-6;

export async function truthByUnit(
  truthFile: string,
  census: CensusConfig,
  units: readonly CensusUnit[],
  coverage: Zone,
  progress: Progress,
): Promise<ComparedUnit[]> {
  const { coverage: _, growth: __, suppressed: ___, ...source } = census;
  const columns = await truthColumns(truthFile, census);
  const truth = await readTruth({ ...source, file: truthFile, ...columns }, progress);
  const coarse = units.map((unit) => ({ unit, square: squareOf(census.file, unit) }));
  if (coarse.some(({ square }) => square.size_m % truth.size_m !== 0 || square.size_m === truth.size_m)) {
    throw new BadInput(
      truthFile,
      null,
      `its squares of ${truth.size_m} m do not divide those of ${census.file}`,
    );
  }
  const [{ square } = { square: truth }] = coarse;
  if (square.projection !== truth.projection) {
    const reason = `its squares are of ${truth.projection}, those of ${census.file} of ${square.projection}`;
    throw new BadInput(truthFile, null, reason);
  }
  return truthWithin(coarse, truth, coverage);
}

export interface TruthGrid {
  readonly projection: string;
  readonly size_m: number;
  readonly peopleOf: ReadonlyMap<string, number>;
}

export async function readTruth(census: CensusConfig, progress: Progress): Promise<TruthGrid> {
  const peopleOf = new Map<string, number>();
  let size_m = Infinity;
  let projection = EUROPEAN_GRID;
  for (const unit of await readCensus(census, progress)) {
    const square = squareOf(census.file, unit);
    size_m = Math.min(size_m, square.size_m);
    projection = square.projection;
    peopleOf.set(gridSquareId(square), unit.people);
  }
  return { projection, size_m, peopleOf };
}

export function truthWithin(
  coarse: readonly { readonly unit: CensusUnit; readonly square: GridSquare }[],
  { size_m, peopleOf }: TruthGrid,
  coverage: Zone,
): ComparedUnit[] {
  const covered = new PlanarArea(coverage);
  return coarse
    .filter(({ unit }) => shareInside(new PlanarArea(unit.outline), covered) >= WHOLE)
    .map(({ unit, square }): ComparedUnit => {
      const squares = squaresWithin(square, size_m).map((own): TruthSquare => {
        const id = gridSquareId(own);
        const zone: Zone = [[squareOutline(own)]];
        return { id, zone, outline: new PlanarArea(zone), people: peopleOf.get(id) ?? 0 };
      });
      return { unit, squares };
    });
}

function squareOf(file: string, unit: CensusUnit): GridSquare {
  if (!unit.square) throw new BadInput(file, null, `is no table of grid squares: ${unit.id} is a polygon`);
  return unit.square;
}

function squaresWithin({ projection, size_m, east_m, north_m }: GridSquare, fine_m: number): GridSquare[] {
  const squares: GridSquare[] = [];
  for (let north = north_m; north < north_m + size_m; north += fine_m) {
    for (let east = east_m; east < east_m + size_m; east += fine_m) {
      squares.push({ projection, size_m: fine_m, east_m: east, north_m: north });
    }
  }
  return squares;
}

/** Configured columns if present, otherwise the id column and a usual name of inhabitants. */
async function truthColumns(
  file: string,
  census: CensusConfig,
): Promise<Pick<CensusConfig, 'square' | 'population'>> {
  const records = readCsv(file);
  const header = await records.next();
  const first = await records.next();
  await records.return(undefined);
  if (header.done || first.done) throw new BadInput(file, null, 'lists nobody');
  const names = header.value.fields.map((field) => field.trim());
  const ids = names.filter(
    (_, i) => typeof parseGridSquare(first.value.fields[i]?.trim() ?? '') !== 'string',
  );
  const known = (name: unknown): name is string => typeof name === 'string' && names.includes(name);
  const square = known(census.square) ? census.square : ids[0];
  const population = [census.population, ...POPULATION_COLUMNS].find(known);
  if (square === undefined) throw new BadInput(file, null, 'has no column with ids of grid squares');
  if (population === undefined) {
    throw new BadInput(
      file,
      null,
      `has no column ${census.population ?? 'with inhabitants'}`,
      didYouMean(census.population ?? '', names),
    );
  }
  return { square, population };
}
