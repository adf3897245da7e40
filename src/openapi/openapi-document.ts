/** Generates the OpenAPI 3.1.1 document from the schemas that validate requests and answers. */
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import packageJson from '../../package.json' with { type: 'json' };
import { COUNTED_CALLS, COUNTING_RULE } from '../admission/load-of-area.ts';
import { ENDPOINT_NAMES, type Endpoint, HEALTH_PATH, pathOf } from '../endpoints.ts';
import { httpOf, REASON_HEADER } from '../failures.ts';
import { countParameters, ISOCHRONE_PARAMETERS } from '../request/count-parameters.ts';
import {
  countAnswerSchemas,
  detailsSchema,
  failureAnswerSchema,
  healthAnswerSchema,
  zoneFeatureSchema,
} from '../response/answer-schemas.ts';
import { CUT_HEADER } from '../response/count-body.ts';
import { zoneSchema } from '../zone/zone-schema.ts';
// What the demo, simulated people in Gothenburg, answers to the example calls.
import ANSWER_EXAMPLES from './answer-examples.json' with { type: 'json' };
import {
  CALL_EXAMPLES,
  type CallExample,
  FAILURES,
  type FailureExamples,
  NOT_READY,
} from './call-examples.ts';

type Json = { readonly [name: string]: unknown };

const DEFINITIONS = {
  Zone: zoneSchema,
  ZoneFeature: zoneFeatureSchema,
  Details: detailsSchema,
  LivingCount: countAnswerSchemas.livingcount,
  WorkingCount: countAnswerSchemas.workingcount,
  Health: healthAnswerSchema,
  Failure: failureAnswerSchema,
} satisfies Record<string, v.GenericSchema>;

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // JSON Schema implies these actions, or metadata of the schema describes them.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    ['finite', 'check', 'transform'].includes(valibotAction.type) ? jsonSchema : undefined,
};

const ref = (name: keyof typeof DEFINITIONS): Json => ({
  $ref: `#/components/schemas/${name}`,
});

const OPERATIONS: Record<Endpoint, { readonly answer: keyof typeof DEFINITIONS; readonly summary: string }> =
  {
    livingcount: { answer: 'LivingCount', summary: 'How many people live in a zone' },
    workingcount: {
      answer: 'WorkingCount',
      summary: 'How many people are in a zone in usual working hours: at work, at school, at home',
    },
  };

const OPERATION_DESCRIPTION =
  'Give either `zone`, or `lon`, `lat`, `travel` and `time`, all four. Unknown parameters are ignored; a known one given twice is a 400. ' +
  'The same question in another spelling gets the same answer.';

function schemaOf(schema: v.GenericSchema): Json {
  const { $schema, ...rest } = toJsonSchema(schema, CONVERSION);
  return rest;
}

const PARAMETERS: Readonly<Record<string, Json>> = {
  zone: {
    type: 'string',
    description: 'Where to count: GeoJSON text, percent-encoded.',
    contentMediaType: 'application/json',
    contentSchema: ref('Zone'),
  },
  ...Object.fromEntries(ISOCHRONE_PARAMETERS.map((name) => [name, schemaOf(countParameters[name])])),
  details: schemaOf(countParameters.details),
};

const HEADERS = {
  'X-Request-Id': 'Names the request in the log of the service.',
  'Server-Timing': 'Milliseconds of each phase.',
} as const;
const CALL_HEADERS = {
  ...HEADERS,
  'RateLimit-Policy':
    'What a key may ask: `q` calls in `w` seconds, in each data centre of the service (draft-ietf-httpapi-ratelimit-headers). ' +
    `\`${COUNTED_CALLS}\` says as how many of them the question counts: ${COUNTING_RULE}.`,
} as const;
const ANSWER_HEADERS = {
  ETag: 'Send it as `If-None-Match` to get a 304 without a body while the answer is the same.',
  'Cache-Status': 'Whether the answer came from the cache (RFC 9211).',
  [CUT_HEADER]:
    'Isochrones only, as an RFC 9651 boolean: `?1` where it reached the edge of the road data with time left, so that the count is a lower bound; else `?0`.',
} as const;

export function openApiDocument(): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Population Count Service',
      version: packageJson.version,
      summary: 'How many people live or work in a polygon, or within a travel time of a place.',
      description:
        'A failure is never a number: bad input is a 400, “no data here” a 422, storage that fails a 503, each with `success: false` and a ' +
        'sentence that says what would be right.',
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }],
    paths: {
      ...Object.fromEntries(
        ENDPOINT_NAMES.map((endpoint) => [pathOf(endpoint), { get: countOperation(endpoint) }]),
      ),
      [HEALTH_PATH]: { get: healthOperation() },
    },
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'The API key as user name, its secret as password. Where headers cannot be set, the parameters `apikey` and `apisecret` do.',
        },
      },
      schemas: toJsonSchemaDefs(DEFINITIONS, CONVERSION),
    },
  };
}

function countOperation(endpoint: Endpoint): Json {
  const { answer, summary } = OPERATIONS[endpoint];
  return {
    operationId: endpoint,
    summary,
    description: OPERATION_DESCRIPTION,
    parameters: countParameterObjects(),
    responses: {
      200: {
        description: 'The count.',
        headers: headers({ ...CALL_HEADERS, ...ANSWER_HEADERS }),
        content: { 'application/json': { schema: ref(answer), examples: answerExamples(endpoint) } },
      },
      304: { description: 'The caller has this answer: `If-None-Match` names its `ETag`. No body.' },
      ...failureResponses(FAILURES, CALL_HEADERS),
    },
  };
}

function healthOperation(): Json {
  return {
    operationId: 'health',
    summary: 'Which code and datasets are live, and whether calls can be answered',
    description:
      'Any answer shows that the service lives. Checked once a minute: the keys, and of each region the manifest and a tile of each layer.',
    security: [],
    responses: {
      200: {
        description: 'Calls can be answered.',
        headers: headers(HEADERS),
        content: { 'application/json': { schema: ref('Health') } },
      },
      ...failureResponses({ 503: NOT_READY }, HEADERS),
    },
  };
}

function failureResponses(
  failures: Readonly<Record<number, FailureExamples>>,
  always: Readonly<Record<string, string>>,
): Json {
  return Object.fromEntries(
    Object.entries(failures).map(([status, { description, examples }]) => {
      const answers = Object.entries(examples).map(([name, failure]) => [name, httpOf(failure)] as const);
      const sent = Object.fromEntries(
        answers.flatMap(([, http]) => Object.keys(http.headers)).map((name) => [name, FAILURE_HEADERS[name]]),
      );
      const bodies = answers.map(([name, { error }]) => [name, { value: { success: false, error } }]);
      return [
        status,
        {
          description,
          headers: headers({ ...always, ...sent }),
          content: { 'application/json': { schema: ref('Failure'), examples: Object.fromEntries(bodies) } },
        },
      ];
    }),
  );
}

const FAILURE_HEADERS: Readonly<Record<string, string>> = {
  [REASON_HEADER]:
    'Why, for programs: of a 422 `not-covered`, `partly-covered`, `no-such-data`, `no-road`, `roads-end` or `over-limit`; of a 503 `storage-unavailable` or `busy`.',
  'WWW-Authenticate': 'The scheme that credentials are asked for by.',
  'Retry-After': 'Seconds after which to try again.',
  Allow: 'The methods that are allowed.',
};

const headers = (descriptions: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );

/** Lists each parameter by itself, as generated clients write the members of an object as `question[lon]`. */
function countParameterObjects(): Json[] {
  const calls: [string, CallExample][] = Object.entries(CALL_EXAMPLES);
  return Object.entries(PARAMETERS).map(([name, { description, ...schema }]) => {
    const examples = calls.flatMap(([call, { summary, status, parameters }]) => {
      const value = (parameters as Json)[name];
      if (status === 400 || value === undefined) return [];
      return [[call, { summary, value: name === 'zone' ? JSON.stringify(value) : value }] as const];
    });
    return { name, in: 'query', description, schema, examples: Object.fromEntries(examples) };
  });
}

const answerExamples = (endpoint: Endpoint): Json =>
  Object.fromEntries(Object.entries(ANSWER_EXAMPLES[endpoint]).map(([call, value]) => [call, { value }]));
