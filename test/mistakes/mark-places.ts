/** Makes a file note which of its expressions are evaluated. */
import type { Span } from './find-mistakes.ts';

/** An expression and the number under which it is noted. */
export interface Place extends Span {
  readonly id: number;
}

/**
 * @param source TypeScript
 * @param places expressions in it, which may lie within each other
 * @param note_path of the module that notes them, as the file imports it
 * @returns a program that does the same, and calls `noteReached` with the number of each place before it is evaluated
 */
export function markPlaces(source: string, places: readonly Place[], note_path: string): string {
  const begins = places.map(({ id, start, end }) => ({
    at: start,
    text: `(noteReached(${id}), (`,
    rank: -end,
  }));
  const ends = places.map(({ end }) => ({ at: end, text: '))', rank: -Infinity }));
  // What ends somewhere comes before what begins there; of what begins at the same character, the longest comes first.
  const insertions = [...ends, ...begins].sort((a, b) => a.at - b.at || (a.rank < b.rank ? -1 : 1));
  let marked = '';
  let done = 0;
  for (const { at, text } of insertions) {
    marked += source.slice(done, at) + text;
    done = at;
  }
  return `import { noteReached } from '${note_path}';${marked}${source.slice(done)}`;
}
