import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCountQuery } from '../../src/request/parse-count-query.ts';

const parse = (parameters: Record<string, string>): unknown =>
  parseCountQuery(new URLSearchParams(parameters));

describe('an origin', () => {
  const degrees = (limit: number): fc.Arbitrary<number> =>
    fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((units) => units / 1e5);
  const spellings = (value: number): fc.Arbitrary<string> =>
    fc
      .constantFrom(
        (n: number) => String(n),
        (n: number) => n.toFixed(5),
        (n: number) => n.toFixed(9),
        (n: number) => (n + 3e-7).toFixed(7),
        (n: number) => n.toExponential(),
        (n: number) => n.toExponential(10).toUpperCase(),
        (n: number) => ` ${n} `,
        (n: number) => (n < 0 ? `-00${-n}` : `+0${n}`),
        (n: number) => n.toFixed(5).replace(/^(-?)0\./, '$1.'),
      )
      .map((write) => write(value));
  const spelled = fc
    .tuple(degrees(179), degrees(89))
    .chain(([lon, lat]) => fc.tuple(fc.constant([lon, lat]), spellings(lon), spellings(lat)));

  const holds = fc.property(spelled, ([[lon, lat], lonText, latText]) => {
    const query = parse({ lon: lonText, lat: latText, travel: 'motorized', time: '600' });
    expect(query).toEqual({
      ok: true,
      value: {
        details: false,
        // -0 would change cache keys.
        area: {
          option: 'isochrone',
          isochrone: { origin: [lon! + 0, lat! + 0], travel: 'motorized', time_s: 600 },
        },
      },
    });
  });

  test.for([{ seed: 1, numRuns: 2_000 }, { numRuns: 2_000 }])(
    'means the same however it is written: %o',
    (run) => {
      fc.assert(holds, run);
    },
  );

  test('is never written with a minus before zero', () => {
    const text = JSON.stringify(parse({ lon: '-0.000001', lat: '-0', travel: 'pedestrian', time: '60' }));
    expect(text).toContain('"origin":[0,0]');
  });
});

test('a coordinate with a decimal comma is refused, asking for a point', () => {
  const refused = parse({ lon: '7,4795', lat: '43', travel: 'motorized', time: '600' });
  expect(refused).toMatchObject({
    failure: { message: 'lon must be a decimal number of degrees, with a point, from -180 to 180.' },
  });
});

test('any text is either a query or a failure that names the parameter', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.double().map(String), fc.json());
  const valid: Record<string, string> = {
    lon: '1',
    lat: '2',
    travel: 'pedestrian',
    time: '60',
    details: 'true',
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(valid)), text, (name, value) => {
      const query = parseCountQuery(new URLSearchParams({ ...valid, [name]: value }));
      if (query.ok) return;
      const { failure } = query;
      expect(failure.kind === 'bad-request' || failure.kind === 'cannot-serve').toBe(true);
      expect('message' in failure && failure.message).toContain(name);
    }),
    { numRuns: 5_000 },
  );
});
