import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const VITEST_PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);
