/** Finds which blobs of a sorted file hold nodes, ways and relations, by binary search. ElementOrder detects unsorted files. */
import { type BlobFile, decoded } from './blobs.ts';
import { KINDS } from './element-order.ts';
import { readPrimitiveBlock } from './elements.ts';

/** Blobs; `to` is exclusive. */
export interface Section {
  readonly from: number;
  readonly to: number;
}

export interface BlobSections {
  readonly nodes: Section;
  readonly ways: Section;
  readonly relations: Section;
}

export async function findSections(blobs: BlobFile): Promise<BlobSections> {
  const known = new Map<number, readonly [first: number, last: number]>();
  const kindsOf = async (blob: number): Promise<readonly [first: number, last: number]> => {
    let kinds = known.get(blob);
    if (!kinds) {
      kinds = await kindsIn(blobs, blob);
      known.set(blob, kinds);
    }
    return kinds;
  };
  const firstUpTo = async (kind: number, from: number): Promise<number> => {
    let low = from;
    let high = blobs.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((await kindsOf(middle))[1] >= kind) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const endOf = async (next: number, kind: number): Promise<number> =>
    next < blobs.count && (await kindsOf(next))[0] <= kind ? next + 1 : next;

  const ways = await firstUpTo(1, 0);
  const relations = await firstUpTo(2, ways);
  return {
    nodes: { from: 0, to: await endOf(ways, 0) },
    ways: { from: ways, to: await endOf(relations, 1) },
    relations: { from: relations, to: blobs.count },
  };
}

/** Indexes in KINDS; an empty blob counts as the beginning of the next. */
async function kindsIn(blobs: BlobFile, blob: number): Promise<readonly [first: number, last: number]> {
  const { content, start } = await blobs.peek(blob);
  let first = -1;
  let last = -1;
  const kind = (found: number): void => {
    if (last < 0) first = found;
    last = Math.max(last, found);
  };
  decoded(blobs.file, start, content, (pbf) => readPrimitiveBlock(pbf, { kind }));
  if (last >= 0) return [first, last];
  const next = blob + 1 < blobs.count ? (await kindsIn(blobs, blob + 1))[0] : KINDS.length;
  return [next, next];
}
