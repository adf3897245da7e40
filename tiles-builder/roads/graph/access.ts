/**
 * Decides who may use a road or ferry, by tables of road classes and access tags; the most specific tag overrides the class
 * (OSM wiki, Key:access).
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadKey, RoadTags } from '../../sources/gather/road-tags.ts';

/** The most specific key comes first. */
const ACCESS_KEYS = {
  pedestrian: ['foot', 'access'],
  motorized: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
} as const satisfies Record<Travel, readonly RoadKey[]>;

const OPEN_VALUES = new Set(
  'yes true permissive designated destination official customers public allowed limited discouraged'.split(
    ' ',
  ),
);
const CLOSED_VALUES = new Set(
  (
    'no false private none agricultural forestry delivery military emergency permit residents resident restricted ' +
    'employees staff use_sidepath psv bus hov taxi tram lane variable'
  ).split(' '),
);

const STREETS = (
  'trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link ' +
  'unclassified residential living_street service road'
).split(' ');
const OPEN_CLASSES: Record<Travel, ReadonlySet<string>> = {
  motorized: new Set([...STREETS, 'motorway', 'motorway_link']),
  pedestrian: new Set([
    ...STREETS,
    ...'pedestrian footway path steps cycleway bridleway track corridor platform elevator crossing'.split(
      ' ',
    ),
  ]),
};
const OPENABLE_CLASSES: Record<Travel, ReadonlySet<string>> = {
  motorized: new Set('track pedestrian footway path cycleway bridleway busway bus_guideway'.split(' ')),
  pedestrian: new Set('motorway motorway_link busway bus_guideway'.split(' ')),
};

export type Direction = 'forward' | 'backward';

/** @returns `null` without a tag that is understood */
export function taggedAccess(tags: RoadTags, travel: Travel, direction?: Direction): boolean | null {
  for (const key of ACCESS_KEYS[travel]) {
    const said = saysOpen((direction && tags[`${key}:${direction}`]) ?? tags[key]);
    if (said !== null) return said;
  }
  return null;
}

/** One open value of several suffices, as in `agricultural;destination`. */
function saysOpen(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  const values = value.split(';').map((one) => one.trim().toLowerCase());
  if (values.some((one) => OPEN_VALUES.has(one))) return true;
  return values.some((one) => CLOSED_VALUES.has(one)) ? false : null;
}

export function mayTravelRoad(tags: RoadTags, travel: Travel, direction: Direction): boolean {
  const roadClass = tags.highway ?? '';
  if (travel === 'motorized' && !isDrivable(tags)) return false;
  const tagged = taggedAccess(tags, travel, direction);
  if (OPEN_CLASSES[travel].has(roadClass)) {
    if (travel === 'pedestrian' && tags.motorroad === 'yes') return saysOpen(tags.foot) === true;
    return tagged ?? true;
  }
  if (!OPENABLE_CLASSES[travel].has(roadClass)) return false;
  const ownKeys = ACCESS_KEYS[travel].slice(0, -1);
  return (
    tagged === true && ownKeys.some((key) => saysOpen(tags[`${key}:${direction}`] ?? tags[key]) === true)
  );
}

function isDrivable(tags: RoadTags): boolean {
  return (
    tags.area !== 'yes' &&
    tags.impassable !== 'yes' &&
    tags.smoothness !== 'impassable' &&
    tags.service !== 'emergency_access'
  );
}

/** Tags that admit somebody exclude all others; excluding tags alone admit all others. */
export function mayTakeFerry(tags: RoadTags, travel: Travel): boolean {
  const tagged = taggedAccess(tags, travel);
  if (tagged !== null) return tagged;
  const admitsSomebody = (['foot', 'bicycle', 'motorcar', 'motor_vehicle', 'vehicle', 'hgv'] as const).some(
    (key) => tags[key] !== undefined && saysOpen(tags[key]) !== false,
  );
  return travel === 'pedestrian' || !admitsSomebody;
}
