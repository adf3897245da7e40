/** Divides a density cell into its children if each inhabited one has at least ten people, and a 90 % interval within ±50 %. */

import { livingInterval } from '../count/count-interval.ts';
import type { CutUnit } from '../count/cut-units.ts';
import { type CountTile, MILLIPERSONS, wholePeople } from '../format/count-tile.ts';
import type { LivingErrorModel } from '../format/error-model.ts';
import { elsewhereOf, ratioOfClass } from '../format/unit-runs.ts';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION, keyBelow } from '../geo/cells.ts';
import { cellToChildren } from '../geo/h3.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import { totalOf } from '../zone/cover-zone.ts';
import { runOfCell } from './run-of-cell.ts';
import { FEWEST_IN_DIVIDED, FINEST_DIVIDED, MAX_DIVIDED_ERROR } from './shown-cells.ts';

const KEYS_OF_CHILD = 8 ** (GRID_RESOLUTION - FINEST_DIVIDED);

/**
 * @param cell one resolution coarser than FINEST_DIVIDED
 * @param tile that contains the cell
 * @returns people by child; `null` if undivided
 */
export function dividedCell(
  cell: Cell,
  tile: CountTile,
  model: LivingErrorModel | null,
): (readonly [child: Cell, people: number])[] | null {
  if (!model) return null;
  const divided: [Cell, number][] = [];
  for (const child of cellToChildren(cell, FINEST_DIVIDED)) {
    const key = keyBelow(child, COUNT_TILE_RESOLUTION, FINEST_DIVIDED);
    const [start, end] = runOfCell(tile, key, KEYS_OF_CHILD);
    if (start === end) continue;
    const millipersons = totalOf(tile, start, end);
    const cut = unitsIn(tile, start, end);
    const people = wholePeople(millipersons);
    if (!cut || people < FEWEST_IN_DIVIDED) return null;
    const isWhole = cut.every(({ outside }) => outside === 0);
    const exact = millipersons / MILLIPERSONS;
    const { low, high } = livingInterval(model, exact, { cut, isWhole, edgeVariance: 0, borderChange: 0 });
    if (Math.max(people - low, high - people) > MAX_DIVIDED_ERROR * people) return null;
    divided.push([child, people]);
  }
  return divided;
}

function unitsIn(tile: CountTile, start: number, end: number): CutUnit[] | null {
  if (!tile.units) return null;
  const { units } = tile;
  const { runEnds, runUnits, here, ratioClasses } = units;
  const inside = new Map<number, number>();
  let run = firstIndexNotBelow(runEnds, start + 1);
  for (let from = start; from < end; run++) {
    const to = Math.min(end, runEnds[run]);
    const unit = runUnits[run];
    inside.set(unit, (inside.get(unit) ?? 0) + totalOf(tile, from, to));
    from = to;
  }
  return [...inside].map(([unit, own]) => ({
    inside: own / MILLIPERSONS,
    outside: (here[unit] + elsewhereOf(units, unit) - own) / MILLIPERSONS,
    observedToExpected: ratioOfClass(ratioClasses[unit]),
  }));
}
