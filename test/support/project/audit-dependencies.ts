/**
 * Audits dependencies. Fails on a high or critical weakness in what Worker, map and builder run on, or a registry's hash that
 * the lock file lacks. An audit without the registry's answer is reported as a skipped test.
 *
 * Usage: node audit-dependencies.ts REPORT.json, which is written as vitest reports tests.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { UNPINNED } from './unpinned-packages.ts';

const SEVERITIES = ['high', 'critical'] as const;
const ASK_WITHIN_MS = 60_000;

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

/** @returns weak packages, or why none is known */
function audit(...options: readonly string[]): readonly string[] | { readonly skipped: string } {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', ...options], {
    encoding: 'utf8',
    timeout: ASK_WITHIN_MS,
  });
  if (error) return { skipped: error.message };
  let answer: Audit;
  try {
    answer = JSON.parse(stdout) as Audit;
  } catch {
    return { skipped: 'npm audit gave no JSON' };
  }
  if (!answer.vulnerabilities) {
    return { skipped: answer.message ?? answer.error?.summary ?? 'the registry gave no advisories' };
  }
  return Object.entries(answer.vulnerabilities)
    .filter(([, { severity }]) => SEVERITIES.some((bad) => bad === severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
}

const results: { fullName: string; status: 'passed' | 'failed' | 'skipped' }[] = [];
for (const [what, options, isFatal] of [
  ['what runs', ['--omit=dev'], true],
  ['the tools too', [], false],
] as const) {
  const found = audit(...options);
  if ('skipped' in found) {
    const fullName = `of ${what}: ${found.skipped.split(/ - |\n/)[0]}`;
    results.push({ fullName, status: 'skipped' });
  } else {
    const weak = found.length === 0 ? 'no high or critical weakness is known' : found.join(', ');
    results.push({
      fullName: `of ${what}: ${weak}`,
      status: isFatal && found.length > 0 ? 'failed' : 'passed',
    });
  }
}

for (const name of UNPINNED) {
  const { stdout } = spawnSync('npm', ['view', name, 'dist.integrity'], {
    encoding: 'utf8',
    timeout: ASK_WITHIN_MS,
  });
  const integrity = /^sha512-\S+$/m.exec(stdout ?? '')?.[0];
  results.push(
    integrity === undefined
      ? { fullName: `the registry has no hash of ${name}, and the lock file none`, status: 'passed' }
      : { fullName: `package-lock.json lacks "integrity": "${integrity}" of ${name}`, status: 'failed' },
  );
}

for (const { fullName, status } of results) console.log(`${status}: ${fullName}`);
const [report] = process.argv.slice(2);
writeFileSync(
  report,
  JSON.stringify({ testResults: [{ name: 'audit', status: 'passed', assertionResults: results }] }),
);
