/** Tests that can depend on a file, nearest first. */
import { dirname, join, normalize } from 'node:path';

const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;
const QUOTED = /(['"`])([\w./-]+)\1/g;
/** Paths in settings and pages. */
const BARE_PATH = /[\w./-]+\.\w+/g;

/**
 * @param texts by path from the root
 * @returns path's users by distance
 */
export function usersByDistance(texts: ReadonlyMap<string, string>): (file: string) => string[] {
  const byName = Map.groupBy(texts.keys(), (path) => path.slice(path.lastIndexOf('/') + 1));
  /** From the file, the root, or a named folder, whose page is meant. */
  const meant = (from: string, named: string): string[] => {
    const written = [normalize(join(dirname(from), named)), normalize(named)];
    const paths = written.flatMap((path) => [path, `${path}/index.html`]).filter((path) => texts.has(path));
    if (paths.length > 0 || named.startsWith('.') || !named.includes('/')) return paths;
    const ending = byName.get(named.slice(named.lastIndexOf('/') + 1)) ?? [];
    return ending.filter((path) => path.endsWith(`/${named}`));
  };
  const users = new Map<string, Set<string>>();
  for (const [from, text] of texts) {
    for (const named of pathsIn(from, text)) {
      for (const path of meant(from, named)) users.set(path, (users.get(path) ?? new Set()).add(from));
    }
  }
  return (file) => {
    const seen = new Set([file]);
    for (const path of seen) for (const user of users.get(path) ?? []) seen.add(user);
    return [...seen];
  };
}

function pathsIn(file: string, text: string): Set<string> {
  if (!file.endsWith('.ts')) return new Set(text.match(BARE_PATH));
  return new Set(Array.from(text.replace(TYPES_ALONE, '').matchAll(QUOTED), ([, , path]) => path));
}
