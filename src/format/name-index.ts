/**
 * Writes and searches an index of names by prefix: sorted pages and a root, so that a search takes two reads. A prefix's last
 * page repeats the first names of its earlier ones. One more page has the foremost names, to find them despite a typing error.
 */

import type { Cell } from '../geo/cells.ts';
import { splitLongToH3Index } from '../geo/h3.ts';
import { openTile, seal, type TileIdentity, type TileSetName } from './envelope.ts';
import { foldedName } from './folded-name.ts';
import { foremostNamesName, namesPageName, namesRootName } from './object-keys.ts';
import type { PlaceKind } from './place-kinds.ts';

export type NameKind = PlaceKind | 'street';

export interface NamedPlace {
  readonly name: string;
  readonly kind: NameKind;
  readonly lon: number;
  readonly lat: number;
  /** Municipality or settlement that tells it from namesakes, or a larger area around; `null` if none. */
  readonly near: string | null;
  readonly order: number;
}

export interface NameEntry extends NamedPlace {
  readonly key: string;
  /** Folded words of the names of all areas around it. */
  readonly within: string;
}

const MOST_FOUND = 10;
/** More than are shown, as a place may have two keys. */
const MAX_FIRSTS = 2 * MOST_FOUND;
const PAGE_BYTES = 128 * 1024;
/** Names that are compared letter by letter where none begins as typed. */
const MAX_FOREMOST = 4_000;
/** Shorter texts, in letters, resemble too many names. */
export const MIN_RESEMBLING = 4;
/** Sorts after any text with the prefix. */
const LAST = '\uffff';

type StoredEntry = readonly [
  key: string,
  name: string,
  kind: NameKind,
  lon: number,
  lat: number,
  near: string | null,
  order: number,
  /** Index in the page's `within`. */
  area: number,
];
interface StoredRoot {
  readonly first_keys: readonly string[];
}
interface StoredPage {
  readonly within: readonly string[];
  readonly entries: readonly StoredEntry[];
  /** First names of prefixes that began in an earlier page and end here. */
  readonly firsts: Readonly<Record<string, readonly StoredEntry[]>>;
}

const identityOf = (place: number): TileIdentity => {
  const cell: Cell = splitLongToH3Index(place, 0);
  return { kind: 'names', tileSet: 'basemap', cell };
};
/** Header's cell field: 0 for the root, then page numbers. */
const ROOT = identityOf(0);
/** Number that stands for the page of the foremost names. */
export const FOREMOST_PAGE = 2 ** 31;

const compare = (a: NameEntry, b: NameEntry): number =>
  a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.lon - b.lon || a.lat - b.lat);

function pageBytes(
  entries: readonly NameEntry[],
  firsts: Readonly<Record<string, readonly NameEntry[]>>,
): Uint8Array {
  const within = new Map<string, number>();
  const stored = (entry: NameEntry): StoredEntry => {
    const { key, name, kind, lon, lat, near, order } = entry;
    if (!within.has(entry.within)) within.set(entry.within, within.size);
    return [key, name, kind, lon, lat, near, order, within.get(entry.within)!];
  };
  const storedEntries = entries.map(stored);
  const storedFirsts = Object.fromEntries(Object.entries(firsts).map(([key, own]) => [key, own.map(stored)]));
  return jsonBytes({
    within: [...within.keys()],
    entries: storedEntries,
    firsts: storedFirsts,
  } satisfies StoredPage);
}

const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const jsonIn = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes));

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
  let firsts: Record<string, NameEntry[]> = {};
  const foremost: NameEntry[] = [];
  const open: OpenPrefix[] = [];
  let last = '';
  const closeDownTo = (length: number): void => {
    while (open.length > length) {
      const prefix = last.slice(0, open.length);
      const { firstPage, firsts: found } = open.pop()!;
      if (firstPage < firstKeys.length) firsts[prefix] = found;
    }
  };
  const flush = (): void => {
    firstKeys.push(firstKeys.length === 0 ? '' : page[0].key);
    add(namesPageName(firstKeys.length), seal(identityOf(firstKeys.length), pageBytes(page, firsts)));
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
    for (const prefix of open) insert(prefix.firsts, entry, MAX_FIRSTS);
    insert(foremost, entry, MAX_FOREMOST);
    page.push(entry);
    bytes += 2 * key.length + entry.name.length + 48;
    last = key;
    written++;
  }
  closeDownTo(0);
  if (page.length > 0) {
    flush();
    add(foremostNamesName, seal(identityOf(FOREMOST_PAGE), pageBytes(foremost, {})));
  }
  add(namesRootName, seal(ROOT, jsonBytes({ first_keys: firstKeys } satisfies StoredRoot)));
  return written;
}

/** Keeps the first `most` of what is inserted, in their order, after equal ones. */
function insert(firsts: NameEntry[], entry: NameEntry, most: number): void {
  if (firsts.length === most && compare(firsts[most - 1], entry) <= 0) return;
  firsts.splice(firsts.findLastIndex((other) => compare(other, entry) <= 0) + 1, 0, entry);
  if (firsts.length > most) firsts.pop();
}

export class NamesRoot {
  readonly firstKeys: readonly string[];

  constructor(setName: TileSetName, object: Uint8Array) {
    this.firstKeys = openTile(ROOT, setName, object, jsonIn<StoredRoot>).first_keys;
  }

  /** @returns last page that may have the prefix; `null` if none */
  pageOf(prefix: string): number | null {
    return this.firstKeys.findLastIndex((first) => first <= prefix + LAST) + 1 || null;
  }
}

export class NamesPage {
  readonly #content: StoredPage;

  constructor(number: number, setName: TileSetName, object: Uint8Array) {
    this.#content = openTile(identityOf(number), setName, object, jsonIn<StoredPage>);
  }

  /**
   * @param prefix of this page by {@link NamesRoot.pageOf}
   * @returns first distinct places
   */
  beginningWith(prefix: string): NamedPlace[] {
    const { entries, firsts } = this.#content;
    const isThere = Object.hasOwn(firsts, prefix);
    return this.#places(isThere ? firsts[prefix] : entries.filter(([key]) => key.startsWith(prefix)));
  }

  /**
   * @param name whole words that a key begins with, of this page by {@link NamesRoot.pageOf}
   * @param areas beginnings of words of the areas around it
   */
  namedWithin(name: string, areas: readonly string[]): NamedPlace[] {
    const { entries, firsts, within } = this.#content;
    const isIn = ([key, , , , , , , area]: StoredEntry): boolean => {
      if (key !== name && !key.startsWith(`${name} `)) return false;
      const around = ` ${key.slice(name.length)} ${within[area]}`;
      return areas.every((word) => around.includes(` ${word}`));
    };
    const known = Object.hasOwn(firsts, name) ? firsts[name] : [];
    return this.#places([...known, ...entries].filter(isIn));
  }

  /** @returns first distinct places whose keys begin like the text but for one edit */
  resembling(typed: string): NamedPlace[] {
    return this.#places(this.#content.entries.filter(([key]) => beginsWithinOneEdit(key, typed)));
  }

  #entryOf([key, name, kind, lon, lat, near, order, within]: StoredEntry): NameEntry {
    return { key, name, kind, lon, lat, near, order, within: this.#content.within[within] };
  }

  #places(matching: readonly StoredEntry[]): NamedPlace[] {
    const places = new Map<string, NamedPlace>();
    const found = matching.map((entry) => this.#entryOf(entry)).sort(compare);
    for (const { key: _, within: __, ...place } of found) {
      // A place may have several names.
      const identity = JSON.stringify([place.kind, place.lon, place.lat]);
      if (!places.has(identity)) places.set(identity, place);
    }
    return [...places.values()].slice(0, MOST_FOUND);
  }
}

/**
 * Tells whether a beginning of the key is at most one edit from the text (optimal string alignment, Damerau 1964): a letter
 * more, less or another, or two neighbours exchanged. One edit can always be made where the two first differ.
 */
export function beginsWithinOneEdit(key: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === key[at]) at++;
  const goesOn = (typedFrom: number, keyFrom: number): boolean =>
    keyFrom <= key.length && key.startsWith(typed.slice(typedFrom), keyFrom);
  return (
    at === typed.length ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    goesOn(at + 1, at + 1) ||
    (typed[at] === key[at + 1] && typed[at + 1] === key[at] && goesOn(at + 2, at + 2))
  );
}

export const prefixOf = (typed: string): string => foldedName(typed.slice(0, MOST_TYPED));
const MOST_TYPED = 100;
