/**
 * Preloaded: kills the process before its disk change number KILL_AT, from 1, or the first on a path with KILL_ON; with
 * KILL_COMMAND, also the command that forked it. Without KILL_AT, counts changes into KILL_CALLS.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CHANGING = [
  'writeFileSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'linkSync',
  'copyFileSync',
  'chmodSync',
] as const;
const { KILL_AT, KILL_CALLS, KILL_COMMAND, KILL_ON } = process.env;
const write = fs.writeFileSync;
let calls = 0;
for (const name of CHANGING) {
  const call = fs[name] as (...words: unknown[]) => unknown;
  fs[name] = ((...words: unknown[]) => {
    const isPath = KILL_ON !== undefined && String(words[0]).includes(KILL_ON);
    if (++calls === Number(KILL_AT) || isPath) {
      if (KILL_COMMAND && process.channel) process.kill(process.ppid, 'SIGKILL');
      process.kill(process.pid, 'SIGKILL');
    }
    return call(...words);
  }) as never;
}
syncBuiltinESMExports();
// A forked build makes nearly all the changes, and exits before its command.
process.on('exit', () => {
  if (KILL_CALLS && calls > 0 && !fs.existsSync(KILL_CALLS)) write(KILL_CALLS, String(calls));
});
