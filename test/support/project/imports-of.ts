/** Imports by Vite's parser. */
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** Paths from the root of the project. */
export interface Import {
  readonly from: string;
  readonly of: string;
}

const URL_OF_MODULE = /new URL\(\s*(['"`])([^'"`$]+)\1,\s*import\.meta\.url/g;
const LITERAL = /^(['"`])([^'"`$]+)\1$/;

/** Of project files, without computed names. */
export function importsOf(from: string, text: string, kinds: 'all' | 'run' = 'all'): Import[] {
  const byUrl = Array.from(text.matchAll(URL_OF_MODULE), ([, , source]) => source);
  return [...modulesOf(from, text, kinds), ...byUrl]
    .filter((source) => source.startsWith('.'))
    .map((source) => ({ from, of: normalize(join(dirname(from), source)) }));
}

/** @param kinds `run` omits types */
export function modulesOf(from: string, text: string, kinds: 'all' | 'run' = 'all'): string[] {
  const { module } = parseSync(from, text);
  const isRun = (entries: readonly { isType: boolean }[]): boolean =>
    kinds === 'all' || entries.length === 0 || entries.some(({ isType }) => !isType);
  return [
    ...module.staticImports
      .filter(({ entries }) => isRun(entries))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .filter(({ entries }) => isRun(entries))
      .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => LITERAL.exec(text.slice(start, end))?.[2] ?? [],
    ),
  ];
}
