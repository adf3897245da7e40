import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { requireNode } from '../../tiles-builder/commands/require-node.ts';

test.each(['20.20.2', '22.23.2', '24.18.1', '24.20.9', '9.99.99'])('Node.js %s is refused', (version) => {
  expect(() => requireNode(version)).toThrow(
    expect.objectContaining({
      message: `Node.js ${version} is older than 24.21.0`,
      exitCode: EXIT.platform,
    }),
  );
});

test('the oldest Node.js is the oldest that npm ci installs', () => {
  const installed = Object.entries(packageJson.optionalDependencies).filter(([name]) => /^node-/.test(name));
  const [oldest] = installed
    .map(([, version]) => version)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(packageJson.engines.node).toBe(`>=${oldest}`);
});

test.each(['start', 'tiles', 'keys', 'evaluate'] as const)(
  'npm run %s says which Node.js it takes',
  async (script) => {
    // Behaves like Node.js 20.
    const [, ...words] = packageJson.scripts[script].split(' ');
    const root = new URL('../..', import.meta.url);
    const called = promisify(execFile)(process.execPath, ['--no-strip-types', ...words.slice(1)], {
      cwd: root,
    });
    await expect(called).rejects.toMatchObject({
      code: EXIT.platform,
      stderr: expect.stringMatching(
        /^Error: Node\.js [\d.]+ cannot run this: it takes >=24\.21\.0\nRun npm ci/,
      ),
    });
  },
);
