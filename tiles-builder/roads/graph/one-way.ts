/** Decides in which directions vehicles may use a road, by `oneway` and its defaults (OSM wiki, Key:oneway). */
import type { RoadTags } from '../../sources/gather/road-tags.ts';

export interface OpenDirections {
  readonly forward: boolean;
  readonly backward: boolean;
}

const BOTH: OpenDirections = { forward: true, backward: true };
const FORWARD: OpenDirections = { forward: true, backward: false };
const BACKWARD: OpenDirections = { forward: false, backward: true };
/** The direction of a reversible road depends on the hour, so it is closed. */
const NEITHER: OpenDirections = { forward: false, backward: false };

const BY_VALUE: Readonly<Record<string, OpenDirections>> = {
  yes: FORWARD,
  true: FORWARD,
  '1': FORWARD,
  '-1': BACKWARD,
  reverse: BACKWARD,
  no: BOTH,
  false: BOTH,
  '0': BOTH,
  alternating: BOTH,
  reversible: NEITHER,
};

const ONE_WAY_KEYS = ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'] as const;

/** Motorways and roundabouts default to one-way. */
export function openDirections(tags: RoadTags): OpenDirections {
  for (const key of ONE_WAY_KEYS) {
    const said = BY_VALUE[tags[key] ?? ''];
    if (said) return said;
  }
  const implied =
    tags.junction === 'roundabout' || tags.junction === 'circular' || tags.highway === 'motorway';
  return implied ? FORWARD : BOTH;
}
