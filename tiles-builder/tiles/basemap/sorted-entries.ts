/**
 * Sorts a country's names on disk (MSD radix sort by letters, down to groups of 32 MB), and drops rivers and streets that
 * several packs repeat.
 */
import { join } from 'node:path';
import type { NameEntry, NameKind } from '../../../src/format/name-index.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';

const MOST_SORTED_BYTES = 32 * 1024 * 1024;

/** Letters follow as hexadecimal UTF-16 code units, which preserves order. */
const PREFIX = 'k';
const UNIT_DIGITS = 4;

export class SortedEntries {
  readonly #folder: string;
  readonly #spill: PartitionSpill;
  readonly #letters: number;
  readonly #most_bytes: number;

  constructor(folder: string, most_bytes = MOST_SORTED_BYTES, letters = 1) {
    this.#folder = folder;
    this.#spill = new PartitionSpill(folder);
    this.#letters = letters;
    this.#most_bytes = most_bytes;
  }

  add(entry: NameEntry): void {
    const beginning = entry.key.slice(0, this.#letters);
    const units = Array.from({ length: beginning.length }, (_, i) => beginning.charCodeAt(i));
    const name = `${PREFIX}${units.map((unit) => unit.toString(16).padStart(UNIT_DIGITS, '0')).join('')}`;
    this.#spill.append(name, Buffer.from(`${JSON.stringify(entry)}\n`));
  }

  *sorted(): Generator<NameEntry> {
    for (const beginning of this.#spill.partitions()) {
      const bytes = this.#spill.read(beginning);
      const entries = linesOf(bytes);
      const areSame = beginning.length < PREFIX.length + UNIT_DIGITS * this.#letters;
      if (bytes.length <= this.#most_bytes || areSame) {
        yield* withoutDoubles([...entries].sort(compareEntries));
        continue;
      }
      const finer = new SortedEntries(join(this.#folder, 'finer'), this.#most_bytes, this.#letters + 1);
      for (const entry of entries) finer.add(entry);
      yield* finer.sorted();
    }
    this.#spill.remove();
  }
}

function* linesOf(bytes: Buffer): Generator<NameEntry> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    yield JSON.parse(bytes.toString('utf8', at, end));
    at = end + 1;
  }
}

const LINE_KINDS: ReadonlySet<NameKind> = new Set(['street', 'water']);

/** Compares so that the result is independent of input order. */
function compareEntries(a: NameEntry, b: NameEntry): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.order !== b.order) return a.order - b.order;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.lon - b.lon || a.lat - b.lat;
}

function* withoutDoubles(entries: readonly NameEntry[]): Generator<NameEntry> {
  let last: NameEntry | null = null;
  for (const entry of entries) {
    const isDouble =
      LINE_KINDS.has(entry.kind) &&
      last?.kind === entry.kind &&
      last.key === entry.key &&
      (entry.kind === 'street' || last.order === entry.order) &&
      last.name === entry.name &&
      last.near === entry.near;
    if (!isDouble) yield entry;
    last = entry;
  }
}
