/**
 * Writes `client.ts`, a typed client, from the OpenAPI document: `npm run client -- [URL of openapi.json]`. Knows the
 * document's part of JSON Schema, and fails at anything else.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly required?: readonly string[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema | false;
  readonly contentSchema?: Schema;
  readonly description?: string;
}
interface Content {
  readonly 'application/json': { readonly schema: Schema };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Text of a TypeScript module with a type for each schema and a function for each operation. */
export function clientOf({ paths, components }: Document): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const functions = Object.entries(paths).map(([path, { get }]) => functionOf(path, get));
  return `${HEAD}\n${types.join('\n')}\n${functions.join('\n')}`;
}

const HEAD = `// Generated from openapi.json by generate-client.ts: do not edit.

/** Where the service is and who asks. */
export interface Service {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

async function get(service: Service, path: string, query: object): Promise<{ status: number; body: unknown }> {
  const url = new URL(path, service.url);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const credentials = new TextEncoder().encode(\`\${service.key}:\${service.secret}\`);
  const authorization = \`Basic \${btoa(String.fromCharCode(...credentials))}\`;
  const response = await fetch(url, { headers: { authorization } });
  return { status: response.status, body: await response.json() };
}
`;

function functionOf(path: string, { operationId, summary, parameters = [], responses }: Operation): string {
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    content ? [`{ status: ${status}; body: ${typeOf(content['application/json'].schema)} }`] : [],
  );
  const [question] = parameters.map(({ schema }) => `, question: ${typeOf(schema)}`);
  const name = operationId[0].toUpperCase() + operationId.slice(1);
  return [
    `export type ${name}Answer = ${answers.join(' | ')};`,
    `${comment(summary)}export async function ${operationId}(service: Service${question ?? ''}): Promise<${name}Answer> {`,
    `  return (await get(service, ${JSON.stringify(path)}, ${question ? 'question' : '{}'})) as ${name}Answer;`,
    '}\n',
  ].join('\n');
}

function typeOf(schema: Schema): string {
  const { $ref, type, properties, required = [], prefixItems, items } = schema;
  const variants = schema.anyOf ?? schema.oneOf;
  if (schema.contentSchema) return typeOf(schema.contentSchema);
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (variants) return variants.map(typeOf).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `${comment(field ? field.description : undefined)}${name}${required.includes(name) ? '' : '?'}: ${field ? typeOf(field) : 'never'};`,
    );
    return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('\n')} }`;
  }
  if (prefixItems)
    return `[${[...prefixItems.map(typeOf), ...(items === false ? [] : ['...unknown[]'])].join(', ')}]`;
  if (type === 'array' && items) return `(${typeOf(items)})[]`;
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

const comment = (text: string | undefined): string => (text === undefined ? '' : `\n/** ${text} */\n`);

if (import.meta.main) {
  const url = process.argv[2];
  const document = url === undefined ? openApiDocument() : await (await fetch(url)).json();
  writeFileSync(join(import.meta.dirname, 'client.ts'), clientOf(document as unknown as Document));
}
