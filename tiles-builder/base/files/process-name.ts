/** Identifies processes by host, PID and start time, to tell whether the maker of a temporary file still runs. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Name of this machine, safe in file names. */
export const HOST = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-');

/** Start time of this process in clock ticks since boot, as PIDs are reused; `0` without `/proc`. */
export const STARTED = statOf(process.pid)?.started ?? '0';

/** @param started the process' {@link STARTED} */
export function isRunning(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = statOf(pid);
  return stat === null || (stat.started === started && !stat.isZombie);
}

/** Source: proc_pid_stat(5), fields 3 and 22 */
function statOf(pid: number): { readonly started: string; readonly isZombie: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name in field 2 may contain parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { started: fields[19], isZombie: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}
