/**
 * Audits dependencies. Fails on a high or critical weakness in what Worker, map and builder run on, or a registry's hash that
 * the lock file lacks; passes without the registry's answer.
 */
import { spawnSync } from 'node:child_process';
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

for (const [what, options, isFatal] of [
  ['what runs', ['--omit=dev'], true],
  ['the tools too', [], false],
] as const) {
  const found = audit(...options);
  if ('skipped' in found) {
    console.log(`Audit of ${what} skipped: ${found.skipped.split('\n')[0]}`);
  } else if (found.length === 0) {
    console.log(`Audit of ${what}: no high or critical weakness is known.`);
  } else {
    console.log(`Audit of ${what}: ${found.join(', ')}`);
    if (isFatal) process.exitCode = 1;
  }
}

for (const name of UNPINNED) {
  const { stdout } = spawnSync('npm', ['view', name, 'dist.integrity'], {
    encoding: 'utf8',
    timeout: ASK_WITHIN_MS,
  });
  const integrity = /^sha512-\S+$/m.exec(stdout ?? '')?.[0];
  if (integrity === undefined) {
    console.log(`The registry has no hash of ${name}, and the lock file none.`);
  } else {
    console.log(`package-lock.json lacks "integrity": "${integrity}" of ${name}.`);
    process.exitCode = 1;
  }
}
