/** Homes by area from dwelling sites that are all in memory. */
import type { Cell } from '../../src/geo/cells.ts';
import { areaAt, areaOf, numberInArea } from '../areas/areas.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { DwellingSite } from './dwelling-features.ts';
import type { Homes, HomesOfArea } from './homes.ts';

/** What settling needs to know of a dwelling site. */
export type Site = Pick<DwellingSite, 'footprint' | 'centre' | 'area_m2' | 'mapped'>;

/** @param people_m2 by census: people expected on a square metre of each site */
export function homesInMemory(
  sites: readonly Site[],
  people_m2: readonly ArrayLike<number>[],
  roadside: Iterable<Cell>,
): Homes {
  const bySite = Map.groupBy(sites.keys(), (site) => areaAt(...sites[site].centre));
  const byRoad = Map.groupBy(roadside, areaOf);
  const read = (area: Cell): HomesOfArea => {
    const own = bySite.get(area) ?? [];
    const column = (of: (site: Site) => number): Float64Array =>
      Float64Array.from(own, (site) => of(sites[site]));
    return {
      count: own.length,
      lon: column(({ centre }) => centre[0]),
      lat: column(({ centre }) => centre[1]),
      area_m2: column(({ area_m2 }) => area_m2),
      mapped: Uint8Array.from(own, (site) => (sites[site].mapped ? 1 : 0)),
      footprint: (place) => new PlanarArea(sites[own[place]].footprint),
      people_m2: people_m2.map((people) => Float64Array.from(own, (site) => people[site])),
      roadside: Uint32Array.from(byRoad.get(area) ?? [], numberInArea).sort(),
    };
  };
  return { areas: [...new Set([...bySite.keys(), ...byRoad.keys()])].sort(), read };
}
