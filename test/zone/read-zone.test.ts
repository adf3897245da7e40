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
