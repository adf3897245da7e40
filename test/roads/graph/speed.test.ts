import { expect, test } from 'vitest';
import { parseMaxspeed_km_h, roadSpeed_km_h } from '../../../tiles-builder/roads/graph/speed.ts';
import { tagsOf } from '../../support/files/tags-of.ts';

test('a limit is read in each of its spellings', () => {
  const spellings = `50=50, 5.5=5.5, 50 km/h=50, 30 mph=48.28032, 20mph=32.18688, 10 knots=18.52, walk=5, DE:walk=5, none=130,
    70 mph;60 mph=96.56064, FR:urban=50, FR:rural=80, FR:zone30=30, FR:30=30, DE:zone:30=30, DE:zone30=30, DE:motorway=130,
    DE:living_street=20, AT:bicycle_road=30, BE-VLG:urban=50, GB:nsl_single=96.56064, GB:zone20=32.18688, XX:rural=90, urban=50,
    RO:urban=50, 50;30=30, 60|80=60, 160=160, 85 mph=136.79424, 50;500=50, 3=3`;
  for (const spelling of spellings.split(/,\s*/)) {
    const [text, km_h] = spelling.split('=');
    expect(parseMaxspeed_km_h(text), text).toBeCloseTo(Number(km_h), 6);
  }
  const others = 'signals|variable|fast|0||-30|500|161|100 mph|2|FR:500|DE:zone:300';
  for (const text of others.split('|')) expect(parseMaxspeed_km_h(text), text).toBeNull();
});

test.each([
  ['highway=primary maxspeed=70 maxspeed:backward=50', 70],
  ['highway=secondary source:maxspeed=FR:urban', 50],
  ['highway=motorway maxspeed=signals maxspeed:type=PT:motorway', 120],
  ['highway=motorway maxspeed=signals', 110],
  ['highway=motorway_link', 75],
  ['highway=service', 20],
  ['highway=residential maxspeed=500', 32],
  ['highway=footway motorcar=yes', 10],
])(
  'the speed of a road is its limit, by direction, else that of its surroundings or class: %s',
  (text, km_h) => {
    expect(roadSpeed_km_h(tagsOf(text), 'forward')).toBe(km_h);
    const backward = tagsOf(text)['maxspeed:backward'];
    expect(roadSpeed_km_h(tagsOf(text), 'backward')).toBe(backward === undefined ? km_h : Number(backward));
  },
);

test('a factor by class scales limits and usual speeds, up to the fastest plausible limit', () => {
  const factors = { primary: 0.8, motorway: 1.5 };
  const speedOf = (text: string): number => roadSpeed_km_h(tagsOf(text), 'forward', factors);
  expect(speedOf('highway=primary maxspeed=50')).toBeCloseTo(40, 9);
  expect(speedOf('highway=primary')).toBeCloseTo(52, 9);
  expect(speedOf('highway=secondary maxspeed=50')).toBe(50);
  expect(speedOf('highway=motorway maxspeed=130')).toBe(160);
});
