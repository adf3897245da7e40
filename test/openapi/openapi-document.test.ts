/** The OpenAPI document, judged by a validator of its own and by JSON Schema. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { ENDPOINT_NAMES, pathOf } from '../../src/endpoints.ts';
import { ANSWER_EXAMPLES } from '../../src/openapi/answer-examples.ts';
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';
import { DEMO_ATTRIBUTION } from '../../tiles-builder/demo/gothenburg.ts';
import { schemaChecker } from '../support/schema-checker.ts';

interface Described {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Parameter = Partial<Described> & {
  readonly name: string;
  readonly content?: { readonly 'application/json': Described };
};
interface Operation {
  readonly parameters: readonly Parameter[];
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
      dataset: { simulated: true, sources: [{ role: 'roads', attribution: DEMO_ATTRIBUTION }, {}, {}, {}] },
    },
  });
});

describe.for(ENDPOINT_NAMES)('%s', (endpoint) => {
  const { parameters, responses } = document.paths[pathOf(endpoint)].get;
  const parameterSchema = (name: string): object => {
    const parameter = parameters.find((known) => known.name === name)!;
    return parameter.schema ?? parameter.content!['application/json'].schema;
  };

  test('every example fits its schema', () => {
    const described = [
      ...parameters.map((parameter) => parameter.content?.['application/json'] ?? (parameter as Described)),
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
    ['zone', { type: 'Point', coordinates: [1, 1] }],
    ['zone', { type: 'Polygon', coordinates: [] }],
    ['zone', { ...CALL_EXAMPLES.zone.parameters.zone, coordinates: [[[1, 2, 3]]] }],
    ['zone', { type: 'Feature', geometry: null }],
  ])('%s is not %j', ([name, value]) => {
    expect(faultsOf(parameterSchema(name), value)).not.toEqual([]);
  });

  test.for<readonly [string, unknown]>([
    ['lon', -180],
    ['lat', 90],
    ['time', 60],
    ['time', 7_200],
    ['details', true],
  ])('%s may be %j', ([name, value]) => {
    expect(faultsOf(parameterSchema(name), value)).toEqual([]);
  });
});
