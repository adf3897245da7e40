/**
 * Locates the blobs with nodes, ways and relations of a sorted file by binary search, as blob headers do not say. Sections of an
 * unsorted file are meaningless; ElementOrder detects that, since every blob belongs to a section.
 */
import { type BlobFile, decoded } from './blobs.ts';
import { KINDS } from './element-order.ts';
import { readPrimitiveBlock } from './elements.ts';

/** Blob range, `to` exclusive. */
export interface Section {
  readonly from: number;
  readonly to: number;
}

/** A blob with two kinds belongs to both sections. */
export interface BlobSections {
  readonly nodes: Section;
  readonly ways: Section;
  readonly relations: Section;
}

/** @throws BadInput where a blob is damaged */
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
  /** The first blob whose last element is of this kind or a later one. */
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
  /** One blob further, if the next section begins in the same blob. */
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

/** Indexes in KINDS of a blob's first and last element; a blob without elements counts as the beginning of the next. */
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
