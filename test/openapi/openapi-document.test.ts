import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { ENDPOINT_NAMES, pathOf } from '../../src/endpoints.ts';
import ANSWER_EXAMPLES from '../../src/openapi/answer-examples.json' with { type: 'json' };
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';
import { DEMO_ATTRIBUTION } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { schemaChecker } from '../support/requests/schema-checker.ts';

interface Described {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly parameters: readonly [Described];
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': Described } }>
  >;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
};
const faultsOf = schemaChecker(document);

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('the answers shown are of the demo as it is', () => {
  expect(ANSWER_EXAMPLES.livingcount.walk).toMatchObject({
    details: {
      datasets: [
        { simulated: true, sources: [{ role: 'roads', attribution: DEMO_ATTRIBUTION }, {}, {}, {}] },
      ],
    },
  });
});

describe('in the answers shown', () => {
  const METRES_PER_DEGREE = 111_195;
  type Point = readonly [lon: number, lat: number];
  interface Outlined {
    readonly geometry: { readonly coordinates: readonly (readonly Point[])[] };
  }
  const { lon, lat } = CALL_EXAMPLES.walk.parameters;
  const metresFrom = (at: Point, [x, y]: Point): Point => [
    (x - at[0]) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180),
    (y - at[1]) * METRES_PER_DEGREE,
  ];
  const distance_m = (a: Point, b: Point): number => Math.hypot(...metresFrom(a, b));
  const edges_m = (ring: readonly Point[]): number[] => ring.slice(1).map((to, i) => distance_m(ring[i], to));
  const area_m2 = ([shell]: readonly (readonly Point[])[]): number => {
    const plane = shell.map((at) => metresFrom(shell[0], at));
    return plane.slice(1).reduce((sum, [x, y], i) => sum + (plane[i][0] * y - x * plane[i][1]) / 2, 0);
  };
  const { walk, zone } = ANSWER_EXAMPLES.livingcount as Record<'walk' | 'zone', Record<string, unknown>>;

  test('the outline of the walk has the stated area, and the origin the stated distance from the road', () => {
    const { isochrone, details, livingcount } = walk as typeof walk & {
      readonly isochrone: Outlined;
      readonly livingcount: number;
      readonly details: {
        readonly coverage: number;
        readonly area_m2: number;
        readonly interval: { readonly low: number; readonly high: number };
        readonly origin: { readonly lon: number; readonly lat: number; readonly distance_m: number };
        readonly cut: boolean;
      };
    };
    // The plane is of a sphere: at 57.69° the ellipsoid is 0.51 % larger.
    expect((area_m2(isochrone.geometry.coordinates) * 1.0051) / details.area_m2).toBeCloseTo(1, 3);
    const origin = [details.origin.lon, details.origin.lat] as const;
    expect(Math.abs(distance_m(origin, [lon, lat]) - details.origin.distance_m)).toBeLessThan(0.2);
    expect(details).toMatchObject({ coverage: 1, cut: false });
    expect(details.interval.low).toBeLessThan(livingcount);
    expect(details.interval.high).toBeGreaterThan(livingcount);
    expect(zone.livingcount).toBeGreaterThan(0);
  });

  test('the zone of people at work follows the sides of cells, at the requested block', () => {
    const zone: unknown = ANSWER_EXAMPLES.workingcount.zone.workingcountzone;
    for (const ring of (zone as Outlined).geometry.coordinates) {
      expect(ring.at(-1)).toEqual(ring[0]);
      for (const edge_m of edges_m(ring)) expect(Math.abs(edge_m - 9.5)).toBeLessThan(2);
      for (const at of ring) expect(distance_m(at, [lon + 0.001, lat])).toBeLessThan(250);
    }
  });
});

describe.for(ENDPOINT_NAMES)('%s', (endpoint) => {
  const { parameters, responses } = document.paths[pathOf(endpoint)].get;
  const [question] = parameters;
  const faultsOfQuestion = (members: object): string[] => faultsOf(question.schema, members);
  const walk = CALL_EXAMPLES.walk.parameters;

  test('every example fits its schema', () => {
    const described = [
      question,
      ...Object.values(responses).flatMap(({ content }) => content?.['application/json'] ?? []),
    ];
    const faults = described.flatMap(({ schema, examples = {} }) =>
      Object.entries(examples).flatMap(([name, { value }]) =>
        faultsOf(schema, value).map((fault) => `${name}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  test.for<readonly [string, unknown]>([
    ['lon', 180.1],
    ['lon', '11'],
    ['lat', -90.1],
    ['travel', 'bicycle'],
    ['time', 59],
    ['time', 60.5],
    ['time', 7_201],
    ['details', 'yes'],
  ])('%s is not %j', ([name, value]) => {
    expect(faultsOfQuestion({ ...walk, [name]: value })).not.toEqual([]);
  });

  test.for<readonly [string, object]>([
    ['nothing', {}],
    ['a part of the four', { lon: walk.lon, lat: walk.lat }],
    ['a zone and a part of the four', { zone: '{}', lon: walk.lon }],
    ['a zone and the four', { zone: '{}', ...walk }],
  ])('%s is no question', ([, members]) => {
    expect(faultsOfQuestion(members)).not.toEqual([]);
  });

  test('the texts of zones fit their schema, and other texts do not', () => {
    const faultsOfZone = (text: string): string[] =>
      faultsOf({ $ref: '#/components/schemas/Zone' }, JSON.parse(text));
    const zones = Object.values(question.examples!).flatMap(({ value }) =>
      'zone' in (value as object) ? [(value as { zone: string }).zone] : [],
    );
    expect(zones.map(faultsOfZone)).toEqual([[], []]);
    for (const text of [
      '{"type":"Point","coordinates":[1,1]}',
      '{"type":"Polygon","coordinates":[]}',
      '{"type":"Polygon","coordinates":[[[1,2,3]]]}',
      '{"type":"Feature","geometry":null}',
    ])
      expect(faultsOfZone(text), text).not.toEqual([]);
  });

  test.for<readonly [string, unknown]>([
    ['lon', -180],
    ['lat', 90],
    ['time', 60],
    ['time', 7_200],
    ['details', true],
  ])('%s may be %j', ([name, value]) => {
    expect(faultsOfQuestion({ ...walk, [name]: value })).toEqual([]);
  });
});
