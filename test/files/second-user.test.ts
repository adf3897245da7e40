/** Builds in a public folder, with a hostile other user. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/failures/problem.ts';
import { HOST, STARTED } from '../../tiles-builder/files/process-name.ts';
import { DEVICE, filesWithDevices, withKnownDevices } from '../support/processes/interrupted-build.ts';
import { processOfBuild } from '../support/processes/process-of-build.ts';
import { startOf } from '../support/processes/process-start.ts';
import { projectFolder, runProcess } from '../support/processes/run-command.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const asNobody = (script: string) =>
  spawnSync('su', ['nobody', '-s', '/bin/sh', '-c', script], { encoding: 'utf8' });

const reason =
  process.getuid?.() !== 0
    ? 'nobody but the superuser may act as another user'
    : asNobody('true').status !== 0
      ? 'su nobody does not work here'
      : null;
if (reason !== null) process.stdout.write(`Skipped: a second user on the machine (${reason})\n`);

const ENDED_PID = 4_194_304;
const folder = mkdtempSync(join(tmpdir(), 'second-user-'));
let config: string;
/** With people who are not simulated. */
let real: string;
let shared: string;
let trials = 0;
const at = (name: string): string => join(shared, name);

function nobodyDoes(script: string): void {
  const { status, stderr } = asNobody(`cd ${shared} && ${script}`);
  expect(status, `${script}: ${stderr}`).toBe(0);
}

const tiles = (...words: string[]) =>
  runProcess('tiles-builder/commands/tiles.ts', words, {
    env: { TMPDIR: shared, NODE_COMPILE_CACHE: undefined },
  });

const ofNobody = (path: string): boolean => lstatSync(path).uid !== process.getuid!();

describe.skipIf(reason !== null)('a second user', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    config = (await writeGridTown(join(folder, 'sources'))).config;
    const stops = join(folder, 'sources/stops.csv.gz');
    writeFileSync(stops, withKnownDevices(readFileSync(stops)));
    real = join(folder, 'sources/real.json');
    writeFileSync(real, readFileSync(config, 'utf8').replace('"simulated": true,', ''));
    chmodSync(folder, 0o711);
  });
  beforeEach(() => {
    shared = join(folder, `shared-${trials++}`);
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('finds no compiled code that it may change', async () => {
    const version = `${process.version}-${process.arch}`;
    const caches = ['node-compile-cache', 'population-count-compiled', 'population-count-coverage'];
    nobodyDoes(`mkdir -m 777 ${caches.join(' ')} && mkdir -m 777 node-compile-cache/${version}`);
    const streets = writeTwoStreets(join(folder, 'streets'));
    for (const words of [
      ['build', streets, '--out', join(folder, 'streets/out')],
      ['build', config, '--out', join(folder, 'compiled')],
      ['doctor', streets],
    ]) {
      const { code, said } = await tiles(...words);
      expect(code, said).toBe(0);
    }
    expect(readdirSync(shared, { recursive: true }).sort()).toEqual(
      [...caches, `node-compile-cache/${version}`].sort(),
    );
  });

  test.each([
    ['a folder of its own', 'mkdir -m 777 out.steps', 'belongs to another user'],
    ['a link to a folder of its own', 'mkdir -m 777 bait && ln -s bait out.steps', 'belongs to another user'],
    ['a link to a folder of the builder', 'ln -s VICTIM out.steps', 'belongs to another user'],
  ])('does not take the place of steps with %s', async (_, script, said) => {
    const victim = join(folder, `victim-${trials}`);
    mkdirSync(victim, { mode: 0o700 });
    writeFileSync(join(victim, 'precious'), 'kept');
    nobodyDoes(script.replace('VICTIM', victim));
    const built = await tiles('build', config, '--out', at('out'));
    expect(built.said).toContain(said);
    expect(built.code).toBe(EXIT.platform);
    const cleaned = await tiles('clean', at('out'));
    expect(cleaned.code).toBe(EXIT.platform);
    expect(readdirSync(victim)).toEqual(['precious']);
    expect(filesWithDevices(shared)).toEqual([]);
    if (existsSync(at('bait'))) expect(readdirSync(at('bait'))).toEqual([]);
  });

  test('does not write to steps that their owner left open to all', async () => {
    mkdirSync(at('steps'));
    chmodSync(at('steps'), 0o777);
    nobodyDoes('mkdir steps/reading-0123456789abcdef');
    const { code, said } = await tiles('build', config, '--out', at('out'), '--steps', at('steps'));
    expect(said).toContain('steps can be written to by other users');
    expect(code).toBe(EXIT.platform);
    expect(existsSync(at('out'))).toBe(false);
  });

  test('cannot redirect the dataset by a link', async () => {
    const victim = join(folder, `victim-${trials}`);
    mkdirSync(victim, { mode: 0o700 });
    nobodyDoes(`ln -s ${victim} out`);
    const { code, said } = await tiles('build', config, '--out', at('out'));
    expect(said).toContain('is a link of another user');
    expect(code).toBe(EXIT.platform);
    expect(readdirSync(victim)).toEqual([]);
    expect(readlinkSync(at('out'))).toBe(victim);
  });

  test.each(['secret', 'groups'])('does not choose the %s of working counts', async (kind) => {
    const words = ['build', real, '--out', at('out')];
    if (kind === 'secret') nobodyDoes('head -c 32 /dev/zero > out.secret && chmod 644 out.secret');
    else {
      expect((await tiles(...words)).code).toBe(0);
      const groups = readdirSync(shared).find((name) => name.endsWith('.groups.json'))!;
      const content = readFileSync(at(groups));
      rmSync(at(groups));
      nobodyDoes(`touch ${groups} && chmod 666 ${groups}`);
      writeFileSync(at(groups), content);
    }
    const { code, said } = await tiles(...words);
    expect(said).toMatch(new RegExp(`out\\.(.*\\.)?${kind}(\\.json)? belongs to another user`));
    expect(code).toBe(EXIT.platform);
  });

  test('cannot fake leftovers of a killed build', async () => {
    const ended = `${HOST}-${ENDED_PID}-${STARTED}`;
    const victim = join(folder, `victim-${trials}`);
    mkdirSync(victim, { mode: 0o700 });
    writeFileSync(join(victim, 'precious'), 'kept');
    const planted = [
      `out.replaced-${ended}`,
      `out.unfinished-${ended}`,
      `population-count-0123456789abcdef.unfinished-${ended}`,
      `population-count-fedcba9876543210.unfinished-${ended}`,
    ];
    nobodyDoes(
      `mkdir ${planted.slice(0, 3).join(' ')} && echo '{}' > '${planted[0]}/manifest.json' && ln -s ${victim} '${planted[3]}'`,
    );
    const cleaned = await tiles('clean', at('out'));
    expect(cleaned.code, cleaned.said).toBe(0);
    expect(existsSync(at('out'))).toBe(false);
    const { code, said } = await tiles('build', config, '--out', at('out'));
    expect(code, said).toBe(0);
    for (const name of planted) expect(ofNobody(at(name)), name).toBe(true);
    expect(readdirSync(victim)).toEqual(['precious']);
    expect(ofNobody(at('out'))).toBe(false);
  });

  test('reads nothing of a running build, and cannot occupy its paths', async () => {
    const words = ['build', config, '--out', at('out')];
    const build = spawn(
      process.execPath,
      [join(projectFolder, 'tiles-builder/commands/tiles.ts'), ...words],
      {
        env: { ...process.env, TMPDIR: shared, NODE_COMPILE_CACHE: undefined },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    build.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    const ended = once(build, 'close') as Promise<[number | null]>;
    while (!said.includes('Join living counts: ') && build.exitCode === null) await sleep(5);
    const builder = processOfBuild(at('out.steps'))!;
    process.kill(builder, 'SIGSTOP');
    try {
      const readable = asNobody(`find ${shared} -type f -readable -exec grep -l ${DEVICE} {} + 2>/dev/null`);
      expect(readable.stdout).toBe('');
      for (const name of readdirSync(shared)) expect(statSync(at(name)).mode & 0o077, name).toBe(0);
      // PID and start time are public.
      nobodyDoes(`mkdir -m 777 'out.unfinished-${HOST}-${builder}-${startOf(builder)}'`);
    } finally {
      process.kill(builder, 'SIGCONT');
    }
    expect(await ended).toEqual([EXIT.platform, null]);
    expect(said).toMatch(
      /out\.unfinished-.* is there already, and this process has not made it\.\nFind out who/,
    );
    expect(existsSync(at('out'))).toBe(false);
    expect(readdirSync(shared).some((name) => ofNobody(at(name)))).toBe(true);
    execFileSync('rm', [
      '-r',
      ...readdirSync(shared)
        .filter((name) => ofNobody(at(name)))
        .map(at),
    ]);
    const again = await tiles(...words);
    expect(again.code, again.said).toBe(0);
    expect(ofNobody(at('out'))).toBe(false);
  });
});
