import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importedFiles } from './imported-files.ts';

const projectFolder = join(import.meta.dirname, '../..');

/**
 * A hash of this project's files, by name and content, by which one sees whether what they made has to be made again.
 * @param paths files and folders, relative to the project's folder
 * @param settings what else counts
 */
export function hashOfSources(paths: readonly string[], settings = ''): string {
  const hash = createHash('sha256').update(settings);
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(projectFolder, file)));
  }
  return hash.digest('hex');
}

/** As this process has found the files: those that it runs on have been read already. */
const hashes = new Map<string, string>();

/**
 * A hash of the code that a module runs: its own file, those that it imports, data files that they open beside
 * themselves, and the versions of all packages.
 * @param module its `import.meta.url`
 */
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
