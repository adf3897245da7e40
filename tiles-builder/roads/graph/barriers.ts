/** Decides whether a barrier on a node stops a travel mode, by its kind, width and access tags (OSM wiki, Key:barrier). */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadTags } from '../../sources/gather/road-tags.ts';
import { readingsOf } from '../../sources/numbers.ts';
import { taggedAccess } from './access.ts';

/** Passable unless tags close them or leave no room; others are impassable. */
const PASSED_BY_CARS = new Set(
  (
    'gate lift_gate swing_gate sliding_gate hampshire_gate wicket_gate toll_booth border_control cattle_grid ' +
    'entrance height_restrictor width_restrictor kerb sally_port arch rope no checkpoint speed_bump bump_gate coupure'
  ).split(' '),
);
/** Impassable unless tags open them; others are passable. */
const STOPS_WALKERS = new Set('wall city_wall retaining_wall fence hedge ditch guard_rail yes'.split(' '));

/** Small car without mirrors; signs of 1.8 m exclude lorries. */
const NARROWEST_CAR_M = 1.7;
const METRES_PER_FOOT = 0.3048;
const INCHES_PER_FOOT = 12;

export function stopsTravel(tags: RoadTags, travel: Travel): boolean {
  const barrier = tags.barrier ?? 'no';
  const tagged = taggedAccess(tags, travel);
  if (tagged !== null) return !tagged;
  if (tags.locked === 'yes') return true;
  if (travel === 'pedestrian') return STOPS_WALKERS.has(barrier);
  if (!PASSED_BY_CARS.has(barrier)) return tags.bollard !== 'rising';
  return [tags.maxwidth, tags['maxwidth:physical']].some((width) => width_m(width) < NARROWEST_CAR_M);
}

/** Parses metres, or feet and inches; `NaN` for other text (OSM wiki, Map features/Units). */
function width_m(text: string | undefined): number {
  const [, feet, inches = '0'] = /^(\d+)'(?: ?(\d+(?:\.\d+)?)")?$/.exec(text ?? '') ?? [];
  if (feet !== undefined) return METRES_PER_FOOT * (Number(feet) + Number(inches) / INCHES_PER_FOOT);
  return readingsOf(text?.replace(/ ?m$/, ''))[0] ?? Number.NaN;
}
