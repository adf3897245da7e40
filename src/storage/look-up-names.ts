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

/** The index has streets without them. */
const HOUSE_NUMBER = /^\d+[a-z]?$/;

/** @param prefix a {@link prefixOf}, not empty */
export async function lookUpNames(
  basemap: TileSetName,
  prefix: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamedPlace[]> {
  const root = await readNamesRoot(basemap, source, loaded);
  const pages = new Map<number, NamesPage>();
  const pageOf = async (beginning: string): Promise<NamesPage | null> => {
    const number = root.pageOf(beginning);
    if (number === null) return null;
    const page =
      pages.get(number) ??
      new NamesPage(number, basemap, await readObject(namesPageName(number), basemap, source));
    pages.set(number, page);
    return page;
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
  return (await readForemostNames(basemap, source, loaded)).resembling(street);
}

const readForemostNames = (
  basemap: TileSetName,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamesPage> =>
  takeObject(
    foremostNamesName,
    basemap,
    source,
    loaded,
    (bytes) => new NamesPage(FOREMOST_PAGE, basemap, bytes),
  );

const readNamesRoot = (basemap: TileSetName, source: TileSource, loaded: LoadedObjects): Promise<NamesRoot> =>
  takeObject(namesRootName, basemap, source, loaded, (bytes) => new NamesRoot(basemap, bytes));

async function takeObject<T extends { readonly byteLength: number }>(
  name: string,
  basemap: TileSetName,
  source: TileSource,
  loaded: LoadedObjects,
  open: (bytes: Uint8Array) => T,
): Promise<T> {
  const key = tileSetPrefix('basemap', basemap) + name;
  const kept = loaded.get<T>(key);
  if (kept) return kept;
  const object = open(await readObject(name, basemap, source));
  loaded.store(key, object, object.byteLength);
  return object;
}

async function readObject(name: string, basemap: TileSetName, source: TileSource): Promise<Uint8Array> {
  const bytes = await source.read(tileSetPrefix('basemap', basemap) + name);
  if (!bytes) throw new DamagedTile('basemap names', `${name} is missing`);
  return new Uint8Array(bytes);
}
