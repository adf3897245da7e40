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

export function copyProject(folder: string): void {
  for (const name of COPIED) cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
}
