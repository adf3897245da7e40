/** Instruments a file to record which expressions are evaluated. */
import type { Span } from './find-mistakes.ts';

export interface Place extends Span {
  readonly id: number;
}

/**
 * @param note_path import path of the recording module
 * @returns an equivalent program that calls `noteReached` before each place
 */
export function markPlaces(source: string, places: readonly Place[], note_path: string): string {
  const begins = places.map(({ id, start, end }) => ({
    at: start,
    text: `(noteReached(${id}), (`,
    rank: -end,
  }));
  const ends = places.map(({ end }) => ({ at: end, text: '))', rank: -Infinity }));
  // Ends before begins; of begins, the longest first.
  const insertions = [...ends, ...begins].sort((a, b) => a.at - b.at || (a.rank < b.rank ? -1 : 1));
  let marked = '';
  let done = 0;
  for (const { at, text } of insertions) {
    marked += source.slice(done, at) + text;
    done = at;
  }
  return `import { noteReached } from '${note_path}';${marked}${source.slice(done)}`;
}
