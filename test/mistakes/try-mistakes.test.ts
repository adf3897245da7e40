import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunOutcome, resultOf, runTests } from './try-mistakes.ts';

test.each<[related: RunOutcome, all: RunOutcome, result: string, runs: number]>([
  ['failed', 'passed', 'found by related tests', 1],
  ['passed', 'failed', 'found by all tests', 2],
  ['late', 'failed', 'found by all tests', 2],
  ['passed', 'passed', 'not found', 2],
  ['late', 'passed', 'not found', 2],
  ['passed', 'late', 'too late', 2],
  ['late', 'late', 'too late', 2],
])('a mistake whose related tests have %s, and all tests %s, is %s', async (related, all, result, runs) => {
  let begun = 0;
  const run = (outcome: RunOutcome) => async (): Promise<RunOutcome> => {
    begun++;
    return outcome;
  };
  expect(await resultOf(run(related), run(all))).toBe(result);
  expect(begun).toBe(runs);
});

test('a run that is ended for time has not failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'test'));
  writeFileSync(join(folder, 'test/vitest.config.ts'), 'export default {};');
  expect(await runTests(folder, ['run'], 1)).toBe('late');
  expect(await runTests(folder, ['run'], 60_000)).toBe('passed');
  writeFileSync(join(folder, 'test/vitest.config.ts'), "throw new Error('no configuration');");
  expect(await runTests(folder, ['run'], 60_000)).toBe('failed');
}, 120_000);
