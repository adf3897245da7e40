import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDemo } from '../../tiles-builder/simulate/demo/lock-demo.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';

const folder = temporaryFolder();

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
