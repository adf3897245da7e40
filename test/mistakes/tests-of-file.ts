/** Which files, and so which tests, can see a file of the project, the nearest first: by what each file imports, starts or names by its path. */
import { dirname, join, normalize } from 'node:path';

const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;
const QUOTED = /(['"`])([\w./-]+)\1/g;
/** In settings and pages, where a path stands in a line of its own kind. */
const BARE_PATH = /[\w./-]+\.\w+/g;

/**
 * @param texts of the files of the project by their paths from its root
 * @returns for a path, itself and the files that lead to it, by the number of steps
 */
export function usersByDistance(texts: ReadonlyMap<string, string>): (file: string) => string[] {
  const byName = Map.groupBy(texts.keys(), (path) => path.slice(path.lastIndexOf('/') + 1));
  /** A path counts from the file, from the root, or from a folder that is named elsewhere; of a folder, its page is meant. */
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
