/** Validates JSON against the OpenAPI document, by Ajv. */
import { createRequire } from 'node:module';

interface Ajv {
  addSchema(schema: object, key: string): void;
  compile(schema: object): CompiledSchema;
}
interface CompiledSchema {
  (data: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

const require = createRequire(import.meta.resolve('@seriousme/openapi-schema-validator'));
const { default: Ajv2020 } = require('ajv/dist/2020.js') as { default: new (options: object) => Ajv };
const { default: addFormats } = require('ajv-formats') as { default: (ajv: Ajv) => void };

export function schemaChecker(document: object): (schema: object, data: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, CompiledSchema>();
  return (schema, data) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, check);
    return check(data)
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
