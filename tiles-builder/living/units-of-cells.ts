/** What census units gave to the cells of an area → the unit that each cell is counted to in its tile. */
import type { Allocations } from '../dataset/ledger.ts';
import { addTo } from '../numbers/add-to.ts';
import { indexOfSorted } from '../numbers/sorted-numbers.ts';
import { NUMBERS_IN_TILE, type UnitsInCells } from '../tiles/cut-count-tiles.ts';
import type { PlacedPeople } from './place-people.ts';

/**
 * A cell is of the unit that gave it most, of equal allocations the one with the lower number.
 * @param cells numbers in the area that have people, ascending
 */
export function unitsOfCells(
  { unit, cell, millipersons }: Allocations,
  cells: Uint32Array,
  placed: Pick<PlacedPeople, 'unit' | 'total' | 'ratioClass'>,
): UnitsInCells {
  const of = new Uint32Array(cells.length);
  const most = new Float64Array(cells.length);
  const inTiles = new Map<number, Map<number, number>>();
  // Units ascend, so that of equal allocations the first stays.
  for (const [i, number] of cell.entries()) {
    const at = indexOfSorted(cells, number);
    if (millipersons[i] > most[at]) {
      most[at] = millipersons[i];
      of[at] = unit[i];
    }
    const tile = Math.floor(number / NUMBERS_IN_TILE);
    const given = inTiles.get(tile) ?? new Map<number, number>();
    inTiles.set(tile, given);
    addTo(given, unit[i], millipersons[i]);
  }
  const placeOf = (own: number): number => indexOfSorted(placed.unit, own);
  return {
    of,
    elsewhere: (own, tile) => placed.total[placeOf(own)] - (inTiles.get(tile)?.get(own) ?? 0),
    ratioClassOf: (own) => placed.ratioClass[placeOf(own)],
  };
}
