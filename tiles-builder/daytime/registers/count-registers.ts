/**
 * Counts people by day in one partition from registers: sites at points in k-anonymous groups, sites with outlines, and
 * inhabitants times their share at home.
 */
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import { addTo } from '../../base/numbers/add-to.ts';
import { Random } from '../../base/numbers/random.ts';
import { roundToMillipersons } from '../../base/numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../../base/records.ts';
import { cellInPartition } from '../../partitions/partitions.ts';
import { countOutlines } from './count-outlines.ts';
import { countPoints } from './count-points.ts';
import { RegisterCounting, type RegistersInPartition } from './register-counting.ts';
import type { CountsByCell } from './register-error-model.ts';
import type { RegisterTotals } from './register-totals.ts';

export interface CountedRegisters {
  readonly people: MillipersonsByCell;
  readonly totals: RegisterTotals;
  /** Counts for the error model, which are not released. */
  readonly counts: CountsByCell;
}

const SEED = 17;

export function countRegisters(registers: RegistersInPartition): CountedRegisters {
  const counting = new RegisterCounting();
  const random = new Random(SEED);
  countPoints(counting, registers);
  countOutlines(counting, registers, random);
  countAtHome(counting, registers, random);
  const { partition, places } = registers;
  const capacity = Array.from(
    places.cell,
    (cell, i) => [cellInPartition(partition, cell), places.size[i]] as const,
  );
  const overCapacity = counting.places.overCapacity(capacity);
  const totals = { ...counting.totals, overCapacity, idle: counting.idleCells() };
  return { people: roundToMillipersons(counting.released), totals, counts: counting };
}

function countAtHome(
  into: RegisterCounting,
  { partition, allocations, atHome, dispersion, isCovered }: RegistersInPartition,
  random: Random,
): void {
  for (const [i, number] of allocations.cell.entries()) {
    const cell = cellInPartition(partition, number);
    if (!isCovered(cell)) continue;
    const inhabitants = allocations.millipersons[i] / MILLIPERSONS;
    const share = atHome[allocations.unit[i]];
    const people = inhabitants * share;
    into.totals.inhabitants += inhabitants;
    into.totals.at_home += people;
    addTo(into.living, cell, inhabitants);
    addTo(into.released, cell, people);
    into.addFoundSomewhere(cell, people, dispersion * inhabitants * share * (1 - share), random);
  }
}
