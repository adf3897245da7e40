/** Counts changes of a document. */
import type { DocumentCodec } from '../../tiles-builder/publish/change-document.ts';

export interface Sum {
  readonly total: number;
  readonly writes: readonly string[];
}

export const sumCodec: DocumentCodec<Sum> = {
  read: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Sum,
  write: (sum) => new TextEncoder().encode(JSON.stringify(sum)),
};

export const addOne = (sum: Sum | null): Sum => ({ writes: [], ...sum, total: (sum?.total ?? 0) + 1 });
