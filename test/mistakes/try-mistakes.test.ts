import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunOutcome, resultOf, runTests, type TryResult } from './try-mistakes.ts';

const PASSED: RunOutcome = { end: 'passed', failure: null };
const LATE: RunOutcome = { end: 'late', failure: null };
const failed = (file: string, message = 'expected 1 to be 2'): RunOutcome => ({
  end: 'failed',
  failure: { file, name: 'adds', message },
});

/** Two batches; the outcomes with the mistake, and without it, are in the order of the runs. */
test.each<[string, with_mistake: RunOutcome[], without: RunOutcome[], result: TryResult, sound: string[]]>([
  ['a test of the first batch fails', [failed('a')], [PASSED], 'found', ['a']],
  ['a test of the second batch fails', [PASSED, failed('c')], [PASSED], 'found', ['a', 'b', 'c']],
  ['no test fails', [PASSED, PASSED], [], 'not found', ['a', 'b', 'c']],
  ['a test fails without it too', [failed('a')], [failed('a')], 'not known', []],
  ['the tests end without it alone', [LATE], [PASSED], 'never ends', ['a', 'b']],
  ['the tests end in neither way', [LATE], [LATE], 'not known', []],
])('where %s, the result is what that says', async (_, with_mistake, without, result, proven) => {
  const sound = new Set<string>();
  const tried = await resultOf(
    [['a', 'b'], ['c']],
    async (_tests, isMistaken) => (isMistaken ? with_mistake : without).shift()!,
    sound,
  );
  expect(tried.result).toBe(result);
  expect([...with_mistake, ...without]).toEqual([]);
  expect([...sound]).toEqual(proven);
});

test('a sound test is run again without the mistake only where it timed out', async () => {
  const resultWith = async (outcome: RunOutcome): Promise<TryResult> => {
    const { result } = await resultOf(
      [['a']],
      async (_tests, isMistaken) => (isMistaken ? outcome : LATE),
      new Set(['a']),
    );
    return result;
  };
  expect(await resultWith(failed('a'))).toBe('found');
  expect(await resultWith(failed('a', 'Error: Test timed out in 5000ms.'))).toBe('not known');
});

test('a run that is ended for time has not failed, and one that failed says what failed first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'test'));
  const config = join(folder, 'test/vitest.config.ts');
  writeFileSync(config, 'export default {};');
  expect(await runTests(folder, ['run'], 1)).toEqual(LATE);
  expect(await runTests(folder, ['run'], 60_000)).toEqual(PASSED);
  writeFileSync(config, 'export default { test: { globals: true } };');
  writeFileSync(join(folder, 'sum.test.ts'), "test('adds', () => expect(1).toBe(2));");
  const { end, failure } = await runTests(folder, ['run'], 60_000);
  expect(end).toBe('failed');
  expect(failure).toMatchObject({ file: 'sum.test.ts', name: 'adds' });
  expect(failure?.message).toContain('expected 1 to be 2');
  writeFileSync(config, "throw new Error('no configuration');");
  expect(await runTests(folder, ['run'], 60_000)).toEqual({ end: 'failed', failure: null });
}, 120_000);
