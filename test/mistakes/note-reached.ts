/** Notes which places a file of tests evaluates, in the process that runs it and in those that it starts. */

/** The file that the numbers of a file of tests are written to; processes that it starts inherit it. */
const REACHED_FILE = 'MISTAKES_REACHED_FILE';
const inMemory = new Set<number>();
const written = new Set<string>();

/** workerd has neither files nor the variable: there the numbers stay in memory. */
export function noteReached(id: number): void {
  inMemory.add(id);
  const file = globalThis.process?.env?.[REACHED_FILE];
  if (!file || written.has(`${file} ${id}`)) return;
  written.add(`${file} ${id}`);
  process.getBuiltinModule('node:fs').appendFileSync(file, `${id}\n`);
}

/** Not for workerd, which has no files. */
export function noteReachedIn(file: string): void {
  process.env[REACHED_FILE] = file;
}

/** @returns the places that this process has evaluated */
export const reachedHere = (): number[] => [...inMemory];
