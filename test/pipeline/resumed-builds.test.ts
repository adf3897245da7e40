/** Builds after one that was killed, without disk space, or concurrent. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { processOfBuild } from '../support/processes/process-of-build.ts';
import { projectFolder, runProcess } from '../support/processes/run-command.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = mkdtempSync(join(tmpdir(), 'resumed-builds-'));
const at = (name: string): string => join(folder, name);
const config = writeTwoStreets(at('sources'), { census: { file: 'census.geojson', population: 'people' } });
const preload = join(projectFolder, 'test/support/processes/kill-at.ts');
const tiles = (words: string[], env: Record<string, string> = {}) =>
  runProcess('tiles-builder/commands/tiles.ts', words, { env, preload });
let calls = 0;

beforeAll(async () => {
  const { code, said } = await tiles(['build', config, '--out', at('whole')], { KILL_CALLS: at('calls') });
  expect(code, said).toBe(0);
  calls = Number(readFileSync(at('calls'), 'utf8'));
  expect(calls).toBeGreaterThan(50);
});
afterAll(() => rmSync(folder, { recursive: true }), 60_000);

/** Inodes of complete steps. */
const stepsIn = (path: string): Map<string, number> =>
  new Map(
    (existsSync(path) ? readdirSync(path) : [])
      .filter((name) => /-[0-9a-f]{16}$/.test(name))
      .map((name) => [name, statSync(join(path, name)).ino]),
  );

describe.each([Date.now()])('a build that is killed twice (seed %i)', (seed) => {
  test('resumes where it was and leaves nothing behind', async () => {
    const random = new Random(seed);
    const parent = at('killed');
    const out = join(parent, 'out');
    const build = (killAt: string) =>
      tiles(['build', config, '--out', out, '--steps', join(parent, 'steps')], {
        KILL_AT: killAt,
        KILL_COMMAND: '1',
      });
    const done = new Map<string, number>();
    for (const kill of [1, 2]) {
      const killAt = 1 + (random.next() % calls);
      await build(String(killAt));
      const complete = stepsIn(join(parent, 'steps'));
      for (const [step, made] of done)
        expect(complete.get(step), `${step}, kill ${kill} at ${killAt}`).toBe(made);
      for (const [step, made] of complete) done.set(step, made);
    }
    const { code, said } = await build('0');
    expect(code, said).toBe(0);
    expect(bytesOfFiles(out)).toEqual(bytesOfFiles(at('whole')));
    for (const [step, made] of done) expect(stepsIn(join(parent, 'steps')).get(step)).toBe(made);
    expect(
      readdirSync(parent, { recursive: true }).filter((path) => /unfinished|replaced/.test(String(path))),
    ).toEqual([]);
  });
});

test('of two concurrent builds into one folder, one names the other and changes nothing', async () => {
  const out = at('met');
  const words = [join(projectFolder, 'tiles-builder/commands/tiles.ts'), 'build', config, '--out', out];
  const first = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await once(first.stderr, 'data');
    process.kill(processOfBuild(`${out}.steps`)!, 'SIGSTOP');
    const { code, said } = await tiles(['build', config, '--out', out]);
    expect(said).toMatch(
      new RegExp(
        `met\\.steps is in use by another build \\(process ${processOfBuild(`${out}.steps`)} on .+\\)\\.`,
      ),
    );
    expect(code).toBe(EXIT.platform);
    const clean = await tiles(['clean', out]);
    expect(clean.said).toContain('is in use by another build');
    expect(existsSync(out)).toBe(false);
  } finally {
    process.kill(processOfBuild(`${out}.steps`)!, 'SIGCONT');
  }
  expect(await once(first, 'exit')).toEqual([0, null]);
  expect(bytesOfFiles(out)).toEqual(bytesOfFiles(at('whole')));
});

test('a build on a full disk reports it, retains complete steps, and resumes when there is space', async ({
  skip,
}) => {
  const disk = at('disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('nobody but the superuser may mount a small disk');
  }
  try {
    const out = join(disk, 'out');
    const full = await tiles(['build', config, '--out', out]);
    expect(full.said).toMatch(/the disk is full\.\nMake room, .*the build goes on where it was\.$/);
    expect(full.code).toBe(EXIT.platform);
    const done = stepsIn(`${out}.steps`);
    expect(done.size).toBeGreaterThan(0);
    expect(readdirSync(disk, { recursive: true }).filter((path) => /unfinished/.test(String(path)))).toEqual(
      [],
    );
    execFileSync('mount', ['-o', 'remount,size=4m', disk]);
    const { code, said } = await tiles(['build', config, '--out', out]);
    expect(code, said).toBe(0);
    expect(bytesOfFiles(out)).toEqual(bytesOfFiles(at('whole')));
    expect(readdirSync(disk).filter((name) => /steps|unfinished|replaced/.test(name))).toEqual([]);
  } finally {
    execFileSync('umount', [disk]);
  }
});
