import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { killMarked, processesWith, until } from '../../support/processes/marked-processes.ts';
import { projectFolder } from '../../support/processes/run-command.ts';

const STARTS_WITHIN_MS = 20_000;
const ENDS_WITHIN_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'run-group-'));
afterAll(() => rmSync(folder, { recursive: true }));
const runGroupFile = join(projectFolder, 'tiles-builder/base/processes/run-group.ts');
writeFileSync(
  join(folder, 'package.json'),
  '{ "type": "module", "scripts": { "start": "exec node command.ts" } }',
);
writeFileSync(
  join(folder, 'command.ts'),
  `import { runGroup } from ${JSON.stringify(runGroupFile)}; process.exitCode = await runGroup(['program.ts']);`,
);
// As wrangler: its child gets no signal.
writeFileSync(
  join(folder, 'program.ts'),
  `import { spawn } from 'node:child_process';
   spawn(process.execPath, ['inner.ts'], { stdio: 'inherit' });
   setInterval(() => {}, 1000);`,
);
writeFileSync(join(folder, 'inner.ts'), 'setInterval(() => {}, 1000);');

const ROLES = {
  npm: /^npm start/,
  command: /command\.ts $/,
  guard: /guard-group\.ts/,
  program: /program\.ts $/,
  inner: /inner\.ts $/,
} as const;
type Role = keyof typeof ROLES;

/** @returns finds the process of a role */
async function startUnderNpm(mark: string): Promise<(role: Role) => number> {
  const env = { ...process.env, MARK: mark, npm_config_script_shell: '/bin/sh' };
  spawn('npm', ['start'], { cwd: folder, env, stdio: 'ignore' });
  const find = (role: Role) => processesWith(mark).find(({ command }) => ROLES[role].test(command));
  const isComplete = (): boolean => (Object.keys(ROLES) as Role[]).every(find);
  await until(isComplete, STARTS_WITHIN_MS, () => JSON.stringify(processesWith(mark)));
  return (role) => find(role)!.pid;
}

async function nothingIsLeft(mark: string): Promise<void> {
  const isOver = (): boolean => processesWith(mark).length === 0;
  await until(isOver, ENDS_WITHIN_MS, () => JSON.stringify(processesWith(mark)));
}

const CASES: [Role, NodeJS.Signals][] = [
  ['npm', 'SIGKILL'],
  ['npm', 'SIGTERM'],
  ['command', 'SIGKILL'],
  ['command', 'SIGINT'],
  ['command', 'SIGHUP'],
  ['program', 'SIGKILL'],
  ['guard', 'SIGKILL'],
];

describe.skipIf(process.platform !== 'linux')('nothing is left', () => {
  const mark = randomUUID();
  afterEach(() => killMarked(mark));

  test.each(CASES)('after %s is sent %s', async (role, signal) => {
    const pidOf = await startUnderNpm(mark);
    process.kill(pidOf(role), signal);
    await nothingIsLeft(mark);
  });

  test('after all are killed but what the program has started', async () => {
    const pidOf = await startUnderNpm(mark);
    const pids = (['npm', 'command', 'program'] as const).map(pidOf);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await nothingIsLeft(mark);
  });
});

const SLOW = `
  process.once('SIGTERM', () => setTimeout(() => process.exit(5), 500));
  for (const after_ms of [0, 200]) setTimeout(() => process.kill(process.ppid, 'SIGINT'), after_ms);
  setInterval(() => {}, 1000);
`;
test.each([
  ['one that ends by itself', 'process.exit(7)', 7],
  ['one that is killed', "process.kill(process.pid, 'SIGKILL')", 128 + 9],
  ['one that takes its time, though SIGINT comes from the terminal and by npm', SLOW, 5],
])('the exit code is that of the program: %s', async (_, text, code) => {
  const cwd = mkdtempSync(join(folder, 'exit-'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(cwd, 'command.ts'),
    `import { runGroup } from ${JSON.stringify(runGroupFile)}; process.exitCode = await runGroup(['program.ts']);`,
  );
  writeFileSync(join(cwd, 'program.ts'), text);
  const command = spawn(process.execPath, ['command.ts'], { cwd, stdio: 'ignore' });
  expect(await new Promise((resolve) => command.once('exit', resolve))).toBe(code);
});
