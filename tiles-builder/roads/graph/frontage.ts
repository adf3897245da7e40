/** Decides whether a road has frontage, that is access to the land along it, by its class, tunnel and bridge. */
import type { RoadTags } from '../../sources/gather/road-tags.ts';

const CLASSES_WITHOUT_FRONTAGE = new Set(['motorway', 'motorway_link', 'trunk_link']);
/** These tunnels are open to the side. */
const OPEN_TUNNELS = new Set(['no', 'building_passage', 'avalanche_protector', 'culvert']);
const OPEN_BRIDGES = new Set(['no', 'low_water_crossing', 'abandoned', 'removed', 'culvert']);

/** Trunk links are ramps, so they have none. */
export function hasFrontage(tags: RoadTags): boolean {
  if (tags.highway === undefined || tags.route === 'ferry') return false;
  return (
    !CLASSES_WITHOUT_FRONTAGE.has(tags.highway) &&
    tags.motorroad !== 'yes' &&
    OPEN_TUNNELS.has(tags.tunnel ?? 'no') &&
    OPEN_BRIDGES.has(tags.bridge ?? 'no')
  );
}
