import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Place } from './mark-places.ts';
import { type RunResult, TestRunner } from './run-tests.ts';
import { surveyTests } from './survey-tests.ts';

const SUM = 'export const sum = (a: number, b: number) => (a === 7 ? b : a + b);';
const SUM_TEST = `import { expect, test } from 'vitest';
import { sum } from '../src/sum.ts';
test('adds', () => expect(sum(1, 2)).toBe(3));
test('ends', () => { while (sum(0, 1) === 6); });`;
const PROCESS_TEST = `import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
const program = 'import("./src/sum.ts").then(({ sum }) => process.exit(sum(7, 5)))';
test('adds elsewhere', () => expect(spawnSync(process.execPath, ['-e', program]).status).toBe(5));`;
const SETTINGS = 'export default { test: { maxWorkers: 1, projects: [{ test: { isolate: false } }] } };';
const LOADS_TEST = `import { expect, test } from 'vitest';
import { sum } from '../src/sum.ts';
test('loads', () => expect(sum).toBeTypeOf('function'));`;

/** One source and three test files, which share modules by default. */
function drawProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['src', 'test/mistakes']) mkdirSync(join(folder, name), { recursive: true });
  cpSync(import.meta.dirname, join(folder, 'test/mistakes'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'test/vitest.config.ts'), SETTINGS);
  writeFileSync(join(folder, 'src/sum.ts'), SUM);
  writeFileSync(join(folder, 'test/sum.test.ts'), SUM_TEST);
  writeFileSync(join(folder, 'test/process.test.ts'), PROCESS_TEST);
  writeFileSync(join(folder, 'test/loads.test.ts'), LOADS_TEST);
  return folder;
}

test('one process runs tests again, sees what changed, says what failed first, and is ended where it takes too long', async () => {
  const folder = drawProject();
  const runner = new TestRunner(folder);
  onTestFinished(() => runner.stop());
  const runWith = async (sum: string, most_ms: number): Promise<RunResult | null> => {
    writeFileSync(join(folder, 'src/sum.ts'), sum);
    const tests = ['test/sum.test.ts', 'test/process.test.ts'];
    return runner.run({ tests, changed: ['src/sum.ts'], until_failure: true }, most_ms);
  };
  expect(await runWith(SUM, 60_000)).toMatchObject({
    files: [{ state: 'passed' }, { state: 'passed' }],
    has_stray_errors: false,
  });
  const wrong = await runWith(SUM.replace('a + b', 'a - b'), 60_000);
  expect(wrong?.files.filter(({ failure }) => failure !== null)).toMatchObject([
    { file: 'test/sum.test.ts', state: 'failed', failure: 'adds: expected -1 to be 3 // Object.is equality' },
  ]);
  expect(await runWith(SUM.replace('a + b', '(a || 5) + b'), 2_500)).toBeNull();
  expect(await runWith(SUM, 60_000)).toMatchObject({ files: [{ state: 'passed' }, { state: 'passed' }] });
}, 120_000);

test('a survey says which tests evaluate a place, in their own process or in one that they start, and goes on later', async () => {
  const folder = drawProject();
  const runner = new TestRunner(folder);
  onTestFinished(() => runner.stop());
  const tests = ['test/sum.test.ts', 'test/process.test.ts', 'test/loads.test.ts'];
  const texts = new Map([
    ['src/sum.ts', SUM],
    [tests[0], SUM_TEST],
    [tests[1], PROCESS_TEST],
    [tests[2], LOADS_TEST],
  ]);
  const placeOf = (id: number, text: string): Place => ({
    id,
    start: SUM.indexOf(text),
    end: SUM.indexOf(text) + text.length,
  });
  const places = new Map([['src/sum.ts', [placeOf(0, 'a === 7'), placeOf(1, 'a + b')]]]);
  const known = join(folder, 'tests.jsonl');
  const survey = (isOver: boolean): ReturnType<typeof surveyTests> =>
    surveyTests(folder, runner, texts, places, tests, known, () => isOver);
  expect(await survey(true)).toBeNull();
  const expected = [
    { file: tests[0], has_passed: true, reached: [0, 1] },
    { file: tests[1], has_passed: true, reached: [0] },
    { file: tests[2], has_passed: true, reached: [] },
  ];
  expect(await survey(false)).toMatchObject(expected);
  expect(await survey(true)).toMatchObject(expected);
  expect(texts).toEqual(
    new Map([...texts.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
  );
}, 120_000);
