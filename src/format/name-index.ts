/**
 * Prefix index of names, sorted pages and a root: two reads, of the root and of a prefix's last page, which repeats the first
 * names of earlier ones. See FORMAT.md.
 */

import type { Cell } from '../geo/cells.ts';
import { splitLongToH3Index } from '../geo/h3.ts';
import { ENVELOPE_BYTES, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { foldedName } from './folded-name.ts';
import { namesPageName, namesRootName } from './object-keys.ts';
import type { PlaceKind } from './place-kinds.ts';

export type NameKind = PlaceKind | 'street';

export interface NamedPlace {
  readonly name: string;
  readonly kind: NameKind;
  readonly lon: number;
  readonly lat: number;
  /** Settlement that tells it from namesakes; `null` if none. */
  readonly near: string | null;
  readonly order: number;
}

export interface NameEntry extends NamedPlace {
  readonly key: string;
}

const MOST_FOUND = 10;
/** More than are shown, as a place may have two keys. */
const MAX_FIRSTS = 2 * MOST_FOUND;
const PAGE_BYTES = 128 * 1024;
/** Sorts after any text with the prefix. */
const LAST = '\uffff';

type StoredEntry = [
  key: string,
  name: string,
  kind: NameKind,
  lon: number,
  lat: number,
  near: string | null,
  order: number,
];
interface StoredPage {
  readonly entries: readonly StoredEntry[];
  /** Of prefixes that began in an earlier page and end here. */
  readonly firsts: Readonly<Record<string, readonly StoredEntry[]>>;
}

const identityOf = (place: number): TileIdentity => {
  const cell: Cell = splitLongToH3Index(place, 0);
  return { kind: 'names', tileSet: 'basemap', cell };
};
/** Header's cell field: 0 for the root, then page numbers. */
const ROOT = identityOf(0);

const compare = (a: NameEntry, b: NameEntry): number =>
  a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.lon - b.lon || a.lat - b.lat);

const stored = ({ key, name, kind, lon, lat, near, order }: NameEntry): StoredEntry => [
  key,
  name,
  kind,
  lon,
  lat,
  near,
  order,
];
const entryOf = ([key, name, kind, lon, lat, near, order]: StoredEntry): NameEntry => ({
  key,
  name,
  kind,
  lon,
  lat,
  near,
  order,
});

const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

interface OpenPrefix {
  readonly firstPage: number;
  readonly firsts: NameEntry[];
}

/**
 * @param entries ascending by key, in UTF-16 units
 * @throws RangeError for another order
 */
export function writeNames(
  entries: Iterable<NameEntry>,
  add: (name: string, object: Uint8Array) => void,
  page_bytes = PAGE_BYTES,
): number {
  let written = 0;
  const firstKeys: string[] = [];
  let page: NameEntry[] = [];
  let bytes = 0;
  let firsts: Record<string, StoredEntry[]> = {};
  const open: OpenPrefix[] = [];
  let last = '';
  const closeDownTo = (length: number): void => {
    while (open.length > length) {
      const prefix = last.slice(0, open.length);
      const { firstPage, firsts: found } = open.pop()!;
      if (firstPage < firstKeys.length) firsts[prefix] = found.map(stored);
    }
  };
  const flush = (): void => {
    const content: StoredPage = { entries: page.map(stored), firsts };
    firstKeys.push(firstKeys.length === 0 ? '' : page[0].key);
    add(namesPageName(firstKeys.length), seal(identityOf(firstKeys.length), jsonBytes(content)));
    page = [];
    bytes = 0;
    firsts = {};
  };
  for (const entry of entries) {
    const { key } = entry;
    if (key < last) throw new RangeError(`the name ${key} comes after ${last}`);
    let shared = 0;
    while (shared < open.length && key[shared] === last[shared]) shared++;
    closeDownTo(shared);
    if (bytes >= page_bytes) flush();
    while (open.length < key.length) open.push({ firstPage: firstKeys.length, firsts: [] });
    for (const prefix of open) insert(prefix.firsts, entry);
    page.push(entry);
    bytes += 2 * key.length + entry.name.length + 48;
    last = key;
    written++;
  }
  closeDownTo(0);
  if (page.length > 0) flush();
  add(namesRootName, seal(ROOT, jsonBytes({ first_keys: firstKeys })));
  return written;
}

function insert(firsts: NameEntry[], entry: NameEntry): void {
  if (firsts.length === MAX_FIRSTS && compare(firsts[MAX_FIRSTS - 1], entry) <= 0) return;
  const at = firsts.findIndex((other) => compare(entry, other) < 0);
  firsts.splice(at < 0 ? firsts.length : at, 0, entry);
  if (firsts.length > MAX_FIRSTS) firsts.pop();
}

export class NamesRoot {
  readonly firstKeys: readonly string[];
  readonly byteLength: number;

  constructor(setName: TileSetName, object: Uint8Array) {
    const payload = unseal(ROOT, setName, object);
    this.firstKeys = (JSON.parse(new TextDecoder().decode(payload)) as { first_keys: string[] }).first_keys;
    this.byteLength = ENVELOPE_BYTES + payload.byteLength;
  }

  /** @returns last page that may hold the prefix; `null` if none */
  pageOf(prefix: string): number | null {
    let low = 0;
    let high = this.firstKeys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.firstKeys[middle] <= prefix + LAST) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : low;
  }
}

export class NamesPage {
  readonly #content: StoredPage;

  constructor(number: number, setName: TileSetName, object: Uint8Array) {
    const payload = unseal(identityOf(number), setName, object);
    this.#content = JSON.parse(new TextDecoder().decode(payload));
  }

  get entries(): NameEntry[] {
    return this.#content.entries.map(entryOf);
  }

  /**
   * @param prefix of this page by {@link NamesRoot.pageOf}
   * @returns first distinct places
   */
  beginningWith(prefix: string): NamedPlace[] {
    const { entries, firsts } = this.#content;
    const isThere = Object.hasOwn(firsts, prefix);
    const matching = isThere ? firsts[prefix] : entries.filter(([key]) => key.startsWith(prefix));
    const places = new Map<string, NamedPlace>();
    for (const { key: _, ...place } of matching.map(entryOf).sort(compare)) {
      const identity = JSON.stringify([place.name, place.lon, place.lat]);
      if (!places.has(identity)) places.set(identity, place);
    }
    return [...places.values()].slice(0, MOST_FOUND);
  }
}

export const prefixOf = (typed: string): string => foldedName(typed.slice(0, MOST_TYPED));
const MOST_TYPED = 100;
