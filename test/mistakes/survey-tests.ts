/** Measures which tests evaluate each place. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dirname } from 'node:path/posix';
import { markPlaces, type Place } from './mark-places.ts';
import type { TestRunner } from './run-tests.ts';

export interface SurveyedTest {
  readonly file: string;
  readonly has_passed: boolean;
  readonly took_ms: number;
  readonly reached: readonly number[];
}

const NOTE = 'test/mistakes/note-reached.ts';
/** Bounds what an interruption loses. */
const AT_ONCE = 20;
const MOST_MS = 600_000;

/**
 * @param folder copy of the project
 * @param texts by path from its root
 * @param known results, to continue
 * @returns null if stopped early
 */
export async function surveyTests(
  folder: string,
  runner: TestRunner,
  texts: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, readonly Place[]>,
  tests: readonly string[],
  known: string,
  is_over: () => boolean,
): Promise<SurveyedTest[] | null> {
  const surveyed = linesOf<SurveyedTest>(known);
  const done = new Set(surveyed.map(({ file }) => file));
  const left = tests.filter((file) => !done.has(file));
  if (left.length === 0) return surveyed;

  const notes = join(folder, 'reached');
  mkdirSync(notes, { recursive: true });
  const noteFileOf = (test: string): string => join(notes, test.replaceAll('/', '-'));
  const marked = [
    ...[...places].map(([file, inFile]) => [
      file,
      markPlaces(texts.get(file)!, inFile, fromFile(file, NOTE)),
    ]),
    ...left.map((test) => [test, noting(test, noteFileOf(test)) + texts.get(test)]),
  ];
  for (const [file, text] of marked) writeFileSync(join(folder, file), text);
  let atOnce = AT_ONCE;
  try {
    while (left.length > 0) {
      if (is_over()) return null;
      const batch = left.splice(0, atOnce);
      const result = await runner.run({ tests: batch, changed: [], until_failure: false }, MOST_MS);
      if (result === null && batch.length > 1) {
        // One did not end: runs each alone.
        left.unshift(...batch);
        atOnce = 1;
        continue;
      }
      for (const file of batch) {
        const run = result?.files.find((one) => one.file === file);
        const one = {
          file,
          has_passed: run?.state === 'passed',
          took_ms: Math.round(run?.took_ms ?? MOST_MS),
          reached: [...new Set([...(run?.reached ?? []), ...linesOf<number>(noteFileOf(file))])],
        };
        surveyed.push(one);
        appendFileSync(known, `${JSON.stringify(one)}\n`);
      }
    }
    return surveyed;
  } finally {
    for (const [file] of marked) writeFileSync(join(folder, file), texts.get(file)!);
    runner.stop();
  }
}

/** First line of an instrumented test file. */
function noting(test: string, note_file: string): string {
  const from = `from '${fromFile(test, NOTE)}';`;
  if (!test.startsWith('test/worker/'))
    return `import { noteReachedIn } ${from}noteReachedIn(${JSON.stringify(note_file)});`;
  return `import { reachedUnsaid } ${from}import { afterEach as afterEachOfAll } from 'vitest';afterEachOfAll(({ task }) => { Object.assign(task.meta, { reached: reachedUnsaid() }); });`;
}

const fromFile = (file: string, to: string): string => {
  const path = relative(dirname(file), to);
  return path.startsWith('.') ? path : `./${path}`;
};

/** @returns none without file */
export const linesOf = <T>(file: string): T[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
