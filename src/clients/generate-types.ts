/**
 * Writes the types of the JavaScript client from the OpenAPI document: `npm run client -- [URL of openapi.json]`. Knows the
 * document's part of JSON Schema, and fails at anything else.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../openapi/openapi-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema | false;
  readonly contentSchema?: Schema;
  readonly description?: string;
}
export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns the text of a TypeScript module with a type for each schema. */
export function typesOf({ components }: Document): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  return `${HEAD}\n${types.join('\n')}`;
}

export const TYPES_FILE = join(import.meta.dirname, '../generated/api-types.ts');
const HEAD = '// Generated from the OpenAPI document by generate-types.ts: do not edit.\n';

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
        `${comment(field.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`,
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
  writeFileSync(TYPES_FILE, typesOf(document as unknown as Document));
}
