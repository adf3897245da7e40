/** Puts one mistake after the other into a copy of the project, and runs the tests that can see it. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { VITEST_PROGRAM } from '../support/vitest-program.ts';
import { findMistakes, type Mistake } from './find-mistakes.ts';

export interface TriedMistake {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly result: TryResult;
}

/** `too late`: all tests did not end in time, so that nobody knows whether they find the mistake. */
export type TryResult = 'found by related tests' | 'found by all tests' | 'not found' | 'too late';

/** How a run of tests ended; `late`: it was ended, as it took too long. */
export type RunOutcome = 'passed' | 'failed' | 'late';

export interface TryOptions {
  readonly seed: number;
  readonly count: number;
  /** Beginnings of the paths of files that mistakes are put into. */
  readonly within: readonly string[];
  readonly tell: (tried: TriedMistake, seconds: number) => void;
}

const ROOT = join(import.meta.dirname, '../..');
const RELATED_MOST_MS = 300_000;
const ALL_MOST_MS = 1_200_000;
const PROJECTS = ['node', 'worker'].flatMap((project) => ['--project', project]);

/** @throws Error where the tests fail or end too late without a mistake */
export async function tryMistakes({ seed, count, within, tell }: TryOptions): Promise<TriedMistake[]> {
  const folder = copyOfProject();
  try {
    const all = (): Promise<RunOutcome> => runTests(folder, ['run'], ALL_MOST_MS);
    const unharmed = await all();
    if (unharmed !== 'passed') throw new Error(`Without any mistake the run of all tests is ${unharmed}.`);
    const tried: TriedMistake[] = [];
    for (const { file, mistake } of drawMistakes(folder, { seed, count, within })) {
      const began_ms = performance.now();
      const path = join(folder, file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, source.slice(0, mistake.start) + mistake.text + source.slice(mistake.end));
      const related = ['related', file, '--run', ...PROJECTS];
      const result = await resultOf(() => runTests(folder, related, RELATED_MOST_MS), all);
      writeFileSync(path, source);
      const one = { file, ...describe(source, mistake), result };
      tried.push(one);
      tell(one, (performance.now() - began_ms) / 1_000);
    }
    return tried;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All tests run where the related ones have not failed. */
export async function resultOf(
  related: () => Promise<RunOutcome>,
  all: () => Promise<RunOutcome>,
): Promise<TryResult> {
  if ((await related()) === 'failed') return 'found by related tests';
  const outcome = await all();
  if (outcome === 'late') return 'too late';
  return outcome === 'failed' ? 'found by all tests' : 'not found';
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
  spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).stdout.split('\0').filter(Boolean);

/** Each mistake is as likely as any other, whatever file it is in. */
function drawMistakes(
  folder: string,
  { seed, count, within }: Pick<TryOptions, 'seed' | 'count' | 'within'>,
): { readonly file: string; readonly mistake: Mistake }[] {
  const isWanted = (file: string): boolean =>
    file.endsWith('.ts') && within.some((start) => file.startsWith(start)) && !file.includes('/generated/');
  const all = trackedFiles()
    .filter(isWanted)
    .flatMap((file) =>
      findMistakes(readFileSync(join(folder, file), 'utf8')).map((mistake) => ({ file, mistake })),
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

/** Runs tests for `most_ms` at the most; what they have started is ended with them. */
export function runTests(folder: string, args: readonly string[], most_ms: number): Promise<RunOutcome> {
  const child = spawn(
    process.execPath,
    [
      VITEST_PROGRAM,
      ...args,
      '--config',
      join(folder, 'test/vitest.config.ts'),
      '--bail',
      '1',
      '--passWithNoTests',
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
      if (isLate) resolve('late');
      else resolve(code === 0 ? 'passed' : 'failed');
    });
  });
}
