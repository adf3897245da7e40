/** Lists project files that a module imports, transitively, or opens by relative path; regular expressions find them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** Imports and exports by literal relative path, without types. */
const IMPORT =
  /^(?:import|(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom)\s*'(\.[^']+)'|\bimport\(\s*['"`](\.[^'"`$]+)['"`]/gm;
/** Scripts, queries and tables by relative path. */
const OPENED = /\bnew URL\(\s*'([^'$]+)',\s*import\.meta\.url|\bjoin\(import\.meta\.dirname, '([^'$]+)'\)/g;

/** @returns paths, including `entry` */
export function importedFiles(entry: string): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (/^\.[cm]?[jt]s$/.test(extname(file))) waiting.push(...filesNamedIn(file));
  }
  return found;
}

const namedIn = new Map<string, readonly string[]>();

function filesNamedIn(file: string): readonly string[] {
  let named = namedIn.get(file);
  if (!named) {
    const text = readFileSync(file, 'utf8');
    const folder = dirname(file);
    const imported = Array.from(text.matchAll(IMPORT), ([, fixed, lazy]) => join(folder, fixed ?? lazy));
    const opened = Array.from(text.matchAll(OPENED), ([, url, path]) => url ?? path)
      .filter((path) => !path.startsWith('../..'))
      .map((path) => join(folder, path))
      .filter((path) => existsSync(path));
    named = [...imported, ...opened.flatMap(filesIn)];
    namedIn.set(file, named);
  }
  return named;
}

const filesIn = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)));
