import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importedFiles } from './imported-files.ts';

const projectFolder = join(import.meta.dirname, '../../..');

/** Hashes project files by relative path and content (SHA-256), so that changed code runs its steps again. */
export function hashOfSources(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(projectFolder, file)));
  }
  return hash.digest('hex');
}

/** Cached, as the process runs the files it loaded first. */
const hashes = new Map<string, string>();

/** Hashes a module's file with its transitive imports, data files and package versions. */
export function hashOfModule(module: string): string {
  let hash = hashes.get(module);
  if (hash === undefined) {
    const files = [...importedFiles(fileURLToPath(module))].map((file) => relative(projectFolder, file));
    hash = hashOfSources([...files, 'package-lock.json']);
    hashes.set(module, hash);
  }
  return hash;
}

function filesIn(path: string): string[] {
  const absolute = join(projectFolder, path);
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, entry.parentPath.slice(absolute.length), entry.name));
}
