/**
 * Computes the speeds of a way by direction, and whether it has frontage, from its tags: access, one-way rules, speeds,
 * ferries. Pedestrians have one speed.
 */

import { WALKING_SPEED_KM_H } from '../../../src/format/road-model.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { RoadTags, SpeedFactors } from '../../sources/gather/road-tags.ts';
import { mayTravelRoad } from './access.ts';
import { crossingOf, type FerryLine, isFerry } from './ferry.ts';
import { hasFrontage } from './frontage.ts';
import { openDirections } from './one-way.ts';
import { roadSpeed_km_h } from './speed.ts';

/** Speeds are in metres per second by direction, `null` if the direction is closed. */
export interface WayTravel {
  readonly forward_m_s: number | null;
  readonly backward_m_s: number | null;
  /** Mean wait before boarding, 0 for roads. */
  readonly boarding_s: number;
  readonly frontage: boolean;
}

const M_S_IN_KM_H = 1 / 3.6;

export function wayTravel(
  tags: RoadTags,
  travel: Travel,
  line: FerryLine | null,
  factors?: SpeedFactors,
): WayTravel | null {
  if (isFerry(tags)) return ferryTravel(tags, travel, line);
  const frontage = hasFrontage(tags);
  if (travel === 'pedestrian') {
    if (!mayTravelRoad(tags, travel, 'forward') && !mayTravelRoad(tags, travel, 'backward')) return null;
    const speed_m_s = WALKING_SPEED_KM_H * M_S_IN_KM_H;
    return { forward_m_s: speed_m_s, backward_m_s: speed_m_s, boarding_s: 0, frontage };
  }
  const open = openDirections(tags);
  const forward = open.forward && mayTravelRoad(tags, travel, 'forward');
  const backward = open.backward && mayTravelRoad(tags, travel, 'backward');
  if (!forward && !backward) return null;
  return {
    forward_m_s: forward ? roadSpeed_km_h(tags, 'forward', factors) * M_S_IN_KM_H : null,
    backward_m_s: backward ? roadSpeed_km_h(tags, 'backward', factors) * M_S_IN_KM_H : null,
    boarding_s: 0,
    frontage,
  };
}

function ferryTravel(tags: RoadTags, travel: Travel, line: FerryLine | null): WayTravel | null {
  const crossing = line && crossingOf(tags, travel, line);
  if (!crossing) return null;
  const speed_m_s = line.length_m / crossing.duration_s;
  const open = openDirections(tags);
  return {
    forward_m_s: open.forward ? speed_m_s : null,
    backward_m_s: open.backward ? speed_m_s : null,
    boarding_s: crossing.boarding_s,
    frontage: false,
  };
}
