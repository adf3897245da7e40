/** What Vitest's report of a run, as JSON, says of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A test that failed: its file, from the root of the project, its name and what it said. */
export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

/** As far as it is needed. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Tests that were given up after the first failure have failed too, without a message. */
export function firstFailure(root: string, report: string): Failure | null {
  if (!existsSync(report)) return null;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = relative(root, name);
    const test = assertionResults.find(({ failureMessages }) => failureMessages.length > 0);
    if (test) return [{ file, name: test.fullName, message: firstLine(test.failureMessages[0]) }];
    return status === 'failed' && message
      ? [{ file, name: 'before its tests', message: firstLine(message) }]
      : [];
  });
  return failures[0] ?? null;
}

const firstLine = (text: string): string => text.split('\n', 1)[0];

/** @returns the files of tests that passed, from the root of the project, with the milliseconds that each took */
export function passedIn(root: string, report: string): Map<string, number> {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return new Map(
    testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]),
  );
}
