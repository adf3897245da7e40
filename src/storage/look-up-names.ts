/**
 * Looks up names on the basemap by prefix, in two reads: the root of the index, then a page. If no name begins as typed, it
 * reads again: for a name followed by an area around it, then without a house number, then for one typing error in the foremost
 * names.
 */
import { DamagedTile, type TileSetName } from '../format/envelope.ts';
import {
  FOREMOST_PAGE,
  MIN_RESEMBLING,
  type NamedPlace,
  NamesPage,
  NamesRoot,
} from '../format/name-index.ts';
import { foremostNamesName, namesPageName, namesRootName, tileSetPrefix } from '../format/object-keys.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/** Typed text is parted into a name and an area in this many ways at most. */
const MAX_PARTINGS = 3;

/** Parsed JSON takes this many times its bytes in memory, at most. */
const PARSED_BYTES_PER_BYTE = 3;

/** The index has streets without them. */
const HOUSE_NUMBER = /^\d+[a-z]?$/;

/** @param prefix a {@link prefixOf}, not empty */
export async function lookUpNames(
  basemap: TileSetName,
  prefix: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamedPlace[]> {
  const take = async <T>(name: string, open: (object: Uint8Array) => T): Promise<T> => {
    const key = tileSetPrefix('basemap', basemap) + name;
    const kept = loaded.get<T>(key);
    if (kept) return kept;
    const bytes = await source.read(key);
    if (!bytes) throw new DamagedTile('basemap names', `${name} is missing`);
    const object = open(new Uint8Array(bytes));
    loaded.store(key, object, PARSED_BYTES_PER_BYTE * bytes.byteLength);
    return object;
  };
  const takePage = (number: number, name = namesPageName(number)): Promise<NamesPage> =>
    take(name, (object) => new NamesPage(number, basemap, object));
  const root = await take(namesRootName, (object) => new NamesRoot(basemap, object));
  const pageOf = async (beginning: string): Promise<NamesPage | null> => {
    const number = root.pageOf(beginning);
    return number === null ? null : takePage(number);
  };
  const find = async (typed: string): Promise<NamedPlace[]> => {
    let found = (await pageOf(typed))?.beginningWith(typed) ?? [];
    const words = typed.split(' ');
    for (let areas = 1; areas <= MAX_PARTINGS && areas < words.length && found.length === 0; areas++) {
      const name = words.slice(0, -areas).join(' ');
      found = (await pageOf(name))?.namedWithin(name, words.slice(-areas)) ?? [];
    }
    return found;
  };
  const unnumbered = prefix.split(' ').filter((word) => !HOUSE_NUMBER.test(word));
  const street = unnumbered.length > 0 ? unnumbered.join(' ') : prefix;
  let found = await find(prefix);
  if (found.length === 0 && street !== prefix) found = await find(street);
  if (found.length > 0 || street.length < MIN_RESEMBLING || root.firstKeys.length === 0) return found;
  return (await takePage(FOREMOST_PAGE, foremostNamesName)).resembling(street);
}
