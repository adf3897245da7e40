/** Fetches all sources of a country into its folder, and converts them to the form that its configuration names. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../base/failures/bad-input.ts';
import { readJson } from '../base/files/read-json.ts';
import { temporaryFolder } from '../base/files/temporary-folder.ts';
import {
  cachedFile,
  type FetchOptions,
  fetchSources,
  type Size,
  type Source,
  sizeOf,
} from './fetch-sources.ts';
import { listFootprintTiles, prepareFootprints } from './footprints.ts';
import {
  boxOfPolygon,
  type Extract,
  findExtract,
  partsOf,
  type Region,
  readIndex,
  writePolygon,
} from './geofabrik.ts';
import {
  type Country,
  compareWithMachine,
  downloadsOf,
  extractSource,
  indexSource,
  needsOf,
  sourceOf,
} from './plan.ts';
import { prepareSquares } from './prepare-squares.ts';
import { prepareUnits } from './prepare-units.ts';
import { type ChiefPlace, type PlacesOfExtract, readPlaces } from './read-places.ts';
import { prepareSites, sitesFileOf } from './sites.ts';
import { writeCountryConfig } from './write-config.ts';

export interface PreparedCountry {
  readonly configFile: string;
  /** Hash of sources and configuration. */
  readonly fingerprint: string;
  readonly chief: ChiefPlace;
}

export interface Listed {
  readonly extract: Extract;
  /** Sources in the order index, extract, then those of the catalogue. */
  readonly sources: readonly Source[];
  /** Sources of building footprints, none if OpenStreetMap's buildings are taken. */
  readonly footprintTiles: readonly Source[];
  /** Parts of the country, if it has more than one extract. */
  readonly parts: readonly string[];
}

/** Downloads the index of extracts. */
export async function fetchIndex(options: FetchOptions): Promise<Region[]> {
  await fetchSources([indexSource], options);
  return readIndex(cachedFile(indexSource, options.downloads));
}

/**
 * Lists all sources of a country or of a part of it.
 * @throws BadInput if the index has no extract of it
 */
export function listSources(index: readonly Region[], country: Country, only: string | null): Listed {
  const extract = findExtract(index, country.iso, only);
  const parts = only === null ? partsOf(index, country.iso) : [];
  const sources = [indexSource, extractSource(extract), ...downloadsOf(country)];
  return { extract, parts, sources, footprintTiles: [] };
}

/** Downloads the table of footprints' tiles, where the country takes them, and adds those in the extract. */
export async function addFootprints(
  listed: Listed,
  { footprints, codes }: Country,
  options: FetchOptions,
): Promise<Listed> {
  if (footprints === undefined) return listed;
  const links = sourceOf(footprints, footprints, codes);
  await fetchSources([links], options);
  const linksFile = cachedFile(links, options.downloads);
  const footprintTiles = await listFootprintTiles(footprints, linksFile, listed.extract.polygon);
  return { ...listed, footprintTiles, sources: [...listed.sources, links, ...footprintTiles] };
}

/** @param folder of the country */
export async function prepareCountry(
  country: Country,
  { extract, sources, parts, footprintTiles }: Listed,
  folder: string,
  options: FetchOptions,
): Promise<PreparedCountry> {
  mkdirSync(folder, { recursive: true });
  const sizes: Size[] = [];
  for (const source of sources) sizes.push(await sizeOf(source, options));
  const bytesOf = (some: readonly Size[]): number => some.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const here_bytes = bytesInFolder(folder) + bytesOf(sizes.filter(({ isHere }) => isHere));
  const advice =
    parts.length > 0
      ? `Build its parts, one after another: ${parts.map((part) => `--only ${part}`).join(' ')}. Zones over their borders are added up.`
      : 'Take a larger machine, or cut the extract: see the documentation on large builds.';
  const needs = needsOf(sizes[1]?.bytes ?? 0, bytesOf(sizes));
  options.say(await compareWithMachine(needs, folder, here_bytes, advice));
  const locked = await fetchSources(sources, options);
  const extractLock = locked[1];
  const files = {
    extract: cachedFile(extractSource(extract), options.downloads),
    polygon: join(folder, 'extract.geojson'),
  };
  writePolygon(extract.id, extract.polygon, files.polygon);
  const box = boxOfPolygon(extract.polygon);
  const { progress } = options;
  const scratch = temporaryFolder();
  const key = hashOfTexts([...locked.map(({ sha256 }) => sha256), JSON.stringify(country)]);
  const made = (name: string, make: (out: string) => Promise<void>) =>
    makeOnce(join(folder, name), key, make);
  const places = readJson(
    await made('places.json', async (out) =>
      writeFileSync(
        out,
        JSON.stringify(await readPlaces(files.extract, country.iso, box, scratch, progress)),
      ),
    ),
  ) as PlacesOfExtract;
  if (places.chief === null) throw new BadInput(files.extract, null, 'names no town, village or hamlet');
  const { census, workplaces, schools, iso } = country;
  const fileOf = (source: Parameters<typeof sourceOf>[0], file: Parameters<typeof sourceOf>[1]): string =>
    cachedFile(sourceOf(source, file, country.codes), options.downloads);
  let border: string | null = null;
  if (census.kind === 'raster' && places.border !== null) {
    border = join(folder, 'border.geojson');
    writePolygon(iso, { type: 'MultiPolygon', coordinates: places.border }, border);
  }
  const sitesOf = async (role: 'workplaces' | 'schools'): Promise<string | null> => {
    const register = role === 'workplaces' ? workplaces : schools;
    if (register === undefined) return null;
    progress(`Select ${role}`);
    return made(sitesFileOf(role, register), (out) =>
      prepareSites(register, (file) => fileOf(register, file), { box, scratch, out, progress }),
    );
  };
  const config = writeCountryConfig(
    country,
    {
      ...files,
      extractDate: extractLock.modified ?? extractLock.downloaded_at,
      census:
        census.kind === 'raster'
          ? fileOf(census, census)
          : await made(census.kind === 'squares' ? 'squares.csv' : 'units.geojsonl', async (out) => {
              const prepared = { box, scratch, out, progress };
              await (census.kind === 'squares'
                ? prepareSquares(census, (file) => fileOf(census, file), prepared)
                : prepareUnits(census, (file) => fileOf(census, file), prepared));
            }),
      footprints:
        footprintTiles.length === 0
          ? null
          : await made('footprints.geojsonl', (out) =>
              prepareFootprints(
                footprintTiles.map((tile) => cachedFile(tile, options.downloads)),
                { box, scratch, out, progress },
              ),
            ),
      border,
      workplaces: await sitesOf('workplaces'),
      schools: await sitesOf('schools'),
    },
    folder,
  );
  return {
    configFile: join(folder, 'region.json'),
    fingerprint: hashOfTexts([key, config]),
    chief: places.chief,
  };
}

const bytesInFolder = (folder: string): number =>
  readdirSync(folder, { recursive: true }).reduce(
    (sum, name) => sum + (lstatSync(join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

const hashOfTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex');

/**
 * Makes a file or folder, unless it is there and made by the same key.
 * @returns its path
 */
export async function makeOnce(
  path: string,
  key: string,
  make: (out: string) => Promise<void>,
): Promise<string> {
  const note = `${path}.made-of`;
  if (existsSync(path) && existsSync(note) && readFileSync(note, 'utf8') === key) return path;
  rmSync(note, { force: true });
  await make(path);
  writeFileSync(note, key);
  return path;
}
