/** Assigns each cell to the census unit with most of its people, and sums the people of each unit by count tile. */
import { type Cell, COUNT_TILE_RESOLUTION, numberOfTile, type TileNumber } from '../../src/geo/cells.ts';
import { addTo } from '../base/numbers/add-to.ts';
import { indexOfSorted } from '../base/numbers/sorted-numbers.ts';
import { cellAtResolution } from '../partitions/partitions.ts';
import { NUMBERS_IN_TILE, type PeopleInCells, type UnitsInCells } from '../tiles/cut-count-tiles.ts';
import type { Allocations } from './allocations.ts';
import type { ApportionedPeople } from './apportion-to-partitions.ts';

export interface CellsOfUnits extends PeopleInCells {
  readonly unit: Uint32Array;
}

/** Returns the unit of each of the cells, which ascend; of equal units the one with the lower number. */
export function unitsOfCells({ unit, cell, millipersons }: Allocations, cells: Uint32Array): Uint32Array {
  const of = new Uint32Array(cells.length);
  const most = new Float64Array(cells.length);
  // Units ascend: ties keep the first.
  for (const [i, number] of cell.entries()) {
    const at = indexOfSorted(cells, number);
    if (millipersons[i] <= most[at]) continue;
    most[at] = millipersons[i];
    of[at] = unit[i];
  }
  return of;
}

/** Thousandths of a person by unit and tile. */
export type PeopleByTile = ReadonlyMap<number, ReadonlyMap<TileNumber, number>>;

export function peopleByTile(partition: Cell, { cell, millipersons, unit }: CellsOfUnits): PeopleByTile {
  const people = new Map<number, Map<TileNumber, number>>();
  const tiles = new Map<number, TileNumber>();
  for (const [i, own] of unit.entries()) {
    const inPartition = Math.floor(cell[i] / NUMBERS_IN_TILE);
    let tile = tiles.get(inPartition);
    if (tile === undefined) {
      tile = numberOfTile(cellAtResolution(partition, inPartition, COUNT_TILE_RESOLUTION));
      tiles.set(inPartition, tile);
    }
    let byTile = people.get(own);
    if (!byTile) {
      byTile = new Map();
      people.set(own, byTile);
    }
    addTo(byTile, tile, millipersons[i]);
  }
  return people;
}

/** Selects the units of which other partitions have people, too. */
export function inSeveralPartitions(
  people: PeopleByTile,
  { unit, total, housed, unhoused }: ApportionedPeople,
): PeopleByTile {
  return new Map(
    [...people].filter(([own]) => {
      const at = indexOfSorted(unit, own);
      return total[at] > housed[at] + unhoused[at];
    }),
  );
}

/** @param shared people of units in several partitions, from all of these */
export function unitsInTiles(
  own: PeopleByTile,
  shared: PeopleByTile,
  cells: CellsOfUnits,
  { unit, ratioClass }: ApportionedPeople,
): UnitsInCells {
  return {
    of: cells.unit,
    tilesOf: (number) => shared.get(number) ?? own.get(number)!,
    ratioClassOf: (number) => ratioClass[indexOfSorted(unit, number)],
  };
}
