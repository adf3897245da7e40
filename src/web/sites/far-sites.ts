/**
 * Finds sites that lie far from the others, as one whose latitude and longitude are exchanged: the map's view leaves them out.
 * Distances are in degrees from the median position, and far is many times the median distance.
 */
import type { Position } from '../../geo/positions.ts';
import { middleOf } from '../map/map-extent.ts';
import type { Site } from './read-sites.ts';

const FAR_MEDIANS = 10;
const FAR_DEGREES = 2;

interface FarSite {
  readonly site: Site;
  /** Among the others, if its latitude and longitude change places. */
  readonly mayBeExchanged: boolean;
}

/** @returns none of fewer than three sites */
export function farSites(sites: readonly Site[]): FarSite[] {
  const placed = sites.flatMap((site) => ('fault' in site.place ? [] : [{ site, at: middleOf(site.place) }]));
  if (placed.length < 3) return [];
  const [lon, lat] = ([0, 1] as const).map((axis) => medianOf(placed.map(({ at }) => at[axis])));
  const distance = (to: Position): number => Math.hypot(to[0] - lon, to[1] - lat);
  const far = FAR_DEGREES + FAR_MEDIANS * medianOf(placed.map(({ at }) => distance(at)));
  return placed
    .filter(({ at }) => distance(at) > far)
    .map(({ site, at }) => ({ site, mayBeExchanged: distance([at[1], at[0]]) <= far }));
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
