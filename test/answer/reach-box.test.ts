import { expect, test } from 'vitest';
import { farthestReach } from '../../src/answer/reach-box.ts';
import type { Position } from '../../src/geo/positions.ts';
import { parseMaxspeed_km_h } from '../../tiles-builder/roads/graph/speed.ts';

const RADIANS = Math.PI / 180;
const EARTH_KM = 6_371;

/** On a great circle. */
function placeFrom([lon, lat]: Position, bearing: number, distance_km: number): Position {
  const [turn, angle, north] = [bearing * RADIANS, distance_km / EARTH_KM, lat * RADIANS];
  const sine = Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(turn);
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(angle) * Math.cos(north),
    Math.cos(angle) - Math.sin(north) * sine,
  );
  return [lon + east / RADIANS, Math.asin(sine) / RADIANS];
}

test.each([0, 24, -54, 71])('an hour at the highest limit ends within the farthest reach at %i°', (lat) => {
  const fastest_km_h = Math.max(...Array.from({ length: 300 }, (_, i) => parseMaxspeed_km_h(String(i)) ?? 0));
  const origin: Position = [54, lat];
  const { west, south, east, north } = farthestReach({ origin, travel: 'motorized', time_s: 3_600 });
  for (let bearing = 0; bearing < 360; bearing++) {
    const [lon, placeLat] = placeFrom(origin, bearing, fastest_km_h);
    expect([lon > west && lon < east, placeLat > south && placeLat < north]).toEqual([true, true]);
  }
});
