import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Document, TYPES_FILE, typesOf } from '../../src/clients/generate-types.ts';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';

test('the committed types of the client are those of the OpenAPI document', () => {
  const formatted = execFileSync('npx', ['biome', 'format', `--stdin-file-path=${TYPES_FILE}`], {
    input: typesOf(openApiDocument() as unknown as Document),
    encoding: 'utf8',
  });
  expect(formatted).toBe(readFileSync(TYPES_FILE, 'utf8'));
});
