/** Notes which places a file of tests evaluates, in the process that runs it and in those that it starts. */

/** The file that the numbers of a file of tests are written to; processes that it starts inherit it. */
const REACHED_FILE = 'MISTAKES_REACHED_FILE';
/** By the number of the place: a place in a hot loop costs hardly more than a look. */
const isReached: boolean[] = [];
let unsaid: number[] = [];
let file = globalThis.process?.env?.[REACHED_FILE];

/** workerd has neither files nor the variable: there the numbers stay in memory until they are asked for. */
export function noteReached(id: number): void {
  if (isReached[id]) return;
  isReached[id] = true;
  if (file) write(file, [id]);
  else unsaid.push(id);
}

/** From here on numbers are written to the file, after those that were noted before. Not for workerd, which has no files. */
export function noteReachedIn(path: string): void {
  process.env[REACHED_FILE] = path;
  file = path;
  write(path, reachedUnsaid());
}

/** @returns the places that this process has evaluated and neither written nor returned before */
export function reachedUnsaid(): number[] {
  const ids = unsaid;
  unsaid = [];
  return ids;
}

const write = (path: string, ids: readonly number[]): void =>
  process.getBuiltinModule('node:fs').appendFileSync(path, ids.map((id) => `${id}\n`).join(''));
