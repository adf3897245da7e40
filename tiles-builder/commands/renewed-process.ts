/**
 * A command that goes on as a new program in the same process: with the same number, terminal, environment and words, and with
 * none of the memory.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PlatformProblem } from '../failures/problem.ts';

/** In the environment, in milliseconds since 1970: when the first of these programs was started. */
const STARTED_AT = 'POPULATION_COUNT_STARTED_AT_MS';

/** In the environment: what the first of these programs found. */
const MADE_FROM = 'POPULATION_COUNT_MADE_FROM';

/**
 * In the environment, in bytes: from this size on, glibc maps each block of memory by itself and gives it back as soon as it is
 * freed. Where nobody sets it, the bound grows with what is freed, up to 32 MB. Source: mallopt(3), M_MMAP_THRESHOLD
 */
const MAPPED_FROM = 'MALLOC_MMAP_THRESHOLD_';
/** What glibc begins with. */
const MAPPED_FROM_BYTES = 128 * 1024;

/**
 * Whether the command should begin anew at once, so that memory goes back to the system: where it runs on glibc, nobody has set
 * a bound yet, and whoever started it has left no file open in it, such as a lock, which would be closed.
 */
export function shouldBeginAnew(): boolean {
  if (process.platform !== 'linux' || process.env[MAPPED_FROM] !== undefined) return false;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined && filesLeftOpen().length === 0;
}

/** Beyond the three that every process has. */
function filesLeftOpen(): string[] {
  const folder = '/proc/self/fd';
  return readdirSync(folder).flatMap((number) => {
    if (Number(number) <= 2) return [];
    try {
      const path = readlinkSync(join(folder, number));
      return /^\/(?!proc\/|dev\/(null|urandom)$)/.test(path) ? [path] : [];
    } catch {
      // The one by which the folder was listed.
      return [];
    }
  });
}

/** Whether the system has `execve`. */
export const canRenewProcess = process.execve !== undefined && process.platform !== 'win32';

/** For how long the command has been at work, through all its programs. */
export const secondsAtWork = (): number => (Date.now() - startedAt_ms()) / 1000;

/**
 * To be called in the main thread where {@link canRenewProcess}; open files and threads end here.
 * @param madeFrom what {@link requireSame} has to find again
 */
export function renewProcess(madeFrom: string): never {
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const own = {
    [STARTED_AT]: String(startedAt_ms()),
    [MADE_FROM]: madeFrom,
    [MAPPED_FROM]: process.env[MAPPED_FROM] ?? String(MAPPED_FROM_BYTES),
  };
  return process.execve!(process.execPath, words, { ...process.env, ...own });
}

/** @throws PlatformProblem where the program before this one, in the same process, was given something else to do */
export function requireSame(madeFrom: string): void {
  const before = process.env[MADE_FROM];
  if (before === undefined || before === madeFrom) return;
  throw new PlatformProblem(
    'the configuration or the builder has changed while it was building',
    'Start again: steps that the change does not concern are kept.',
  );
}

const startedAt_ms = (): number => Number(process.env[STARTED_AT] ?? performance.timeOrigin);
