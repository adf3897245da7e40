import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The program that runs tests, for a process of Node. */
export const VITEST_PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);
