/** Runs a program so that it and all that it starts end with this process, however that ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../failures/problem.ts';
import { endGroup } from './end-group.ts';
import { untilNpmEnds } from './until-npm-ends.ts';

/**
 * Runs a program of Node.js in a process group of its own, and ends the group once the program has ended, this process is asked
 * to end, or npm has ended that runs this process. A second process, the guard, ends the group where this one is killed.
 * @param words the program's file and its arguments; its output is that of this process
 * @returns its exit code, or as a shell has it 128 and the number of the signal that ended it; 0 where it was asked to end
 */
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
  // It did not begin, and `ended` says why.
  if (group === undefined) guard.stdin.end();
  else guard.stdin.write(String(group));
  let ending: Promise<void> | undefined;
  // Once: a second signal, which npm passes on as well as the terminal, would interrupt the program as it ends.
  const end = (): Promise<void> => {
    ending ??= group === undefined ? Promise.resolve() : endGroup(group);
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Without its guard the group might outlive this process.
  guard.once('exit', end);
  untilNpmEnds(end);
  const [code, signal] = await ended;
  const wasAsked = ending !== undefined;
  await end();
  guard.off('exit', end).kill('SIGKILL');
  if (wasAsked && signal === 'SIGTERM') return 0;
  return code ?? (signal === null ? EXIT.platform : 128 + constants.signals[signal]);
}
