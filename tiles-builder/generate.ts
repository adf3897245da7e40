/** Regenerates src/format/generated from the schemas. Needs the FlatBuffers compiler 2.0.8 (`flatc`). */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const schemaFolder = join(import.meta.dirname, '../src/format/schema');
const generatedFolder = join(import.meta.dirname, '../src/format/generated');
const scratch = mkdtempSync(join(tmpdir(), 'generate-'));
try {
  const schemas = readdirSync(schemaFolder).map((name) => join(schemaFolder, name));
  execFileSync('flatc', ['--ts', '-o', scratch, ...schemas], { stdio: 'inherit' });
  rmSync(generatedFolder, { recursive: true, force: true });
  mkdirSync(generatedFolder, { recursive: true });
  for (const name of readdirSync(join(scratch, 'popcount'))) {
    copyFileSync(join(scratch, 'popcount', name), join(generatedFolder, name));
  }
} finally {
  rmSync(scratch, { recursive: true });
}
