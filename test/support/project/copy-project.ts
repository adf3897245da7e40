/** Copies the project, so that its commands and local bucket are apart from those of other tests. */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../processes/run-command.ts';

const COPIED = [
  'test/examples',
  'src',
  'tiles-builder',
  'dist',
  'package.json',
  'package-lock.json',
  'wrangler.toml',
  '.npmrc',
];

/** @param hasChdb whether ClickHouse is installed there, as it is here */
export function copyProject(folder: string, hasChdb = true): void {
  for (const name of COPIED) cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  const linked = hasChdb ? ['node_modules', 'chdb'] : ['node_modules'];
  for (const name of linked) symlinkSync(join(projectFolder, name), join(folder, name));
}
