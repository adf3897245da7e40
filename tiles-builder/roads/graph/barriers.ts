/**
 * Barriers on a way's nodes.
 * Source: https://wiki.openstreetmap.org/wiki/Key:barrier
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadTags } from '../../read/gather/road-tags.ts';
import { taggedAccess } from './access.ts';

/** Barriers that cars pass unless tags close them; any other stops them. */
const PASSED_BY_CARS = new Set(
  (
    'gate lift_gate swing_gate sliding_gate hampshire_gate wicket_gate toll_booth border_control cattle_grid ' +
    'entrance height_restrictor kerb sally_port arch rope no checkpoint speed_bump bump_gate coupure'
  ).split(' '),
);
/** Barriers that stop walkers unless tags open them; any other they pass. */
const STOPS_WALKERS = new Set('wall city_wall retaining_wall fence hedge ditch guard_rail yes'.split(' '));

/** Whether nobody who travels this way gets past a barrier with these tags. */
export function stopsTravel(tags: RoadTags, travel: Travel): boolean {
  const barrier = tags.barrier ?? 'no';
  const tagged = taggedAccess(tags, travel);
  if (tagged !== null) return !tagged;
  if (tags.locked === 'yes') return true;
  if (travel === 'pedestrian') return STOPS_WALKERS.has(barrier);
  return !PASSED_BY_CARS.has(barrier) && tags.bollard !== 'rising';
}
