import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { isLocked } from '../../tiles-builder/base/files/file-lock.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'job-script-'));
const at = (name: string): string => join(folder, name);
const TERMINATED = 128 + 15;
let script: string;

beforeAll(async () => {
  const { config } = await writeGridTown(at('sources'));
  const page = readFileSync(join(projectFolder, 'src/web/docs/jobs.md'), 'utf8');
  const [, block] = /```sh\n(#!\/bin\/sh\n#SBATCH[^`]*)```/.exec(page)!;
  script = block!.replaceAll('/data/country.json', config).replaceAll('/data/out', folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The shell must forward signals. */
function runTask(text: string, shard: number): ReturnType<typeof spawn> {
  const file = at(`task-${shard}.sh`);
  writeFileSync(file, text);
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('bin/scontrol'), `#!/bin/sh\necho "$@" >> ${at('scontrol.log')}\n`);
  chmodSync(at('bin/scontrol'), 0o755);
  const slurm = { SLURM_ARRAY_TASK_ID: String(shard), SLURM_ARRAY_JOB_ID: '7' };
  const env = { ...process.env, ...slurm, PATH: `${at('bin')}:${process.env.PATH}` };
  return spawn('sh', [file], { cwd: projectFolder, env, stdio: 'ignore' });
}

test('a cancelled task leaves no process on its shard', async () => {
  const task = runTask(script, 1);
  const held = at('country.steps/at-work/1-of-16');
  await vi.waitFor(() => expect(existsSync(held) && isLocked(held)).toBe(true), 20_000);
  task.kill('SIGTERM');
  const [code] = await once(task, 'exit');
  expect(code).toBe(TERMINATED);
  await vi.waitFor(() => expect(existsSync(held) && isLocked(held)).toBe(false), 5_000);
});

test('a task that waits for others is queued again', async () => {
  const [code] = await once(runTask(script.replace('--wait 60', '--wait 0'), 2), 'exit');
  expect(code).toBe(EXIT.waiting);
  expect(readFileSync(at('scontrol.log'), 'utf8')).toBe('requeue 7_2\n');
});
