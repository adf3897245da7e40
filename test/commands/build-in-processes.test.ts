/** The processes of a build: when one follows another, and what becomes of others when one ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { buildInProcesses } from '../../tiles-builder/commands/tiles/build-in-processes.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { processOfBuild } from '../support/processes/process-of-build.ts';
import { projectFolder, runProcess } from '../support/processes/run-command.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const config = writeTwoStreets(at('sources'), { census: { file: 'census.geojson', population: 'people' } });

/** Never finishes the step of pedestrian roads. */
async function busyBuild(name: string): Promise<{ command: ChildProcess; child: number }> {
  const words = [join(projectFolder, 'tiles-builder/commands/tiles.ts'), 'build', config, '--out', at(name)];
  const preload = join(projectFolder, 'test/support/processes/busy-at.ts');
  const command = spawn(process.execPath, ['--import', preload, ...words], {
    env: { ...process.env, BUSY_ON: '/pedestrian-graph-' },
    stdio: 'ignore',
  });
  const isBusy = (): boolean =>
    existsSync(at(`${name}.steps`)) && /pedestrian-graph/.test(readdirSync(at(`${name}.steps`)).join());
  while (command.exitCode === null && !isBusy()) await sleep(20);
  return { command, child: processOfBuild(at(`${name}.steps`))! };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a build goes on in another process where steps leave memory behind, and gives the same dataset', async () => {
  const [out, steps] = [at('processes'), at('processes.steps')];
  await buildDataset(readConfig(config), out, { steps, progress: () => {} });
  const inOneProcess = bytesOfFiles(out);
  rmSync(out, { recursive: true });
  const last = readdirSync(steps).filter((name) => /^(living|dataset)-/.test(name));
  for (const step of last) rmSync(join(steps, step), { recursive: true });
  const told: string[] = [];
  const processes = new Set<number | null>();
  const built = await buildInProcesses(
    {
      config: readConfig(config),
      out,
      options: { steps, maxRetained_bytes: 1 },
    },
    (what) => {
      told.push(what);
      processes.add(processOfBuild(steps));
    },
  );
  expect(built.folder).toBe(out);
  expect(bytesOfFiles(out)).toEqual(inOneProcess);
  expect(processes.size).toBe(last.length);
  expect(processes).not.toContain(process.pid);
  expect(told.filter((what) => what === 'Check sources')).toHaveLength(1);
});

test('a command says so when the system kills the process of its build, and removes what that has left', async () => {
  const out = at('killed');
  const { code, said } = await runProcess(
    'tiles-builder/commands/tiles.ts',
    ['build', config, '--out', out],
    {
      env: { KILL_ON: 'figures.json' },
      preload: join(projectFolder, 'test/support/processes/kill-at.ts'),
    },
  );
  expect(said).toMatch(/^Error: The memory does not suffice\.\n.*goes on where it was\.$/);
  expect(code).toBe(EXIT.platform);
  expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual([]);
});

test('a failure in the process of a build is that of the command', async () => {
  const order = { out: at('failed'), options: {} };
  const { file, ...roads } = readConfig(config).roads;
  const broken = { ...readConfig(config), roads: { ...roads, file: `${file}.missing` } };
  await expect(buildInProcesses({ config: broken, ...order }, () => {})).rejects.toMatchObject({
    message: `${file}.missing: is not there.`,
    exitCode: EXIT.input,
  });
});

test('a signal to the process of a build ends the command, as if it had been sent to it', async () => {
  const { command, child } = await busyBuild('signalled');
  process.kill(child, 'SIGTERM');
  expect(await once(command, 'exit')).toEqual([null, 'SIGTERM']);
});

test('the process of a build ends when the command is killed, even while it computes', async () => {
  const { command, child } = await busyBuild('orphan');
  try {
    expect(isRunning(child)).toBe(true);
    command.kill('SIGKILL');
    for (let tries = 0; tries < 200 && isRunning(child); tries++) await sleep(50);
    expect(isRunning(child)).toBe(false);
  } finally {
    if (isRunning(child)) process.kill(child, 'SIGKILL');
  }
});
