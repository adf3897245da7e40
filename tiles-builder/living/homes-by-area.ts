/** Buildings, land use and streets → homes by area, with how many people are expected in each. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import { readPackedFile, writePackedFile } from '../files/packed-file.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import type { Progress } from '../records.ts';
import type { RoadsideCells } from '../roads/roadside-cells.ts';
import type { CensusSource } from './held-census.ts';
import type { Homes, HomesOfArea } from './homes.ts';
import { TeachingSample } from './learn-weights.ts';
import { type Sites, sitesOf } from './sites.ts';
import { sitesFromBytes, sitesToBytes } from './sites-as-bytes.ts';
import { peoplePerM2, type Weights } from './weights.ts';

/** A census, and what weighs how much where that is given. */
export interface WeighedCensus extends CensusSource {
  readonly weights?: Weights | undefined;
}

export interface BuiltUpPlaces {
  readonly spill: BuiltUpSpill;
  /** Whether no building is missing in the data. */
  readonly complete: boolean;
  readonly roadside: Pick<RoadsideCells, 'areas' | 'of'>;
  /** Where all of it is complete. */
  readonly mapped: Zone;
}

/**
 * Makes the dwelling sites of each area, and learns from each census what weighs how much, where that is not given.
 * @param folder takes the sites, some 100 bytes each
 * @returns weights in the order of the censuses
 */
export function homesByArea(
  { spill, complete, roadside, mapped }: BuiltUpPlaces,
  censuses: readonly WeighedCensus[],
  folder: string,
  progress: Progress,
): { homes: Homes; weights: readonly Weights[] } {
  mkdirSync(folder, { recursive: true });
  const samples = censuses.map(({ units, coverage, weights }) =>
    weights ? null : new TeachingSample(units, coverage === null ? mapped : intersectionOf(coverage, mapped)),
  );
  const areas = spill.areas();
  for (const [done, area] of areas.entries()) {
    progress('See where people may live', done, areas.length);
    const sites = sitesOf(spill.of(area), complete);
    for (const sample of samples) sample?.take(sites);
    if (sites.count > 0) writePackedFile(join(folder, area), sitesToBytes(sites));
  }
  const weights = samples.map((sample, census) => sample?.weights() ?? censuses[census].weights!);
  const read = (area: Cell): HomesOfArea => {
    const file = join(folder, area);
    const sites = existsSync(file) ? sitesFromBytes(area, readPackedFile(file)) : null;
    return homesOf(sites, weights, roadside.of(area));
  };
  return { homes: { areas: [...new Set([...areas, ...roadside.areas()])].sort(), read }, weights };
}

/** @param sites `null` where there are none */
export function homesOf(
  sites: Sites | null,
  weights: readonly Weights[],
  roadside: Uint32Array,
): HomesOfArea {
  if (!sites) return { ...NO_HOMES, people_m2: weights.map(() => new Float64Array()), roadside };
  const { count, lon, lat, area_m2, mapped, footprints } = sites;
  return {
    ...{ count, lon, lat, area_m2, mapped, roadside },
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
