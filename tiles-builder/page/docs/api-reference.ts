/** Renders the OpenAPI document as Markdown: a section with tables for each path. */
import { DEMO_ORIGIN } from '../../../src/web/docs/script/demo-origin.ts';
import { markdownTable } from './markdown-table.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly contentSchema?: Schema;
}
interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}
interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}
interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Schemas = ApiDocument['components']['schemas'];

export function apiReference({ paths, components: { schemas } }: ApiDocument): string {
  return Object.entries(paths)
    .map(([path, { get }]) => operationSection(path, get, schemas))
    .join('\n\n');
}

function operationSection(path: string, operation: Operation, schemas: Schemas): string {
  const { summary, description = '', parameters = [], responses } = operation;
  const answer = responses[200].content!['application/json'];
  return [
    `## GET ${path}`,
    `${summary}. ${description}`,
    ...(parameters.length > 0 ? ['### Parameters', parameterTable(parameters, schemas)] : []),
    ...callExamples(path, parameters),
    '### Answer',
    markdownTable(['field', 'type', 'meaning'], fieldRows(answer.schema, schemas, '')),
    ...Object.values(answer.examples ?? {})
      .slice(-1)
      .map(({ value }) => fenced('json', shortJson(value))),
    '### Statuses',
    markdownTable(
      ['status', 'when', 'for example'],
      Object.entries(responses).map(([status, response]) => [
        status,
        response.description,
        status === '200' ? '' : errorOf(response.content),
      ]),
    ),
  ].join('\n\n');
}

function parameterTable(parameters: readonly Parameter[], schemas: Schemas): string {
  return markdownTable(
    ['parameter', 'type', 'meaning'],
    parameters.map(({ name, description, schema }) => {
      const json = schema.contentSchema && resolve(schema.contentSchema, schemas);
      return [
        `\`${name}\``,
        json ? 'GeoJSON text' : typeText(schema, schemas),
        [description, json?.description].filter(Boolean).join(' '),
      ];
    }),
  );
}

function callExamples(path: string, parameters: readonly Parameter[]): string[] {
  const calls = new Set(parameters.flatMap(({ examples }) => Object.keys(examples)));
  if (calls.size === 0) return [];
  const commands = [...calls].map((call) => {
    const given = parameters.flatMap(({ name, examples }) =>
      call in examples ? [{ name, ...examples[call] }] : [],
    );
    return [
      `# ${given[0].summary}`,
      `curl -u "$API_KEY:$API_SECRET" -G '${DEMO_ORIGIN}${path}' \\`,
      given.map(({ name, value }) => `  --data-urlencode '${name}=${value}'`).join(' \\\n'),
    ].join('\n');
  });
  return ['### Calls', fenced('sh', commands.join('\n\n'))];
}

function fieldRows(schema: Schema, schemas: Schemas, prefix: string): string[][] {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!field) return [];
    const target = resolve(field, schemas);
    const isFeature = target.properties?.geometry !== undefined;
    const inner =
      target.properties && !isFeature ? target : target.anyOf?.find((variant) => variant.properties);
    const row = [
      `\`${prefix}${name}\`${required.includes(name) ? '' : ' (where it applies)'}`,
      isFeature ? 'GeoJSON Feature' : typeText(field, schemas),
      field.description ?? target.description ?? '',
    ];
    return [row, ...(inner ? fieldRows(inner, schemas, `${prefix}${name}.`) : [])];
  });
}

function typeText(schema: Schema, schemas: Schemas): string {
  const target = resolve(schema, schemas);
  const { type, minimum, maximum, items } = target;
  if ('const' in target) return `\`${JSON.stringify(target.const)}\``;
  if (target.enum) return target.enum.map((value) => `\`${value}\``).join(' or ');
  const variants = target.anyOf;
  if (variants) return variants.map((variant) => typeText(variant, schemas)).join(' or ');
  if (type === 'array' && items) return `list of ${typeText(items, schemas)}`;
  const range =
    maximum === undefined
      ? minimum === undefined
        ? ''
        : `, at least ${minimum}`
      : `, ${minimum} to ${maximum}`;
  return `${type}${range}`;
}

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref ? schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] : schema;

function errorOf(content: Content | undefined): string {
  const [example] = Object.values(content?.['application/json'].examples ?? {});
  return example ? (example.value as { error: string }).error : '';
}

function shortJson(value: unknown): string {
  const short = JSON.stringify(value, (name, part: unknown) => (name === 'coordinates' ? ['…'] : part), 2);
  return short.replaceAll(/\[\s*"…"\s*\]/g, '[…]');
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
