import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunResult, TestRunner } from './run-tests.ts';

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
/** One source and two test files, which share modules by default. */
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
  return folder;
}

test('one process runs tests again, sees what changed, says what failed first, and is ended where it takes too long', async () => {
  const folder = drawProject();
  const runner = new TestRunner(folder);
  onTestFinished(() => runner.stop());
  const runWith = async (sum: string, most_ms: number): Promise<RunResult | null> => {
    writeFileSync(join(folder, 'src/sum.ts'), sum);
    const tests = ['test/sum.test.ts', 'test/process.test.ts'];
    return runner.run({ tests, changed: ['src/sum.ts'] }, most_ms);
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
