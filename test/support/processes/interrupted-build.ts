/** Kills builds, and inspects what they leave. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { projectFolder } from './run-command.ts';

export const DEVICE = 'device-of-somebody-';

/** Ids that can be found in any file. */
export const withKnownDevices = (stops: Uint8Array): Buffer =>
  gzipSync(
    gunzipSync(stops)
      .toString()
      .replaceAll(/\n(?=[^\n])/g, `\n${DEVICE}`),
  );

export interface Moment {
  readonly after: 'start' | 'Check sources';
  readonly wait_ms: number;
}

interface InterruptedBuild {
  /** `null` where the build ended before. */
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly ended_ms: number;
  readonly stderr: string;
}

/** @param scratch for temporary files */
export async function interruptBuild(
  words: readonly string[],
  signal: NodeJS.Signals,
  moment: Moment,
  scratch: string,
): Promise<InterruptedBuild> {
  mkdirSync(scratch, { recursive: true });
  const build = spawn(
    process.execPath,
    [join(projectFolder, 'tiles-builder/commands/tiles.ts'), 'build', ...words],
    {
      cwd: projectFolder,
      env: { ...process.env, TMPDIR: scratch },
      // The build's process inherits standard output, which closes when that process has ended too.
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  build.stdout.resume();
  let stderr = '';
  build.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  const ended = once(build, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  if (moment.after !== 'start') await untilSaid(build, () => stderr.includes(`${moment.after}: `));
  await Promise.race([sleep(moment.wait_ms), ended]);
  const signalled_ms = performance.now();
  build.kill(signal);
  const [code, by] = await ended;
  return { code, signal: by, ended_ms: performance.now() - signalled_ms, stderr };
}

async function untilSaid(build: ChildProcess, isSaid: () => boolean): Promise<void> {
  while (!isSaid() && build.exitCode === null && build.signalCode === null) await sleep(5);
}

export const pathsIn = (folder: string): string[] =>
  existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]).sort() : [];

/** All but complete steps and their lock. */
export const temporaryPathsIn = (folder: string): string[] =>
  pathsIn(folder).filter((path) =>
    /unfinished|replaced|temporary|engine|unzipped|chdb|clickhouse/.test(path),
  );

export const filesWithDevices = (folder: string): string[] =>
  pathsIn(folder).filter((path) => {
    const file = join(folder, path);
    return statSync(file).isFile() && readFileSync(file).includes(DEVICE);
  });

export async function rowsOfEngine(folder: string): Promise<number> {
  const read = `
    import { loadChdb } from './tiles-builder/daytime/embedded-engine.ts';
    const session = new (loadChdb().Session)(process.argv[1]);
    const select = (sql) => session.query(sql, 'JSONEachRow').split('\\n').filter(Boolean).map((row) => JSON.parse(row));
    const own = "database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')";
    let rows = 0;
    for (const { database, name } of select('SELECT database, name FROM system.tables WHERE ' + own)) {
      rows += Number(select('SELECT toUInt32(count()) AS rows FROM ' + database + '.' + name)[0].rows);
    }
    session.close();
    console.log(rows);`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', read, folder], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  reader.stdout.on('data', (text: Buffer) => {
    said += text;
  });
  await once(reader, 'close');
  return Number.parseInt(said, 10);
}
