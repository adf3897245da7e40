/** Decides which roads have frontage: access to the land along them. */
import type { RoadTags } from '../../read/gather/road-tags.ts';

const CLASSES_WITHOUT_FRONTAGE = new Set(['motorway', 'motorway_link', 'trunk_link']);
/** Tunnels that are open to the side. */
const OPEN_TUNNELS = new Set(['no', 'building_passage', 'avalanche_protector', 'culvert']);
/** Bridges in name only. */
const OPEN_BRIDGES = new Set(['no', 'low_water_crossing', 'abandoned', 'removed', 'culvert']);

/**
 * Excluded: motorways and similar roads, their ramps, ferries, tunnels and bridges. A link to a trunk road is a ramp: land next
 * to it is reached from the roads that it joins.
 */
export function hasFrontage(tags: RoadTags): boolean {
  if (tags.highway === undefined || tags.route === 'ferry') return false;
  return (
    !CLASSES_WITHOUT_FRONTAGE.has(tags.highway) &&
    tags.motorroad !== 'yes' &&
    OPEN_TUNNELS.has(tags.tunnel ?? 'no') &&
    OPEN_BRIDGES.has(tags.bridge ?? 'no')
  );
}
