/** Census units put into cells, all of them at once. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { areaAt, areaOf, cellInArea, numberInArea } from '../../tiles-builder/areas/areas.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../../tiles-builder/geometry/planar-area.ts';
import type { Homes, HomesOfArea } from '../../tiles-builder/living/homes.ts';
import { homesByArea } from '../../tiles-builder/living/homes-by-area.ts';
import { type SettledCensuses, settleCensuses } from '../../tiles-builder/living/settle-censuses.ts';
import { UnitTable } from '../../tiles-builder/read/census/unit-table.ts';
import type { CensusUnit } from '../../tiles-builder/records.ts';
import { RoadsideCells } from '../../tiles-builder/roads/roadside-cells.ts';
import { type Town, withSpill } from './town-sites.ts';

/** Units in any order; a coverage of `null` where they and the map are to tell. */
export interface Census {
  readonly units: readonly CensusUnit[];
  readonly coverage: Zone | null;
}

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

/** @param mapped where homes and roads are complete */
export function settle(censuses: readonly Census[], homes: Homes, mapped: Zone): SettledPeople {
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
  const sites = dwellings.map(({ footprint, mapped, people_m2 }) => {
    const area = new PlanarArea(footprint);
    const corners = footprint[0][0].slice(1);
    const mean = (axis: 0 | 1): number =>
      corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
    const area_m2 = area.area() * squareMetresPerSquareDegree(area.box.south);
    return { area, lon: mean(0), lat: mean(1), area_m2, mapped: mapped ? 1 : 0, people_m2 };
  });
  const byArea = Map.groupBy(sites, ({ lon, lat }) => areaAt(lon, lat));
  const byRoad = Map.groupBy(roadside, areaOf);
  const read = (area: Cell): HomesOfArea => {
    const own = byArea.get(area) ?? [];
    const column = (name: 'lon' | 'lat' | 'area_m2' | 'people_m2'): Float64Array =>
      Float64Array.from(own, (site) => site[name]);
    return {
      count: own.length,
      ...{ lon: column('lon'), lat: column('lat'), area_m2: column('area_m2') },
      mapped: Uint8Array.from(own, (site) => site.mapped),
      footprint: (site) => own[site].area,
      people_m2: [column('people_m2')],
      roadside: Uint32Array.from(byRoad.get(area) ?? [], numberInArea).sort(),
    };
  };
  return { areas: [...new Set([...byArea.keys(), ...byRoad.keys()])].sort(), read };
}

/** The people of censuses in the homes of a town, in which no building is missing; what weighs how much is learnt from each. */
export function settleTown(censuses: readonly Census[], town: Town, mapped: Zone): SettledPeople {
  const folder = mkdtempSync(join(tmpdir(), 'homes-'));
  try {
    return withSpill(town, (spill) => {
      const sources = censuses.map(({ units, coverage }) => ({ units: UnitTable.of(units), coverage }));
      const places = { spill, complete: true, roadside: new RoadsideCells([]), mapped };
      const { homes } = homesByArea(places, sources, folder, () => {});
      return settle(censuses, homes, mapped);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
