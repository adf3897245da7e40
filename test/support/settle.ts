/** Census units put into cells, all of them at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { cellInArea } from '../../tiles-builder/areas/areas.ts';
import type { DwellingSite } from '../../tiles-builder/living/dwelling-features.ts';
import { footprintShape } from '../../tiles-builder/living/footprint-shape.ts';
import type { Homes } from '../../tiles-builder/living/homes.ts';
import { homesInMemory, type Site } from '../../tiles-builder/living/homes-in-memory.ts';
import { type SettledCensuses, settleCensuses } from '../../tiles-builder/living/settle-censuses.ts';
import { weighDwellings } from '../../tiles-builder/living/weigh-dwellings.ts';
import { UnitTable } from '../../tiles-builder/read/census/unit-table.ts';
import type { CensusUnit } from '../../tiles-builder/records.ts';

/** A footprint with the people expected on each square metre of it. */
export interface Dwelling {
  readonly footprint: Zone;
  readonly people_m2: number;
  readonly mapped: boolean;
}

/** Thousandths of a person that a unit gave to a cell. */
export interface Gift {
  readonly unit: number;
  readonly cell: Cell;
  readonly millipersons: number;
}

export interface SettledPeople extends SettledCensuses {
  /** Thousandths of a person. */
  readonly people: ReadonlyMap<Cell, number>;
  /** In the order of areas, units and cells. */
  readonly gifts: readonly Gift[];
}

/** @param census units in any order; a coverage of `null` where they and the map are to tell */
export function settle(
  censuses: readonly { readonly units: readonly CensusUnit[]; readonly coverage: Zone | null }[],
  homes: Homes,
  mapped: Zone,
): SettledPeople {
  const folder = mkdtempSync(join(tmpdir(), 'settle-'));
  try {
    const sources = censuses.map(({ units, coverage }) => ({ units: UnitTable.of(units), coverage }));
    const settled = settleCensuses(sources, homes, mapped, folder, () => {});
    const people = new Map<Cell, number>();
    const gifts: Gift[] = [];
    for (const area of settled.areas) {
      const { unit, cell, millipersons } = settled.settle(area);
      for (const [i, number] of cell.entries()) {
        const at = cellInArea(area, number);
        people.set(at, (people.get(at) ?? 0) + millipersons[i]);
        gifts.push({ unit: unit[i], cell: at, millipersons: millipersons[i] });
      }
    }
    return { ...settled, people, gifts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Homes of which is given how many people are expected there. */
export function homesOf(dwellings: readonly Dwelling[], roadside: Iterable<Cell> = []): Homes {
  const sites = dwellings.map(({ footprint, mapped }): Site => {
    const { centre, area_m2 } = footprintShape(footprint);
    return { footprint, centre, area_m2, mapped };
  });
  return homesInMemory(sites, [dwellings.map(({ people_m2 }) => people_m2)], roadside);
}

/** Homes with people as expected, learnt from each census. */
export function homesOfSites(
  sites: readonly DwellingSite[],
  censuses: readonly { readonly units: readonly CensusUnit[]; readonly coverage: Zone | null }[],
  mapped: Zone,
  roadside: Iterable<Cell> = [],
): Homes {
  const people_m2 = censuses.map(({ units, coverage }) =>
    weighDwellings(sites, units, coverage ?? mapped).map((dwelling) => dwelling.people_m2),
  );
  return homesInMemory(sites, people_m2, roadside);
}
