import { expect, test } from 'vitest';
import type { RunResult, TestFileResult } from './run-tests.ts';
import { resultOf, type TestResult } from './try-mistakes.ts';

const ended = (
  file: string,
  state: TestFileResult['state'],
  failure: string | null = null,
): TestFileResult => ({
  file,
  state,
  failure,
});
const PASSED: RunResult = { files: [ended('a', 'passed')], has_stray_errors: false };
const STRAY: RunResult = { files: [ended('a', 'passed')], has_stray_errors: true };
const LATE = null;
const failed = (file: string, message = 'adds: expected 1 to be 2'): RunResult => ({
  files: [ended('other', 'given up'), ended(file, 'failed', message)],
  has_stray_errors: false,
});

/** Two batches; results in order of runs. */
test.each<[string, (RunResult | null)[], without: (RunResult | null)[], sound: string[], TestResult]>([
  ['a sound test of the first batch fails', [failed('a')], [], ['a'], 'found'],
  ['a test of the second batch fails', [PASSED, failed('c')], [PASSED], [], 'found'],
  ['no test fails', [PASSED, PASSED], [], [], 'not found'],
  ['a test fails without it too', [failed('a')], [failed('a')], [], 'not known'],
  [
    'a sound test is late with it alone, twice',
    [failed('a', 'Test timed out in 5000ms.'), failed('a', 'Test timed out in 5000ms.')],
    [PASSED],
    ['a'],
    'found',
  ],
  [
    'a sound test was late once',
    [failed('a', 'Test timed out in 5000ms.'), PASSED, PASSED],
    [PASSED],
    ['a'],
    'not found',
  ],
  [
    'a sound test is late now in both ways',
    [failed('a', 'Test timed out in 5000ms.')],
    [LATE],
    ['a'],
    'not known',
  ],
  ['something fails outside of the tests', [STRAY], [PASSED], ['a', 'b'], 'found'],
  ['something fails outside of the tests in both ways', [STRAY], [STRAY], ['a', 'b'], 'not known'],
  ['the tests end without it alone', [LATE, LATE], [PASSED], ['a', 'b'], 'never ends'],
  ['the tests did not end in time once', [LATE, PASSED, PASSED], [PASSED], ['a', 'b'], 'not found'],
  ['the tests end in neither way', [LATE], [LATE], ['a', 'b'], 'not known'],
])('where %s, the result is what that says', async (_, with_mistake, without, sound, result) => {
  const tried = await resultOf(
    [['a', 'b'], ['c']],
    async (_tests, isMistaken) => (isMistaken ? with_mistake : without).shift()!,
    new Set(sound),
  );
  expect(tried.result).toBe(result);
  expect([...with_mistake, ...without]).toEqual([]);
});
