/** Puts mistakes into a copy of the project, one at a time, and runs the tests that can find each. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { findMistakes, type Mistake } from './find-mistakes.ts';
import { type RunResult, TestRunner } from './run-tests.ts';
import { usersByDistance } from './tests-of-file.ts';

export interface TriedMistake {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly result: TestResult;
  /** First failed test and message, or the number of test files. */
  readonly by: string;
  readonly seconds: number;
}

/** `never ends`: tests time out only with the mistake. `not known`: they time out or fail without it too. */
export type TestResult = 'found' | 'never ends' | 'not found' | 'not known';

export interface TryOptions {
  readonly seed: number;
  /** A higher count continues a lower one. */
  readonly count: number;
  /** Path prefixes of files to change. */
  readonly within: readonly string[];
  readonly nearest_only: boolean;
  readonly tell: (tried: TriedMistake) => void;
}

const ROOT = join(import.meta.dirname, '../..');
const SKIPPED = ['real-data', 'browser'].filter(
  (project) => !process.env[project.toUpperCase().replace('-', '_')],
);
const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') && !SKIPPED.some((name) => path.startsWith(`test/${name}/`));
/** Test files run one by one, before the others. */
const NEAREST = 6;
const MOST_OF_ONE_MS = 60_000;
const MOST_OF_OTHERS_MS = 1_800_000;
const SETTINGS = 'test/vitest.config.ts';
const TIMED_OUT = /timed out/i;

type RunTests = (tests: readonly string[], with_mistake: boolean) => Promise<RunResult | null>;

export async function tryMistakes(options: TryOptions): Promise<TriedMistake[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  try {
    copyProjectTo(folder);
    const trials = new Trials(folder);
    const tried: TriedMistake[] = [];
    try {
      for (const one of drawMistakes(trials.texts, options)) {
        tried.push(await trials.try(one, options.nearest_only));
        options.tell(tried.at(-1)!);
      }
    } finally {
      trials.runner.stop();
    }
    return tried;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface MistakeInFile {
  readonly file: string;
  readonly mistake: Mistake;
}

/** Copy of the project with one mistake at a time. */
class Trials {
  readonly runner: TestRunner;
  readonly texts: ReadonlyMap<string, string>;
  readonly #project: string;
  readonly #usersOf: (file: string) => string[];
  readonly #sound = new Set<string>();

  constructor(project: string) {
    this.#project = project;
    this.texts = new Map(
      globSync(['{src,tiles-builder,test}/**/*.{ts,html}', 'package.json', 'wrangler.toml'], { cwd: project })
        .sort()
        .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
    );
    this.#usersOf = usersByDistance(this.texts);
    this.runner = new TestRunner(project);
  }

  async try({ file, mistake }: MistakeInFile, nearest_only: boolean): Promise<TriedMistake> {
    const began_ms = performance.now();
    const source = this.texts.get(file)!;
    const path = join(this.#project, file);
    const mistaken = source.slice(0, mistake.start) + mistake.text + source.slice(mistake.end);
    const run: RunTests = (tests, with_mistake) => {
      writeFileSync(path, with_mistake ? mistaken : source);
      // Settings are evaluated once per process.
      if (this.#usersOf(file).includes(SETTINGS)) this.runner.stop();
      return this.runner.run(
        { tests, changed: [file] },
        tests.length > 1 ? MOST_OF_OTHERS_MS : MOST_OF_ONE_MS,
      );
    };
    const { nearest, others } = this.#testsOf(file);
    const batches = nearest.map((test) => [test]);
    if (!nearest_only && others.length > 0) batches.push(others);
    try {
      const { result, by } = await resultOf(batches, run, this.#sound);
      const seconds = Math.round((performance.now() - began_ms) / 1_000);
      return { file, ...describe(source, mistake), result, by, seconds };
    } finally {
      // A later run would still see the mistake.
      await run([], false);
    }
  }

  /** Nearest: in the mirrored folder, else fewest steps away. */
  #testsOf(file: string): { readonly nearest: string[]; readonly others: string[] } {
    const tests = this.#usersOf(file).filter(isTest);
    const mirror = dirname(file).replace(/^(src|tiles-builder)/, 'test');
    const mirrored = tests.filter((path) => dirname(path) === mirror);
    const nearest = (mirrored.length > 0 ? mirrored : tests).slice(0, NEAREST);
    return { nearest, others: tests.filter((test) => !nearest.includes(test)) };
  }
}

/**
 * Repeats a failure or timeout without the mistake, unless sound, and a timeout with it, as the machine may be busy.
 * @param sound passed without the mistake; extended
 */
export async function resultOf(
  batches: readonly (readonly string[])[],
  run: RunTests,
  sound: Set<string>,
): Promise<{ readonly result: TestResult; readonly by: string }> {
  for (const tests of batches) {
    const result = await run(tests, true);
    if (hasPassed(result)) continue;
    const failed = result?.files.find(({ state }) => state === 'failed');
    const by = failed ? `${failed.file}: ${failed.failure}` : `${tests.length} files`;
    if (failed && sound.has(failed.file) && !TIMED_OUT.test(failed.failure!)) return { result: 'found', by };
    const again = await run(failed ? [failed.file] : tests, false);
    if (!hasPassed(again)) return { result: 'not known', by };
    for (const { file } of again!.files) sound.add(file);
    const isLate = result === null || (failed && TIMED_OUT.test(failed.failure!));
    if (isLate && hasPassed(await run(failed ? [failed.file] : tests, true))) continue;
    return { result: result === null ? 'never ends' : 'found', by };
  }
  return { result: 'not found', by: `any of ${batches.flat().length} files` };
}

const hasPassed = (result: RunResult | null): boolean =>
  result !== null && !result.has_stray_errors && result.files.every(({ state }) => state === 'passed');

/** As known to git, with libraries. */
function copyProjectTo(folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function drawMistakes(
  texts: ReadonlyMap<string, string>,
  { seed, count, within }: TryOptions,
): MistakeInFile[] {
  const isWanted = (file: string): boolean =>
    file.endsWith('.ts') && within.some((start) => file.startsWith(start)) && !file.includes('/generated/');
  const left = [...texts].flatMap(([file, text]) =>
    isWanted(file) ? findMistakes(text).map((mistake) => ({ file, mistake })) : [],
  );
  const random = new Random(seed);
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [drawn] = left.splice(Math.floor(random.unit() * left.length), 1);
    return drawn;
  });
}

function describe(
  source: string,
  { start, end, text }: Mistake,
): Pick<TriedMistake, 'line' | 'before' | 'after'> {
  const first = source.lastIndexOf('\n', start - 1) + 1;
  const last = source.indexOf('\n', end);
  return {
    line: source.slice(0, start).split('\n').length,
    before: source.slice(first, last).trim(),
    after: (source.slice(first, start) + text + source.slice(end, last)).trim(),
  };
}
