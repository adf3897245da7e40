/**
 * The order in which OSM files hold their elements: nodes, ways, relations, each kind by id. Osmium puts ids of 0 and below before
 * the others, the smaller amount first.
 */
import { BadInput } from '../../failures/bad-input.ts';

export const KINDS = ['node', 'way', 'relation'] as const;

/** Ids of a larger amount could not be distinguished once they are in doubles beside negative ones. */
const MAX_ID = 2 ** 52;

/** A number by which ids sort as in a file. Ids that are too large for it give NaN. */
export const rankOf = (id: number): number =>
  id > MAX_ID || id < -MAX_ID ? Number.NaN : id > 0 ? id : -MAX_ID - id;

/** Watches over the order of a file's elements, from any one on. */
export class ElementOrder {
  readonly #file: string;
  #kind = 0;
  #id = 0;
  #rank = -Infinity;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * An element without a look at its id.
   * @param kind its place in KINDS
   * @throws BadInput where elements of another kind should have come after it
   */
  enter(kind: number): void {
    if (kind === this.#kind) return;
    if (kind < this.#kind) {
      throw notSorted(this.#file, null, `a ${KINDS[kind]} comes after a ${KINDS[this.#kind]}`);
    }
    this.#kind = kind;
    this.#rank = -Infinity;
  }

  /** @throws BadInput where the element should have come earlier, is there twice, or has no usable id */
  next(kind: number, id: number): void {
    this.enter(kind);
    const rank = rankOf(id);
    if (rank > this.#rank) {
      this.#rank = rank;
      this.#id = id;
      return;
    }
    const where = `${KINDS[kind]} ${id}`;
    if (Number.isNaN(rank)) throw new BadInput(this.#file, where, `ids beyond ${MAX_ID} are not supported`);
    if (rank < this.#rank) throw notSorted(this.#file, where, `it comes after ${KINDS[kind]} ${this.#id}`);
    throw new BadInput(
      this.#file,
      where,
      'it is in the file twice',
      'Each element is expected once: of a history take one moment (osmium time-filter), of several extracts their union (osmium merge).',
    );
  }
}

function notSorted(file: string, where: string | null, reason: string): BadInput {
  const sorted = file.replace(/(\.osm)?\.pbf$/, '.sorted.osm.pbf');
  return new BadInput(
    file,
    where,
    `is not sorted by type and id: ${reason}`,
    `Sort it first: osmium sort ${file} -o ${sorted}`,
  );
}
