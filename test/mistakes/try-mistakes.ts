/** Puts one mistake after the other into a copy of the project, and runs the tests that evaluate its place. */
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
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly result: TryResult;
  /** The test that failed first, and what it said; or how many files of tests found nothing. */
  readonly by: string;
  readonly seconds: number;
}

/**
 * `never ends`: tests that end in time without the mistake do not with it. `not known`: they end in time neither way,
 * or fail without the mistake too.
 */
export type TryResult = 'found' | 'never ends' | 'not found' | 'not known';

export interface TryOptions {
  readonly seed: number;
  readonly count: number;
  /** Beginnings of the paths of files that mistakes are put into. */
  readonly within: readonly string[];
  /** Where the copy of the project and the results are kept: another call with it goes on where one ended. */
  readonly folder: string;
  /** When to begin nothing more. */
  readonly most_ms: number;
  readonly tell: (tried: TriedMistake) => void;
}

const ROOT = join(import.meta.dirname, '../..');
/** Tests that would be skipped. */
const SKIPPED = ['real-data', 'browser'].filter(
  (project) => !process.env[project.toUpperCase().replace('-', '_')],
);
/** What tests in workerd and in a browser of its own evaluate is not noted: what leads to the file counts. */
const UNNOTED = /^test\/(end-to-end|browser)\//;
const SETTINGS = 'test/vitest.config.ts';
const TIMED_OUT = /timed out/i;

/** Runs some files of tests with the mistake, or without it; null where they do not end. */
type RunTests = (tests: readonly string[], with_mistake: boolean) => Promise<RunResult | null>;

/**
 * @throws UsageError where the folder holds results of another draw, whose numbers are of other mistakes
 * @returns all that were tried in the folder, or null where the time was over before the tests were surveyed
 */
export async function tryMistakes(options: TryOptions): Promise<TriedMistake[] | null> {
  const { folder, most_ms, tell } = options;
  const began_ms = performance.now();
  const isOver = (): boolean => performance.now() - began_ms > most_ms;
  const project = join(folder, 'project');
  requireSameDraw(options);
  if (!existsSync(project)) copyProjectTo(project);
  const texts = textsOf(project);
  const drawn = drawMistakes(texts, options);
  const runner = new TestRunner(project);
  try {
    const surveyed = await survey(project, runner, texts, drawn, join(folder, 'tests.jsonl'), isOver);
    if (surveyed === null) return null;
    const results = join(folder, 'tried.jsonl');
    const tried = linesOf<TriedMistake>(results);
    const usersOf = usersByDistance(texts);
    for (const [id, { file, mistake }] of drawn.entries()) {
      if (id < tried.length) continue;
      if (isOver()) break;
      const one = await tryOne(
        project,
        runner,
        texts.get(file)!,
        { id, file, mistake },
        usersOf(file),
        surveyed,
      );
      tried.push(one);
      appendFileSync(results, `${JSON.stringify(one)}\n`);
      tell(one);
    }
    return tried;
  } finally {
    runner.stop();
  }
}

export function requireSameDraw({ folder, seed, count, within }: TryOptions): void {
  const file = join(folder, 'draw.json');
  const draw = JSON.stringify({ seed, count, within });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, draw);
  const kept = readFileSync(file, 'utf8');
  if (kept !== draw) throw new UsageError(`${folder} is of the draw ${kept}`, 'Name another --folder.');
}

/** A mistake in a file, with the number of its place. */
interface DrawnMistake {
  readonly id: number;
  readonly file: string;
  readonly mistake: Mistake;
}

async function survey(
  project: string,
  runner: TestRunner,
  texts: ReadonlyMap<string, string>,
  drawn: readonly Omit<DrawnMistake, 'id'>[],
  known: string,
  is_over: () => boolean,
): Promise<SurveyedTest[] | null> {
  const numbered = drawn.map(({ file, mistake }, id) => ({ file, place: { id, ...mistake.place } }));
  const places = new Map(
    [...Map.groupBy(numbered, ({ file }) => file)].map(([file, all]) => [
      file,
      all.map(({ place }) => place),
    ]),
  );
  const isTest = (path: string): boolean =>
    path.endsWith('.test.ts') && !SKIPPED.some((name) => path.startsWith(`test/${name}/`));
  return surveyTests(project, runner, texts, places, [...texts.keys()].filter(isTest), known, is_over);
}

/** @param users the files that lead to that of the mistake, the nearest first */
async function tryOne(
  project: string,
  runner: TestRunner,
  source: string,
  { id, file, mistake }: DrawnMistake,
  users: readonly string[],
  surveyed: readonly SurveyedTest[],
): Promise<TriedMistake> {
  const began_ms = performance.now();
  const took_ms = new Map(surveyed.map((test) => [test.file, test.took_ms]));
  const sound = new Set(surveyed.filter(({ has_passed }) => has_passed).map((test) => test.file));
  const reaching = new Set(surveyed.filter(({ reached }) => reached.includes(id)).map((test) => test.file));
  const leading = users.filter((path) => reaching.has(path) || (took_ms.has(path) && UNNOTED.test(path)));
  const path = join(project, file);
  const mistaken = source.slice(0, mistake.start) + mistake.text + source.slice(mistake.end);
  const run: RunTests = (tests, with_mistake) => {
    writeFileSync(path, with_mistake ? mistaken : source);
    // What the settings lead to is done once for all runs of a process: another sees the change.
    if (users.includes(SETTINGS)) runner.stop();
    return runner.run({ tests, changed: [file], until_failure: true }, mostTimeFor(tests, took_ms));
  };
  try {
    const batches = inBatches([...new Set([...leading, ...reaching])], took_ms);
    const { result, by } = await resultOf(batches, run, sound);
    const seconds = Math.round((performance.now() - began_ms) / 1_000);
    return { file, ...describe(source, mistake), result, by, seconds };
  } finally {
    writeFileSync(path, source);
    // A later run of the same process would see the mistake still.
    await runner.run({ tests: [], changed: [file], until_failure: true }, mostTimeFor([], took_ms));
  }
}

/**
 * A test that fails, or does not end, is run again without the mistake, unless it is known to be sound: where it fails or
 * is late then too, it has found nothing.
 *
 * @param sound tests that have passed without the mistake
 */
export async function resultOf(
  batches: readonly (readonly string[])[],
  run: RunTests,
  sound: ReadonlySet<string>,
): Promise<Pick<TriedMistake, 'result' | 'by'>> {
  for (const tests of batches) {
    const result = await run(tests, true);
    const failed = result?.files.find(({ state }) => state === 'failed');
    if (result && !failed && !result.has_stray_errors) continue;
    const by = failed ? `${failed.file}: ${failed.failure}` : `${tests.length} files`;
    if (failed && sound.has(failed.file) && !TIMED_OUT.test(failed.failure!)) return { result: 'found', by };
    const again = await run(failed ? [failed.file] : tests, false);
    const isUnharmed =
      again !== null && !again.has_stray_errors && again.files.every(({ state }) => state === 'passed');
    if (!isUnharmed) return { result: 'not known', by };
    return { result: result === null ? 'never ends' : 'found', by };
  }
  return { result: 'not found', by: `any of ${batches.flat().length} files` };
}

/** What git knows of the project, as it lies there, with the libraries that are installed. */
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

/** The files that hold mistakes, and those that lead from tests to them. */
const textsOf = (project: string): Map<string, string> =>
  new Map(
    globSync(['{src,tiles-builder,test}/**/*.{ts,html}', 'package.json', 'wrangler.toml'], { cwd: project })
      .sort()
      .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
  );

/** Each mistake is as likely as any other, whatever file it is in. */
function drawMistakes(
  texts: ReadonlyMap<string, string>,
  { seed, count, within }: TryOptions,
): { readonly file: string; readonly mistake: Mistake }[] {
  const isWanted = (file: string): boolean =>
    file.endsWith('.ts') && within.some((start) => file.startsWith(start)) && !file.includes('/generated/');
  const all = [...texts].flatMap(([file, text]) =>
    isWanted(file) ? findMistakes(text).map((mistake) => ({ file, mistake })) : [],
  );
  const random = new Random(seed);
  return Array.from({ length: Math.min(count, all.length) }, () => {
    const [drawn] = all.splice(Math.floor(random.unit() * all.length), 1);
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
