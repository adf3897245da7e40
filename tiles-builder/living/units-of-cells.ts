/** Assigns each cell to the census unit with most of its people, and finds a unit's people outside a tile. */
import type { Allocations } from '../dataset/ledger.ts';
import { addTo } from '../numbers/add-to.ts';
import { indexOfSorted } from '../numbers/sorted-numbers.ts';
import { NUMBERS_IN_TILE, type UnitsInCells } from '../tiles/cut-count-tiles.ts';
import type { ApportionedPeople } from './apportion-to-partitions.ts';

/**
 * On ties the lower number.
 * @param cells occupied, ascending
 */
export function unitsOfCells(
  { unit, cell, millipersons }: Allocations,
  cells: Uint32Array,
  people: Pick<ApportionedPeople, 'unit' | 'total' | 'ratioClass'>,
): UnitsInCells {
  const of = new Uint32Array(cells.length);
  const most = new Float64Array(cells.length);
  const inTiles = new Map<number, Map<number, number>>();
  // Units ascend: ties keep the first.
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
  const placeOf = (own: number): number => indexOfSorted(people.unit, own);
  return {
    of,
    elsewhere: (own, tile) => people.total[placeOf(own)] - (inTiles.get(tile)?.get(own) ?? 0),
    ratioClassOf: (own) => people.ratioClass[placeOf(own)],
  };
}
