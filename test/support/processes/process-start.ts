import { readFileSync } from 'node:fs';

/** Source: proc_pid_stat(5), field 22 */
export function startOf(pid: number): string {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  return afterName.split(' ')[19]!;
}
