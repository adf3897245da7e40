import { readFileSync } from 'node:fs';
import { STARTED } from '../../../tiles-builder/files/process-name.ts';

/** Source: proc_pid_stat(5), field 22 */
export function startOf(pid: number): string {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  return `${STARTED.split('.')[0]}.${afterName.split(' ')[19]}`;
}
