/** Puts one mistake after the other into a copy of the project, and runs the tests that can see it, the nearest first. */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { VITEST_PROGRAM } from '../support/vitest-program.ts';
import { inBatches, mostTimeFor } from './batches-of-tests.ts';
import { findMistakes, type Mistake } from './find-mistakes.ts';
import { testsByDistance } from './tests-of-file.ts';
import { type Failure, firstFailure, passedIn } from './vitest-report.ts';

export interface TriedMistake {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly result: TryResult;
  /** The test that failed first, and what it said; or how many files of tests found nothing. */
  readonly by: string;
}

/**
 * `never ends`: tests that end in time without the mistake do not with it. `not known`: they end in time neither way,
 * or fail without the mistake too.
 */
export type TryResult = 'found' | 'never ends' | 'not found' | 'not known';

/** How a run of tests ended; `late`: it was ended, as it took too long. */
export interface RunOutcome {
  readonly end: 'passed' | 'failed' | 'late';
  /** Of the first that failed: its file, its name and what it said. */
  readonly failure: Failure | null;
}

export interface TryOptions {
  readonly seed: number;
  /** How many of the mistakes that the seed draws are left out, as they have been tried before. */
  readonly skip: number;
  readonly count: number;
  /** Beginnings of the paths of files that mistakes are put into. */
  readonly within: readonly string[];
  /** How many batches of tests are run for a mistake that none finds: three of those that there is time for, and all. */
  readonly batches: number;
  /** Vitest's report, as JSON, of a run of all tests without a mistake: how long each took. */
  readonly report: string | null;
  readonly tell: (tried: TriedMistake, seconds: number) => void;
}

const ROOT = join(import.meta.dirname, '../..');
/** Tests that would be skipped. */
const SKIPPED = ['real-data', 'browser'].filter(
  (project) => !process.env[project.toUpperCase().replace('-', '_')],
);
const TIMED_OUT = /timed out/i;

/** Runs some files of tests with the mistake, or without it. */
type RunTests = (tests: readonly string[], with_mistake: boolean) => Promise<RunOutcome>;

export async function tryMistakes(options: TryOptions): Promise<TriedMistake[]> {
  const folder = copyOfProject();
  try {
    const texts = textsOf(folder);
    const testsOf = testsByDistance(texts);
    const isTest = (path: string): boolean =>
      path.endsWith('.test.ts') && !SKIPPED.some((project) => path.startsWith(`test/${project}/`));
    const allTests = [...texts.keys()].filter(isTest);
    const tried: TriedMistake[] = [];
    const passed_ms = options.report === null ? new Map<string, number>() : passedIn(ROOT, options.report);
    const sound = new Set<string>();
    for (const { file, mistake } of drawMistakes(texts, options)) {
      const began_ms = performance.now();
      const source = texts.get(file)!;
      const mistaken = source.slice(0, mistake.start) + mistake.text + source.slice(mistake.end);
      const run: RunTests = (tests, with_mistake) => {
        writeFileSync(join(folder, file), with_mistake ? mistaken : source);
        return runTests(folder, ['run', ...tests], mostTimeFor(tests, passed_ms));
      };
      const batches = inBatches(testsOf(file).filter(isTest), allTests, passed_ms).slice(0, options.batches);
      const { result, by } = await resultOf(batches, run, sound);
      writeFileSync(join(folder, file), source);
      const one = { file, ...describe(source, mistake), result, by };
      tried.push(one);
      options.tell(one, (performance.now() - began_ms) / 1_000);
    }
    return tried;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A test that fails, or does not end, is run again without the mistake, unless it is known to be sound: where it fails or
 * is late then too, it has found nothing.
 *
 * @param sound tests that have passed in a run before here, to which those are added that pass in these
 */
export async function resultOf(
  batches: readonly (readonly string[])[],
  run: RunTests,
  sound: Set<string> = new Set(),
): Promise<Pick<TriedMistake, 'result' | 'by'>> {
  for (const tests of batches) {
    if (tests.length === 0) continue;
    const { end, failure } = await run(tests, true);
    const by = failure ? `${failure.file}: ${failure.name}: ${failure.message}` : `${tests.length} files`;
    if (end === 'passed') for (const test of tests) sound.add(test);
    else if (failure && sound.has(failure.file) && !TIMED_OUT.test(failure.message))
      return { result: 'found', by };
    else {
      const again = failure ? [failure.file] : tests;
      const unharmed = await run(again, false);
      if (unharmed.end !== 'passed') return { result: 'not known', by };
      for (const test of again) sound.add(test);
      return { result: end === 'late' ? 'never ends' : 'found', by };
    }
  }
  return { result: 'not found', by: `any of ${batches.flat().length} files` };
}

/** What git knows of the project, as it lies there, with the libraries that are installed. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  for (const file of trackedFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const trackedFiles = (): string[] =>
  spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** The files that hold mistakes, and those that lead from tests to them. */
const textsOf = (folder: string): Map<string, string> =>
  new Map(
    trackedFiles()
      .filter((file) => /\.(ts|html|toml)$|^package\.json$/.test(file))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/** Each mistake is as likely as any other, whatever file it is in. */
function drawMistakes(
  texts: ReadonlyMap<string, string>,
  { seed, skip, count, within }: TryOptions,
): { readonly file: string; readonly mistake: Mistake }[] {
  const isWanted = (file: string): boolean =>
    file.endsWith('.ts') && within.some((start) => file.startsWith(start)) && !file.includes('/generated/');
  const all = [...texts].flatMap(([file, text]) =>
    isWanted(file) ? findMistakes(text).map((mistake) => ({ file, mistake })) : [],
  );
  const random = new Random(seed);
  return Array.from({ length: Math.min(skip + count, all.length) }, () => {
    const [drawn] = all.splice(Math.floor(random.unit() * all.length), 1);
    return drawn;
  }).slice(skip);
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

/** Runs tests until the first fails, for `most_ms` at the most; what they have started is ended with them. */
export async function runTests(
  folder: string,
  args: readonly string[],
  most_ms: number,
): Promise<RunOutcome> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      VITEST_PROGRAM,
      ...args,
      '--config',
      join(folder, 'test/vitest.config.ts'),
      '--bail=1',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore', detached: true },
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(-child.pid!, 'SIGKILL');
  }, most_ms);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (isLate) resolve({ end: 'late', failure: null });
      else if (code === 0) resolve({ end: 'passed', failure: null });
      else resolve({ end: 'failed', failure: firstFailure(folder, report) });
    });
  });
}
