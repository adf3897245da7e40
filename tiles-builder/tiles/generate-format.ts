/** Generates TypeScript of the tile format from FlatBuffers schemas by flatc. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlatformProblem } from '../base/failures/problem.ts';
import { newTemporaryFolder } from '../base/files/temporary-folder.ts';

const schemaFolder = join(import.meta.dirname, '../../src/format/schema');
const generatedFolder = join(import.meta.dirname, '../../src/format/generated');
const COMPILER = '2.0.8';

/** @throws PlatformProblem where the FlatBuffers compiler has another version or rejects a schema */
export function generateFormat(): void {
  const scratch = newTemporaryFolder('generate');
  try {
    const schemas = readdirSync(schemaFolder).map((name) => join(schemaFolder, name));
    requireCompiler(flatc(['--version']));
    flatc(['--ts', '-o', scratch, ...schemas]);
    rmSync(generatedFolder, { recursive: true, force: true });
    mkdirSync(generatedFolder, { recursive: true });
    for (const name of readdirSync(join(scratch, 'popcount'))) {
      copyFileSync(join(scratch, 'popcount', name), join(generatedFolder, name));
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const INSTALL = `Install flatc ${COMPILER}, for example from the package flatbuffers-compiler.`;

function requireCompiler(answer: string): void {
  if (answer.trim().endsWith(` ${COMPILER}`)) return;
  throw new PlatformProblem(`flatc ${COMPILER} is needed, and here is ${answer.trim()}`, INSTALL);
}

function flatc(words: readonly string[]): string {
  try {
    return execFileSync('flatc', words, { encoding: 'utf8' });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new PlatformProblem('the FlatBuffers compiler is not installed', INSTALL, { cause });
    throw new PlatformProblem(`flatc failed: ${message}`, null, { cause });
  }
}
