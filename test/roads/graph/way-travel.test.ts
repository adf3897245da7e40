import { expect, test } from 'vitest';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { stopsTravel } from '../../../tiles-builder/roads/graph/barriers.ts';
import { hasFrontage } from '../../../tiles-builder/roads/graph/frontage.ts';
import { wayTravel } from '../../../tiles-builder/roads/graph/way-travel.ts';
import { examplesIn, tagsOf } from '../../support/files/tags-of.ts';

/** `both`, `forward`, `backward` or `closed`. */
function directions(text: string, travel: Travel): string {
  const found = wayTravel(tagsOf(text), travel, { length_m: 1_000, isClosed: false });
  if (!found) return 'closed';
  if (found.forward_m_s !== null && found.backward_m_s !== null) return 'both';
  return found.forward_m_s !== null ? 'forward' : found.backward_m_s !== null ? 'backward' : 'closed';
}

test.each([
  [
    'both',
    'both',
    `highway=residential|highway=residential oneway=alternating|highway=residential oneway=yes oneway:motor_vehicle=no
    |highway=residential oneway=no oneway:bicycle=yes|highway=trunk motorroad=yes foot=yes|highway=track motor_vehicle=yes
    |highway=residential vehicle=no motor_vehicle=yes|highway=residential motor_vehicle=agricultural;destination
    |highway=unclassified access=unheard_of|highway=service access=customers|highway=pedestrian motor_vehicle=destination
    |route=ferry duration=10 interval=20`,
  ],
  [
    'both',
    'forward',
    `highway=residential oneway=yes|highway=residential oneway=yes oneway:bicycle=no|highway=tertiary junction=roundabout
    |highway=residential vehicle:backward=no`,
  ],
  ['both', 'backward', 'highway=residential oneway=-1|highway=tertiary junction=roundabout oneway=-1'],
  [
    'both',
    'closed',
    `highway=residential oneway=reversible|highway=residential access=private foot=yes|highway=residential vehicle=no
    |highway=residential motor_vehicle=yes motorcar=no|highway=residential motor_vehicle=agricultural|highway=footway
    |highway=service service=emergency_access|highway=footway access=yes|highway=steps|highway=cycleway|highway=pedestrian
    |highway=pedestrian area=yes|highway=pedestrian motor_vehicle=delivery|highway=residential area=yes|highway=track
    |highway=track smoothness=impassable motor_vehicle=yes|highway=platform
    |route=ferry duration=10 interval=20 foot=yes`,
  ],
  [
    'closed',
    'both',
    `highway=motorway oneway=no|highway=motorway_link|highway=trunk motorroad=yes|highway=trunk foot=no
    |highway=residential access=no motorcar=yes|highway=residential vehicle=yes access=no
    |route=ferry duration=10 interval=20 foot=no motorcar=yes`,
  ],
  ['closed', 'forward', 'highway=motorway'],
  ['forward', 'forward', 'route=ferry duration=10 interval=20 oneway=yes'],
  [
    'closed',
    'closed',
    `highway=residential access=private|highway=footway foot=no|highway=cycleway foot=use_sidepath|highway=construction
    |highway=proposed motorcar=yes foot=yes|highway=raceway|highway=busway
    |route=ferry duration=10 interval=20 access=private`,
  ],
])('ways are open to walkers: %s, to cars: %s', (pedestrian, motorized, texts) => {
  for (const [text] of examplesIn(texts))
    expect([directions(text, 'pedestrian'), directions(text, 'motorized')], text).toEqual([
      pedestrian,
      motorized,
    ]);
});

test.each([
  [
    true,
    'highway=residential|highway=trunk|highway=service tunnel=building_passage|highway=residential bridge=no',
  ],
  [false, 'highway=trunk motorroad=yes|highway=motorway|highway=motorway_link|highway=trunk_link|highway=primary tunnel=yes|highway=residential bridge=yes|route=ferry'], // biome-ignore format: a line
])('a way has frontage: %s', (frontage, texts) => {
  for (const [text, tags] of examplesIn(texts)) expect(hasFrontage(tags), text).toBe(frontage);
});

test.each([
  [
    false,
    true,
    `barrier=bollard|barrier=gate access=private foot=yes|barrier=width_restrictor maxwidth=1.5|barrier=block
    |barrier=width_restrictor maxwidth=5'0"|barrier=gate maxwidth:physical=1`,
  ],
  [
    false,
    false,
    `barrier=bollard bollard=rising|barrier=bollard motor_vehicle=yes|barrier=gate|barrier=lift_gate|barrier=toll_booth
    |barrier=width_restrictor|barrier=width_restrictor maxwidth=2.1|barrier=width_restrictor maxwidth=6'6"
    |barrier=width_restrictor maxwidth=6'|barrier=width_restrictor maxwidth=1.5 motor_vehicle=yes
    |barrier=width_restrictor maxwidth=default`,
  ],
  [true, true, 'barrier=gate access=private|barrier=gate locked=yes|barrier=wall'],
])('barriers stop walkers: %s, cars: %s', (walkers, cars, texts) => {
  for (const [text, tags] of examplesIn(texts))
    expect([stopsTravel(tags, 'pedestrian'), stopsTravel(tags, 'motorized')], text).toEqual([walkers, cars]);
});
