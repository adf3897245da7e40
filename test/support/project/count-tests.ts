/** Sums vitest's JSON reports; a test run twice counts once. */
import { readFileSync } from 'node:fs';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const ranks = { skipped: 0, passed: 1, failed: 2 };
type Status = keyof typeof ranks;
const statusOf = (status: string): Status =>
  status === 'passed' || status === 'failed' ? status : 'skipped';

const tests = new Map<string, Status>();
for (const file of process.argv.slice(2)) {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const { name, status, assertionResults } of testResults) {
    // A hook that fails after all tests leaves each of them passed.
    const isUnexplained = status === 'failed' && assertionResults.every((one) => one.status !== 'failed');
    const results =
      isUnexplained || assertionResults.length === 0
        ? [...assertionResults, { fullName: '(file)', status }]
        : assertionResults;
    for (const result of results) {
      const key = `${name} ${result.fullName}`;
      const before = tests.get(key);
      const now = statusOf(result.status);
      if (before === undefined || ranks[now] > ranks[before]) tests.set(key, now);
    }
  }
}
const withStatus = (status: Status): string[] =>
  [...tests].filter(([, other]) => other === status).map(([test]) => test);
const count = (status: Status): number => withStatus(status).length;
for (const status of ['skipped', 'failed'] as const) {
  for (const test of withStatus(status)) console.log(`${status}: ${test}`);
}
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') === 0 && count('passed') > 0 ? 0 : 1;
