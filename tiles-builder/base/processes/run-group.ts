/**
 * Runs Node.js in a process group of its own, which ends with the program, with this process or with npm; if this process is
 * killed, a guard process ends it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../failures/problem.ts';
import { endGroup } from './end-group.ts';
import { untilNpmEnds } from './until-npm-ends.ts';

/** @returns exit code, 128 plus a signal, or 0 after a request to end */
export async function runGroup(words: readonly string[]): Promise<number> {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard-group.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin.on('error', () => {});
  const program = spawn(process.execPath, words, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(program, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const group = program.pid;
  // It did not start; `ended` explains.
  if (group === undefined) guard.stdin.end();
  else guard.stdin.write(String(group));
  let ending: Promise<void> | undefined;
  // Once: npm repeats the terminal's signal, which would interrupt cleaning up.
  const end = (): Promise<void> => {
    ending ??= group === undefined ? Promise.resolve() : endGroup(group);
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  guard.once('exit', end);
  untilNpmEnds(end);
  const [code, signal] = await ended;
  const wasAsked = ending !== undefined;
  await end();
  guard.off('exit', end).kill('SIGKILL');
  if (wasAsked && signal === 'SIGTERM') return 0;
  return code ?? (signal === null ? EXIT.platform : 128 + constants.signals[signal]);
}
