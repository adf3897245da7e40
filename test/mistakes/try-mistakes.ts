/** Mutation testing: applies mistakes one at a time to a copy of the project, and runs tests that evaluate their place. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { inBatches, mostTimeFor } from './batches-of-tests.ts';
import { findMistakes, type Mistake } from './find-mistakes.ts';
import { type RunResult, TestRunner } from './run-tests.ts';
import { linesOf, type SurveyedTest, surveyTests } from './survey-tests.ts';
import { usersByDistance } from './tests-of-file.ts';

export interface TriedMistake {
  /** Of its place. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly result: TryResult;
  /** First failed test and message, or the number of test files. */
  readonly by: string;
  readonly seconds: number;
}

/** `never ends`: tests time out only with the mistake. `not known`: they time out or fail without it too. */
export type TestResult = 'found' | 'never ends' | 'not found' | 'not known';
/** The other tests have not been run. */
export type TryResult = TestResult | 'not found by the nearest';

export interface TryOptions {
  readonly seed: number;
  readonly count: number;
  /** Path prefixes of files to change. */
  readonly within: readonly string[];
  /** Of copy and results; a later call continues there. */
  readonly folder: string;
  /** Starts nothing later. */
  readonly most_ms: number;
  readonly nearest_only: boolean;
  /** Twice if the nearest tests find nothing. */
  readonly tell: (tried: TriedMistake) => void;
}

const ROOT = join(import.meta.dirname, '../..');
const SKIPPED = ['real-data', 'browser'].filter(
  (project) => !process.env[project.toUpperCase().replace('-', '_')],
);
/** Not instrumented: imports count. */
const UNNOTED = /^test\/(end-to-end|browser)\//;
const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') && !SKIPPED.some((name) => path.startsWith(`test/${name}/`));
/** Test files run before the survey, and their maximum time. */
const NEAREST = 6;
const LONGEST_OF_NEAREST_MS = 20_000;
const NOTHING_FAILED: RunResult = { files: [], has_stray_errors: false };
const SETTINGS = 'test/vitest.config.ts';
const TIMED_OUT = /timed out/i;

type RunTests = (tests: readonly string[], with_mistake: boolean) => Promise<RunResult | null>;

/**
 * @throws UsageError if the folder has results of other files
 * @returns all tried, in order of the draw
 */
export async function tryMistakes(options: TryOptions): Promise<TriedMistake[]> {
  const { folder, seed, most_ms, nearest_only, tell } = options;
  const began_ms = performance.now();
  const isOver = (): boolean => performance.now() - began_ms > most_ms;
  requireSameFiles(options);
  const project = join(folder, 'project');
  if (!existsSync(project)) copyProjectTo(project);
  const texts = textsOf(project);
  const all = mistakesIn(texts, options.within);
  const drawn = drawMistakes(all, options);
  const results = join(folder, `tried-${seed}.jsonl`);
  const tried = new Map(linesOf<TriedMistake>(results).map((one) => [one.id, one]));
  const trials = new Trials(project, texts);
  const keep = (one: TriedMistake): void => {
    tried.set(one.id, one);
    appendFileSync(results, `${JSON.stringify(one)}\n`);
    tell(one);
  };
  try {
    for (const one of drawn) {
      if (isOver()) break;
      if (tried.has(one.id)) continue;
      const byNearest = await trials.tryByNearest(one);
      keep(isFound(byNearest) ? byNearest : { ...byNearest, result: 'not found by the nearest' });
    }
    const left = drawn.filter(({ id }) => tried.get(id)?.result === 'not found by the nearest');
    if (left.length > 0 && !nearest_only && !isOver()) {
      const known = join(folder, 'tests.jsonl');
      const surveyed = (await survey(project, trials.runner, texts, all, known, isOver)) ?? [];
      const took_ms = new Map(surveyed.map((test) => [test.file, test.took_ms]));
      for (const one of left) {
        if (isOver()) break;
        keep(
          await trials.tryBy(one, inBatches(trials.reaching(one, surveyed), took_ms), (tests) =>
            mostTimeFor(tests, took_ms),
          ),
        );
      }
    }
    return drawn.flatMap(({ id }) => tried.get(id) ?? []);
  } finally {
    trials.runner.stop();
  }
}

export const isFound = ({ result }: TriedMistake): boolean => result === 'found' || result === 'never ends';

export function requireSameFiles({ folder, within }: Pick<TryOptions, 'folder' | 'within'>): void {
  const file = join(folder, 'within.json');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(within));
  const kept = readFileSync(file, 'utf8');
  if (kept !== JSON.stringify(within))
    throw new UsageError(`${folder} is of mistakes within ${kept}`, 'Name another --folder.');
}

interface NumberedMistake {
  readonly id: number;
  readonly file: string;
  readonly mistake: Mistake;
}

async function survey(
  project: string,
  runner: TestRunner,
  texts: ReadonlyMap<string, string>,
  all: readonly NumberedMistake[],
  known: string,
  is_over: () => boolean,
): Promise<SurveyedTest[] | null> {
  const places = new Map(
    [...Map.groupBy(all, ({ file }) => file)].map(([file, inFile]) => [
      file,
      inFile.map(({ id, mistake }) => ({ id, ...mistake.place })),
    ]),
  );
  return surveyTests(project, runner, texts, places, [...texts.keys()].filter(isTest), known, is_over);
}

/** A copy of the project with one mistake at a time. */
class Trials {
  readonly runner: TestRunner;
  readonly #project: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #usersOf: (file: string) => string[];
  readonly #sound = new Set<string>();
  /** Too slow before the survey. */
  readonly #slow = new Set<string>();

  constructor(project: string, texts: ReadonlyMap<string, string>) {
    this.#project = project;
    this.#texts = texts;
    this.#usersOf = usersByDistance(texts);
    this.runner = new TestRunner(project);
  }

  /** In the mirrored folder, else fewest steps away. */
  #nearestTo({ file }: NumberedMistake): string[] {
    const isNear = (path: string): boolean => isTest(path) && !UNNOTED.test(path) && !this.#slow.has(path);
    const near = this.#usersOf(file).filter(isNear);
    const mirror = dirname(file).replace(/^(src|tiles-builder)/, 'test');
    const mirrored = near.filter((path) => dirname(path) === mirror);
    return (mirrored.length > 0 ? mirrored : near).slice(0, NEAREST);
  }

  /** Surveyed as evaluating the place, or unrecorded. */
  reaching(one: NumberedMistake, surveyed: readonly SurveyedTest[]): string[] {
    const leading = this.#usersOf(one.file);
    const tests = surveyed
      .filter(
        ({ file, reached }) => reached.includes(one.id) || (UNNOTED.test(file) && leading.includes(file)),
      )
      .map(({ file }) => file);
    const stepsTo = new Map(leading.map((file, steps) => [file, steps]));
    return tests.sort((a, b) => (stepsTo.get(a) ?? Infinity) - (stepsTo.get(b) ?? Infinity));
  }

  /** Excludes slow tests. */
  async tryByNearest(one: NumberedMistake): Promise<TriedMistake> {
    const nearest = this.#nearestTo(one).map((test) => [test]);
    return this.#try(one, nearest, async ([test], run, isMistaken) => {
      const result = await run(LONGEST_OF_NEAREST_MS, isMistaken);
      if (result !== null) return result;
      if (isMistaken && (await run(LONGEST_OF_NEAREST_MS, false)) !== null) return null;
      this.#slow.add(test);
      return isMistaken ? NOTHING_FAILED : null;
    });
  }

  async tryBy(
    one: NumberedMistake,
    batches: readonly (readonly string[])[],
    mostTimeFor_ms: (tests: readonly string[]) => number,
  ): Promise<TriedMistake> {
    return this.#try(one, batches, (tests, run, isMistaken) => run(mostTimeFor_ms(tests), isMistaken));
  }

  async #try(
    { id, file, mistake }: NumberedMistake,
    batches: readonly (readonly string[])[],
    runWithin: (
      tests: readonly string[],
      run: (most_ms: number, with_mistake: boolean) => Promise<RunResult | null>,
      isMistaken: boolean,
    ) => Promise<RunResult | null>,
  ): Promise<TriedMistake> {
    const began_ms = performance.now();
    const source = this.#texts.get(file)!;
    const path = join(this.#project, file);
    const mistaken = source.slice(0, mistake.start) + mistake.text + source.slice(mistake.end);
    const runOnce = (tests: readonly string[], most_ms: number, with_mistake: boolean) => {
      writeFileSync(path, with_mistake ? mistaken : source);
      // Settings are evaluated once per process.
      if (this.#usersOf(file).includes(SETTINGS)) this.runner.stop();
      return this.runner.run({ tests, changed: [file], until_failure: true }, most_ms);
    };
    const run: RunTests = (tests, with_mistake) =>
      runWithin(tests, (most_ms, mistaken) => runOnce(tests, most_ms, mistaken), with_mistake);
    try {
      const { result, by } = await resultOf(batches, run, this.#sound);
      const seconds = Math.round((performance.now() - began_ms) / 1_000);
      return { id, file, ...describe(source, mistake), result, by, seconds };
    } finally {
      writeFileSync(path, source);
      // A later run would still see the mistake.
      await this.runner.run({ tests: [], changed: [file], until_failure: true }, mostTimeFor([], new Map()));
    }
  }
}

/**
 * Repeats a failure or timeout without the mistake, unless sound, and a timeout with it, as the machine may be busy.
 *
 * @param sound tests that passed without the mistake; extended
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
  for (const file of trackedFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

const trackedFiles = (): string[] =>
  spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const textsOf = (project: string): Map<string, string> =>
  new Map(
    globSync(['{src,tiles-builder,test}/**/*.{ts,html}', 'package.json', 'wrangler.toml'], { cwd: project })
      .sort()
      .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
  );

function mistakesIn(texts: ReadonlyMap<string, string>, within: readonly string[]): NumberedMistake[] {
  const isWanted = (file: string): boolean =>
    file.endsWith('.ts') && within.some((start) => file.startsWith(start)) && !file.includes('/generated/');
  return [...texts]
    .flatMap(([file, text]) =>
      isWanted(file) ? findMistakes(text).map((mistake) => ({ file, mistake })) : [],
    )
    .map((one, id) => ({ id, ...one }));
}

/** A higher count continues a lower one. */
function drawMistakes(
  all: readonly NumberedMistake[],
  { seed, count }: Pick<TryOptions, 'seed' | 'count'>,
): NumberedMistake[] {
  const random = new Random(seed);
  const left = [...all];
  return Array.from({ length: Math.min(count, all.length) }, () => {
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
