import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readZone } from '../../src/zone/read-zone.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { difficultZone, KINDS } from '../support/zones/difficult-zones.ts';
import { rectangle, square } from '../support/zones/rectangle.ts';
import { failureOf, polygon, ringOf } from './zone-text.ts';

test('a polygon that is both invalid and over a limit is a bad request', () => {
  const tangled = Array.from({ length: 600 }, (_, i) =>
    [(i * 7919) % 600, (i * 104_729) % 601].map((x) => x / 10_000),
  );
  expect(failureOf(polygon([...tangled, tangled[0]])).kind).toBe('bad-request');
});

describe('equal zones are read as one', () => {
  const random = new Random(17);
  test.each(KINDS)(
    '%s: any direction, start, order of holes, repeated points, third coordinate, feature',
    (kind) => {
      for (let i = 0; i < 10; i++) {
        const zone = difficultZone(random, kind).polygon;
        expect(readZone(polygon(...zone))).toEqual({ ok: true, value: zone });
        const [shell, ...holes] = zone.map((ring) => {
          const open = ring.slice(0, -1);
          const start = random.integer(0, open.length - 1);
          const turned = [...open.slice(start), ...open.slice(0, start)];
          const directed = random.chance(0.5) ? turned : turned.toReversed();
          const repeated = directed.flatMap((position) =>
            random.chance(0.1) ? [position, position] : [position],
          );
          const closed = [...repeated, repeated[0]];
          return closed.slice(0, 500).length === closed.length
            ? closed.map(([lon, lat]) => [lon, lat, 7])
            : ring;
        });
        const rings = [shell, ...holes.reverse()];
        if (rings.flat().length > 500) continue;
        const feature = {
          type: 'Feature',
          properties: { a: [1] },
          geometry: { type: 'Polygon', coordinates: rings },
        };
        expect(readZone(JSON.stringify(feature, null, 2))).toEqual({ ok: true, value: zone });
      }
    },
  );

  test('the shell runs counterclockwise and holes clockwise, from the smallest position', () => {
    const read = readZone(polygon(square(2, 48, 0.1).toReversed(), square(2.05, 48.05, 0.01)));
    expect(read).toEqual({
      ok: true,
      value: [rectangle(2, 48, 2.1, 48.1), ringOf('2.05 48.05, 2.05 48.06, 2.06 48.06, 2.06 48.05')],
    });
  });

  test('negative zero and digits beyond the sixth make no difference', () => {
    const plain = readZone('{"type":"Polygon","coordinates":[[[0,0],[0.5,0],[0.5,0.5],[0,0]]]}');
    expect(
      readZone('{"type":"Polygon","coordinates":[[[-0,0],[5e-1,-0.0],[0.5000004,0.4999996],[-0,0]]]}'),
    ).toEqual(plain);
  });

  test('a valid polygon that six decimals would flatten or cross keeps nine', () => {
    const tiny = square(2, 48, 3e-7).map((position) => position.map((degrees) => Number(degrees.toFixed(9))));
    expect(readZone(polygon(tiny))).toEqual({ ok: true, value: [tiny] });
    const notched = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 3e-7],
      [0, 1],
      [0, 0],
    ];
    expect(readZone(polygon(notched))).toEqual({ ok: true, value: [notched] });
  });
});

test('any JSON is either a polygon or a failure that names the parameter', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, wrapped) => {
      const read = readZone(JSON.stringify(wrapped ? { type: 'Polygon', coordinates: value } : value));
      if (!read.ok) expect(read.failure).toMatchObject({ message: expect.stringMatching(/^zone: /) });
    }),
    { numRuns: 500 },
  );
});

describe('a polygon that is not valid is a bad request whose message says where', () => {
  const shell = square(2, 48, 0.1);
  const cases: [string, string, RegExp][] = [
    ['not JSON', '{"type":', /^zone: not JSON/],
    ['deeply nested', '['.repeat(16_000), /^zone: not JSON/],
    ['a number', '7', /^zone: expected a GeoJSON Polygon/],
    ['null', 'null', /^zone: expected a GeoJSON Polygon/],
    [
      'another geometry',
      JSON.stringify({ type: 'Point', coordinates: shell[0] }),
      /^zone: expected a GeoJSON Polygon/,
    ],
    [
      'a MultiPolygon',
      JSON.stringify({ type: 'MultiPolygon', coordinates: [[shell]] }),
      /^zone: a MultiPolygon takes a call for each of its polygons/,
    ],
    [
      'a feature without geometry',
      JSON.stringify({ type: 'Feature', geometry: null }),
      /^zone: expected a GeoJSON Polygon/,
    ],
    ['no coordinates', JSON.stringify({ type: 'Polygon' }), /^zone: .*at least one ring/],
    ['no rings', polygon(), /^zone: .*at least one ring/],
    ['a ring that is no list', polygon(shell, 5), /^zone: ring 1 is not a list/],
    ['three positions', polygon(ringOf('0 0, 1 0')), /^zone: ring 0 has 3 positions/],
    [
      'unclosed',
      polygon([...shell.slice(0, 4), [2.01, 48.01]]),
      /^zone: ring 0 is not closed, its position 4/,
    ],
    ['no position', polygon([[2, 48], [2.1], [2.1, 48.1], [2, 48]]), /^zone: ring 0, position 1: expected/],
    [
      'text for a number',
      polygon([
        [2, 48],
        ['2.1', 48],
        [2.1, 48.1],
        [2, 48],
      ]),
      /^zone: ring 0, position 1: .*finite/,
    ],
    ['not finite', polygon(shell).replace('2.1', '1e999'), /^zone: ring 0, position 1: .*finite/],
    ['beyond 180', polygon(ringOf('179 0, 180.5 0, 180 1')), /^zone: ring 0, position 1: .*longitude/],
    ['beyond 90', polygon(ringOf('0 89, 1 89, 1 90.1')), /^zone: ring 0, position 2: .*latitude/],
    [
      'an edge over half the globe',
      polygon(ringOf('-100 0, 100 0, 0 1')),
      /^zone: ring 0, position 1: .*180/,
    ],
    ['one place', polygon(ringOf('2 48, 2 48, 2 48')), /^zone: ring 0 has no area/],
    ['a line', polygon(ringOf('2 48, 3 49, 4 50')), /^zone: ring 0 has no area/],
    ['a bow tie', polygon(ringOf('0 0, 1 1, 1 0, 0 1')), /ring 0, position 0 crosses .* ring 0, position 2/],
    ['a ring that touches itself', polygon(ringOf('0 0, 4 0, 4 4, 2 0, 0 4')), /touches .*ring 0, position/],
    ['a spike', polygon(ringOf('0 0, 4 0, 4 4, 4 9, 4 4, 0 4')), /ring 0, position/],
    [
      'a spike that turns back',
      polygon(ringOf('0 0, 9 0, 4 0, 4 4')),
      /turns back on itself at ring 0, position 1/,
    ],
    ['a hole across the shell', polygon(shell, square(2.05, 48.05, 0.1)), /crosses/],
    [
      'a hole outside the shell',
      polygon(shell, square(3, 48, 0.1)),
      /hole lies outside its shell at ring 1, position 0/,
    ],
    ['a hole around the shell', polygon(shell, square(1, 47, 3)), /hole lies outside its shell at ring 1/],
    ['a hole along the shell', polygon(shell, square(2, 48.04, 0.02)), /runs along/],
    [
      'a hole that leaves through touching points',
      polygon(ringOf('0 0, 4 0, 2 2, 4 4, 0 4'), ringOf('1 1, 2 2, 4 2, 1 3')),
      /ring 1|ring 0/,
    ],
    [
      'the same hole twice',
      polygon(shell, square(2.02, 48.02, 0.01), square(2.02, 48.02, 0.01)),
      /runs along/,
    ],
    [
      'a hole in a hole',
      polygon(shell, square(2.02, 48.02, 0.05), square(2.03, 48.03, 0.01)),
      /holes 1 and 2 overlap at ring 2/,
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    const failure = failureOf(text);
    expect(failure.kind).toBe('bad-request');
    expect(failure.message).toMatch(/^zone: /);
    expect(failure.message).toMatch(message);
  });
});
