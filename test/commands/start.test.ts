import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import type { FileLock } from '../../tiles-builder/base/files/file-lock.ts';
import { lockDemo } from '../../tiles-builder/simulate/demo/lock-demo.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder, runProcess } from '../support/processes/run-command.ts';

const folder = temporaryFolder();

const stateOf = (folder: string): string[] =>
  readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`);

test('the second npm start in a folder says which one serves, whatever its port, and changes nothing', async () => {
  const demoFolder = join(projectFolder, '.demo');
  let lock: FileLock | null = null;
  try {
    lock = lockDemo(demoFolder, 'http://localhost:1');
  } catch {
    // Another process may serve the demo now.
  }
  try {
    const before = stateOf(demoFolder);
    const { url } = JSON.parse(readFileSync(join(demoFolder, 'lock.json'), 'utf8'));
    const { code, said, stdout } = await runProcess('tiles-builder/commands/start.ts', ['--port', '8790']);
    expect(said).toMatch(/^Error: another npm start runs in this folder: it serves /);
    expect(said).toContain(url);
    expect(stdout).toBe('');
    expect(code).toBe(EXIT.platform);
    expect(stateOf(demoFolder)).toEqual(before);
  } finally {
    lock?.release();
  }
});

const HOLDER = `
  import { lockDemo } from '${join(projectFolder, 'tiles-builder/simulate/demo/lock-demo.ts')}';
  try {
    lockDemo(process.argv[1], 'http://localhost:2');
    console.log('held');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name);
  }
`;
const startHolder = (demoFolder: string) =>
  spawn(process.execPath, ['--input-type=module-typescript', '-e', HOLDER, demoFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

test('one of several concurrent starts continues, and a killed process holds no lock', async () => {
  const demoFolder = join(folder, 'demo');
  const holders = Array.from({ length: 4 }, () => startHolder(demoFolder));
  try {
    const said = await Promise.all(
      holders.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
    );
    expect(said.sort()).toEqual(['PlatformProblem', 'PlatformProblem', 'PlatformProblem', 'held']);
  } finally {
    const running = holders.filter(({ exitCode }) => exitCode === null);
    const ended = running.map((holder) => once(holder, 'exit'));
    for (const holder of running) holder.kill('SIGKILL');
    await Promise.all(ended);
  }
  lockDemo(demoFolder, 'http://localhost:3').release();
});
