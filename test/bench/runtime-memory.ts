/** Memory of the local runtime's processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

interface ProcessState {
  readonly name: string;
  readonly parent: string;
  readonly resident_bytes: number;
}

/** `null` without /proc. */
export function runtimeMemory_bytes(): number | null {
  let ids: string[];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  const states = new Map(ids.map((id) => [id, stateOf(id)]));
  const isOurs = (id: string): boolean => {
    for (let at = id; at !== '0'; ) {
      if (at === String(process.pid)) return true;
      at = states.get(at)?.parent ?? '0';
    }
    return false;
  };
  let bytes = 0;
  for (const [id, state] of states)
    if (state?.name === 'workerd' && isOurs(id)) bytes += state.resident_bytes;
  return bytes;
}

/** Source: proc_pid_stat(5). */
function stateOf(id: string): ProcessState | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parent: fields[1],
      resident_bytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    // It has ended.
    return null;
  }
}
