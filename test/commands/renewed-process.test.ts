import { afterEach, expect, test, vi } from 'vitest';
import { requireSame } from '../../tiles-builder/commands/renewed-process.ts';
import { PlatformProblem } from '../../tiles-builder/failures/problem.ts';

afterEach(() => vi.unstubAllEnvs());

test('a program that goes on is given the same to do as the one before it', () => {
  expect(() => requireSame('this')).not.toThrow();
  vi.stubEnv('POPULATION_COUNT_MADE_FROM', 'this');
  expect(() => requireSame('this')).not.toThrow();
  expect(() => requireSame('that')).toThrow(PlatformProblem);
});
