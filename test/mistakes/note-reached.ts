/** Records places that a test file evaluates, child processes included. */

/** Environment variable, inherited by child processes. */
const REACHED_FILE = 'MISTAKES_REACHED_FILE';
const isReached: boolean[] = [];
let unsaid: number[] = [];
let file = globalThis.process?.env?.[REACHED_FILE];

/** In workerd, without files, numbers stay in memory. */
export function noteReached(id: number): void {
  if (isReached[id]) return;
  isReached[id] = true;
  if (file) write(file, [id]);
  else unsaid.push(id);
}

/** Earlier numbers first. */
export function noteReachedIn(path: string): void {
  process.env[REACHED_FILE] = path;
  file = path;
  write(path, reachedUnsaid());
}

/** @returns places neither written nor returned before */
export function reachedUnsaid(): number[] {
  const ids = unsaid;
  unsaid = [];
  return ids;
}

const write = (path: string, ids: readonly number[]): void =>
  process.getBuiltinModule('node:fs').appendFileSync(path, ids.map((id) => `${id}\n`).join(''));
