/**
 * A command that goes on as a new program in the same process: with the same number, terminal, environment and words, and with
 * none of the memory.
 */

/** In the environment, in milliseconds since 1970: when the first of these programs was started. */
const STARTED_AT = 'POPULATION_COUNT_STARTED_AT_MS';

/** Whether the system has `execve`. */
export const canRenewProcess = process.execve !== undefined && process.platform !== 'win32';

/** For how long the command has been at work, through all its programs. */
export const secondsAtWork = (): number => (Date.now() - startedAt_ms()) / 1000;

/** To be called in the main thread where {@link canRenewProcess}; open files and threads end here. */
export function renewProcess(): never {
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return process.execve!(process.execPath, words, { ...process.env, [STARTED_AT]: String(startedAt_ms()) });
}

const startedAt_ms = (): number => Number(process.env[STARTED_AT] ?? performance.timeOrigin);
