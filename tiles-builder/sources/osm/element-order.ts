/**
 * Checks the order of sorted OSM files: nodes, ways, relations, by id; ids of 0 and below come first, by absolute value
 * (Osmium).
 */
import { BadInput } from '../../base/failures/bad-input.ts';

export const KINDS = ['node', 'way', 'relation'] as const;

/** Larger ids would collide with ranks of negative ones. */
const MAX_ID = 2 ** 52;

/** Returns a number that sorts like ids in a file, NaN for an id that is too large. */
export const rankOf = (id: number): number =>
  id > MAX_ID || id < -MAX_ID ? Number.NaN : id > 0 ? id : -MAX_ID - id;

export class ElementOrder {
  readonly #file: string;
  #kind = 0;
  #id = 0;
  #rank = -Infinity;

  constructor(file: string) {
    this.#file = file;
  }

  enter(kind: number): void {
    if (kind === this.#kind) return;
    if (kind < this.#kind) {
      throw notSorted(this.#file, null, `a ${KINDS[kind]} comes after a ${KINDS[this.#kind]}`);
    }
    this.#kind = kind;
    this.#rank = -Infinity;
  }

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
