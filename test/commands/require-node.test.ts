import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';

test('the oldest Node.js is the oldest that npm ci installs', () => {
  const installed = Object.entries(packageJson.optionalDependencies).filter(([name]) => /^node-/.test(name));
  const [oldest] = installed
    .map(([, version]) => version)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(packageJson.engines.node).toBe(`>=${oldest}`);
});

const OLDER = `Object.defineProperty(process, 'versions', { value: { node: '24.18.1' } })`;
test.each([
  ['start', '--no-strip-types'],
  ['tiles', '--no-strip-types'],
  ['keys', `--import=data:text/javascript,${encodeURIComponent(OLDER)}`],
] as const)('npm run %s says which Node.js it takes (%s)', async (script, option) => {
  const [, ...words] = packageJson.scripts[script].split(' ');
  const cwd = new URL('../..', import.meta.url);
  const called = promisify(execFile)(process.execPath, [option, ...words.slice(1)], { cwd });
  await expect(called).rejects.toMatchObject({
    code: EXIT.platform,
    stderr: expect.stringMatching(
      /^Error: Node\.js [\d.]+ cannot run this: it takes >=24\.21\.0\nRun npm ci/,
    ),
  });
});
