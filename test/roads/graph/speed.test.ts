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
    ['500', null],
    ['160', 160],
    ['161', null],
    ['85 mph', 136.79424],
    ['100 mph', null],
    ['50;500', 50],
    ['2', null],
    ['3', 3],
    ['FR:500', null],
    ['DE:zone:300', null],
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
    expect(roadSpeed_km_h({ highway: 'motorway_link' }, 'forward')).toBe(75);
    expect(roadSpeed_km_h({ highway: 'service' }, 'forward')).toBe(20);
    expect(roadSpeed_km_h({ highway: 'residential', maxspeed: '500' }, 'forward')).toBe(32);
    expect(roadSpeed_km_h({ highway: 'footway', motorcar: 'yes' }, 'forward')).toBe(10);
  });
});

describe('legal limits', () => {
  /** mph in Great Britain, whole tens of km/h elsewhere. */
  const countries = ['', ...'AT BE CH CZ DE DK ES FR GB IT LI MT NL NO PL PT SE'.split(' ')];
  const limitsOf = (country: string): number[] =>
    ['urban', 'rural', 'trunk', 'motorway'].map(
      (zone) => parseMaxspeed_km_h(country === '' ? zone : `${country}:${zone}`)!,
    );

  test.each(countries)(
    'of %j are whole tens, 50 km/h in towns at least and no lower on greater roads',
    (country) => {
      const unit = country === 'GB' ? 1.609344 : 1;
      const limits = limitsOf(country).map((limit) => limit / unit);
      for (const limit of limits) expect(limit / 10).toBeCloseTo(Math.round(limit / 10), 9);
      expect(limits).toEqual(limits.toSorted((a, b) => a - b));
      expect(limits[0] * unit).toBeCloseTo(country === 'GB' ? 48.28 : 50, 2);
      expect(limits[3] * unit).toBeLessThanOrEqual(140);
    },
  );

  test('of France, Germany and Great Britain are those of their laws', () => {
    expect(limitsOf('FR')).toEqual([50, 80, 110, 130]);
    expect(limitsOf('DE')).toEqual([50, 100, 100, 130]);
    expect(limitsOf('GB').map((limit) => limit / 1.609344)).toEqual([30, 60, 70, 70]);
  });
});

test('usual speeds are whole, fall from class to class, and are lower on the slip roads of a class', () => {
  const usual = (highway: string): number => roadSpeed_km_h({ highway }, 'forward');
  const classes = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'service', 'living_street', 'path']; // biome-ignore format: a line
  const speeds = classes.map(usual);
  expect(speeds).toEqual(speeds.toSorted((a, b) => b - a));
  expect(new Set(speeds).size).toBe(classes.length);
  for (const highway of classes.slice(0, 5)) {
    expect(usual(`${highway}_link`)).toBeLessThan(usual(highway));
    expect(usual(`${highway}_link`)).toBeGreaterThan(usual(highway) / 2);
  }
});

test('a road of no class is driven like an unclassified one, a track like a living street', () => {
  const usual = (highway: string): number => roadSpeed_km_h({ highway }, 'forward');
  expect(usual('road')).toBe(usual('unclassified'));
  expect(usual('track')).toBe(usual('living_street'));
});
