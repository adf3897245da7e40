import { describe, expect, test } from 'vitest';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { stopsTravel } from '../../../tiles-builder/roads/graph/barriers.ts';
import { hasFrontage } from '../../../tiles-builder/roads/graph/frontage.ts';
import { wayTravel } from '../../../tiles-builder/roads/graph/way-travel.ts';

const tagsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(' ').map((tag) => tag.split('=') as [string, string]));

/** `both`, `forward`, `backward` or `closed`. */
function directions(text: string, travel: Travel): string {
  const found = wayTravel(tagsOf(text), travel, { length_m: 1_000, isClosed: false });
  if (!found) return 'closed';
  if (found.forward_m_s !== null && found.backward_m_s !== null) return 'both';
  return found.forward_m_s !== null ? 'forward' : found.backward_m_s !== null ? 'backward' : 'closed';
}

const ways: [tags: string, pedestrian: string, motorized: string][] = [
  ['highway=residential', 'both', 'both'],
  ['highway=residential oneway=yes', 'both', 'forward'],
  ['highway=residential oneway=-1', 'both', 'backward'],
  ['highway=residential oneway=reversible', 'both', 'closed'],
  ['highway=residential oneway=alternating', 'both', 'both'],
  ['highway=residential oneway=yes oneway:motor_vehicle=no', 'both', 'both'],
  ['highway=residential oneway=yes oneway:bicycle=no', 'both', 'forward'],
  ['highway=residential oneway=no oneway:bicycle=yes', 'both', 'both'],
  ['highway=tertiary junction=roundabout', 'both', 'forward'],
  ['highway=tertiary junction=roundabout oneway=-1', 'both', 'backward'],
  ['highway=motorway', 'closed', 'forward'],
  ['highway=motorway oneway=no', 'closed', 'both'],
  ['highway=motorway_link', 'closed', 'both'],
  ['highway=trunk motorroad=yes', 'closed', 'both'],
  ['highway=trunk motorroad=yes foot=yes', 'both', 'both'],
  ['highway=trunk foot=no', 'closed', 'both'],
  ['highway=residential access=private', 'closed', 'closed'],
  ['highway=residential access=private foot=yes', 'both', 'closed'],
  ['highway=residential access=no motorcar=yes', 'closed', 'both'],
  ['highway=residential vehicle=no', 'both', 'closed'],
  ['highway=residential vehicle=no motor_vehicle=yes', 'both', 'both'],
  ['highway=residential motor_vehicle=yes motorcar=no', 'both', 'closed'],
  ['highway=residential vehicle=yes access=no', 'closed', 'both'],
  ['highway=residential motor_vehicle=agricultural;destination', 'both', 'both'],
  ['highway=residential motor_vehicle=agricultural', 'both', 'closed'],
  ['highway=residential vehicle:backward=no', 'both', 'forward'],
  ['highway=unclassified access=unheard_of', 'both', 'both'],
  ['highway=service access=customers', 'both', 'both'],
  ['highway=service service=emergency_access', 'both', 'closed'],
  ['highway=footway', 'both', 'closed'],
  ['highway=footway access=yes', 'both', 'closed'],
  ['highway=footway foot=no', 'closed', 'closed'],
  ['highway=steps', 'both', 'closed'],
  ['highway=cycleway', 'both', 'closed'],
  ['highway=cycleway foot=use_sidepath', 'closed', 'closed'],
  ['highway=pedestrian', 'both', 'closed'],
  ['highway=pedestrian area=yes', 'both', 'closed'],
  ['highway=pedestrian motor_vehicle=destination', 'both', 'both'],
  ['highway=pedestrian motor_vehicle=delivery', 'both', 'closed'],
  ['highway=residential area=yes', 'both', 'closed'],
  ['highway=track', 'both', 'closed'],
  ['highway=track motor_vehicle=yes', 'both', 'both'],
  ['highway=track smoothness=impassable motor_vehicle=yes', 'both', 'closed'],
  ['highway=platform', 'both', 'closed'],
  ['highway=construction', 'closed', 'closed'],
  ['highway=proposed motorcar=yes foot=yes', 'closed', 'closed'],
  ['highway=raceway', 'closed', 'closed'],
  ['highway=busway', 'closed', 'closed'],
  ['route=ferry duration=10 interval=20', 'both', 'both'],
  ['route=ferry duration=10 interval=20 oneway=yes', 'forward', 'forward'],
  ['route=ferry duration=10 interval=20 foot=yes', 'both', 'closed'],
  ['route=ferry duration=10 interval=20 foot=no motorcar=yes', 'closed', 'both'],
  ['route=ferry duration=10 interval=20 access=private', 'closed', 'closed'],
];

describe('who may use a way, and in which direction', () => {
  test.each(ways)('%s', (tags, pedestrian, motorized) => {
    expect(directions(tags, 'pedestrian')).toBe(pedestrian);
    expect(directions(tags, 'motorized')).toBe(motorized);
  });
});

test.each([
  ['highway=residential', true],
  ['highway=trunk', true],
  ['highway=trunk motorroad=yes', false],
  ['highway=motorway', false],
  ['highway=motorway_link', false],
  ['highway=trunk_link', false],
  ['highway=primary tunnel=yes', false],
  ['highway=service tunnel=building_passage', true],
  ['highway=residential bridge=yes', false],
  ['highway=residential bridge=no', true],
  ['route=ferry', false],
])('frontage of %s: %s', (tags, frontage) => {
  expect(hasFrontage(tagsOf(tags))).toBe(frontage);
});

test.each([
  ['barrier=bollard', false, true],
  ['barrier=bollard bollard=rising', false, false],
  ['barrier=bollard motor_vehicle=yes', false, false],
  ['barrier=gate', false, false],
  ['barrier=gate access=private', true, true],
  ['barrier=gate access=private foot=yes', false, true],
  ['barrier=gate locked=yes', true, true],
  ['barrier=lift_gate', false, false],
  ['barrier=width_restrictor', false, false],
  ['barrier=width_restrictor maxwidth=2.1', false, false],
  [`barrier=width_restrictor maxwidth=6'6"`, false, false],
  [`barrier=width_restrictor maxwidth=6'`, false, false],
  ['barrier=width_restrictor maxwidth=1.5', false, true],
  [`barrier=width_restrictor maxwidth=5'0"`, false, true],
  ['barrier=gate maxwidth:physical=1', false, true],
  ['barrier=width_restrictor maxwidth=1.5 motor_vehicle=yes', false, false],
  ['barrier=width_restrictor maxwidth=default', false, false],
  ['barrier=block', false, true],
  ['barrier=toll_booth', false, false],
  ['barrier=wall', true, true],
])('%s stops walkers: %s, cars: %s', (tags, walkers, cars) => {
  expect(stopsTravel(tagsOf(tags), 'pedestrian')).toBe(walkers);
  expect(stopsTravel(tagsOf(tags), 'motorized')).toBe(cars);
});
