/**
 * Turns the dwelling sites of a partition into homes, with expected people per m² of footprint for each census, by its weights.
 */
import type { FootprintCells } from '../geometry/grid-cells.ts';
import type { HomesOfPartition } from './homes.ts';
import type { Sites } from './sites.ts';
import { peoplePerM2, type Weights } from './weights.ts';

/** @param roadside cell numbers, ascending and distinct */
export function homesOfSites(
  sites: Sites | null,
  cells: () => FootprintCells,
  weights: readonly Weights[],
  roadside: Uint32Array,
): HomesOfPartition {
  if (!sites) return { ...NO_HOMES, cells, people_m2: weights.map(() => new Float64Array()), roadside };
  const { count, lon, lat, area_m2, mapped, footprints } = sites;
  return {
    ...{ count, lon, lat, area_m2, mapped, cells, roadside },
    footprint: (site) => footprints.areaOf(site),
    people_m2: weights.map((own) => peoplePerM2(sites, own)),
  };
}

const NO_HOMES = {
  count: 0,
  lon: new Float64Array(),
  lat: new Float64Array(),
  area_m2: new Float64Array(),
  mapped: new Uint8Array(),
  footprint: (): never => {
    throw new RangeError('there are no homes');
  },
};
