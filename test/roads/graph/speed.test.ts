import { describe, expect, test } from 'vitest';
import { parseMaxspeed_km_h, roadSpeed_km_h } from '../../../tiles-builder/roads/graph/speed.ts';

describe('a limit in each of its spellings', () => {
  const spellings: [text: string, km_h: number | null][] = [
    ['50', 50],
    ['5.5', 5.5],
    ['50 km/h', 50],
    ['30 mph', 48.28032],
    ['20mph', 32.18688],
    ['10 knots', 18.52],
    ['walk', 5],
    ['DE:walk', 5],
    ['RO:urban', 50],
    ['70 mph;60 mph', 96.56064],
    ['none', 130],
    ['FR:urban', 50],
    ['FR:rural', 80],
    ['FR:zone30', 30],
    ['FR:30', 30],
    ['DE:zone:30', 30],
    ['DE:zone30', 30],
    ['DE:motorway', 130],
    ['DE:living_street', 20],
    ['AT:bicycle_road', 30],
    ['BE-VLG:urban', 50],
    ['GB:nsl_single', 96.56064],
    ['GB:zone20', 32.18688],
    ['XX:rural', 90],
    ['urban', 50],
    ['50;30', 30],
    ['60|80', 60],
    ['signals', null],
    ['variable', null],
    ['fast', null],
    ['0', null],
    ['', null],
    ['-30', null],
  ];
  test.each(spellings)('%s', (text, km_h) => {
    const parsed = parseMaxspeed_km_h(text);
    if (km_h === null) expect(parsed).toBeNull();
    else expect(parsed).toBeCloseTo(km_h, 6);
  });
});

describe('the speed of a road', () => {
  test('is its limit, by direction where that is tagged', () => {
    const tags = { highway: 'primary', maxspeed: '70', 'maxspeed:backward': '50' };
    expect(roadSpeed_km_h(tags, 'forward')).toBe(70);
    expect(roadSpeed_km_h(tags, 'backward')).toBe(50);
  });
  test('is the limit of its surroundings where no number is tagged', () => {
    expect(roadSpeed_km_h({ highway: 'secondary', 'source:maxspeed': 'FR:urban' }, 'forward')).toBe(50);
    expect(
      roadSpeed_km_h({ highway: 'motorway', maxspeed: 'signals', 'maxspeed:type': 'PT:motorway' }, 'forward'),
    ).toBe(120);
  });
  test('is that of its class where nothing is understood', () => {
    expect(roadSpeed_km_h({ highway: 'motorway', maxspeed: 'signals' }, 'forward')).toBe(110);
    expect(roadSpeed_km_h({ highway: 'service' }, 'forward')).toBe(20);
    expect(roadSpeed_km_h({ highway: 'footway', motorcar: 'yes' }, 'forward')).toBe(10);
  });
});
