import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Document, TYPES_FILE, typesOf } from '../../src/clients/generate-types.ts';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';

test('the committed types of the client are those of the OpenAPI document', () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(typesOf(openApiDocument() as unknown as Document));
});
