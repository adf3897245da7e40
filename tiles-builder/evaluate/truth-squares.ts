/** Reads a census of squares as the truth for counts from coarser units, by unit wholly inside the coverage. */

import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { CensusUnit, GridSquare, Progress } from '../base/records.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { readCensus } from '../sources/census/census.ts';
import { EUROPEAN_GRID, gridSquareId, squareOutline } from '../sources/census/grid-square.ts';
import type { CensusConfig } from '../sources/config/config.ts';

export interface TruthSquare {
  readonly outline: PlanarArea;
  readonly zone: Zone;
  readonly people: number;
}

export interface ComparedUnit {
  readonly unit: CensusUnit;
  /** They tile the unit; unlisted ones are empty. */
  readonly squares: readonly TruthSquare[];
}

/** A share from which a unit counts as whole, as coordinates are rounded. */
const WHOLE = 1 - 1e-6;

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
        const zone: Zone = [[squareOutline(own)]];
        return { zone, outline: new PlanarArea(zone), people: peopleOf.get(gridSquareId(own)) ?? 0 };
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
