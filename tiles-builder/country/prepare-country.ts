/** Brings all sources of a country to its folder, in the form that its configuration names. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../base/failures/bad-input.ts';
import { readJson } from '../base/files/read-json.ts';
import { temporaryFolder } from '../base/files/temporary-folder.ts';
import { cachedFile, type FetchOptions, fetchSources, type Source, sizeOf } from './fetch-sources.ts';
import { boxOfPolygon, type Extract, findExtract, writePolygon } from './geofabrik.ts';
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
import { type ChiefPlace, readPlaces } from './read-places.ts';
import { prepareSites } from './sites.ts';
import { writeCountryConfig } from './write-config.ts';

export interface PreparedCountry {
  readonly configFile: string;
  /** Hash of sources and configuration. */
  readonly fingerprint: string;
  readonly chief: ChiefPlace;
}

export interface Listed {
  readonly extract: Extract;
  /** Index, extract, then those of the catalogue. */
  readonly sources: readonly Source[];
}

/** Downloads the index, and lists all sources of a country or of a part of it. */
export async function listSources(
  country: Country,
  only: string | null,
  options: FetchOptions,
): Promise<Listed> {
  await fetchSources([indexSource], options);
  const extract = findExtract(cachedFile(indexSource, options.downloads), country.iso, only);
  return { extract, sources: [indexSource, extractSource(extract), ...downloadsOf(country)] };
}

/** @param folder of the country */
export async function prepareCountry(
  country: Country,
  { extract, sources }: Listed,
  folder: string,
  options: FetchOptions,
): Promise<PreparedCountry> {
  mkdirSync(folder, { recursive: true });
  const { bytes } = await sizeOf(extractSource(extract), options);
  const advice = 'Build a part of it by --only NAME: https://download.geofabrik.de lists the parts.';
  options.say(await compareWithMachine(needsOf(bytes ?? 0), folder, advice));
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
  const made = new MadeFiles(folder, [...locked.map(({ sha256 }) => sha256), JSON.stringify(country)]);
  const places = await made.json('places.json', () =>
    readPlaces(files.extract, country.iso, box, scratch, progress),
  );
  if (places.chief === null) throw new BadInput(files.extract, null, 'names no town, village or hamlet');
  const { census, workplaces, schools, iso } = country;
  const fileOf = (source: Parameters<typeof sourceOf>[0], file: Parameters<typeof sourceOf>[1]): string =>
    cachedFile(sourceOf(source, file, iso), options.downloads);
  let border: string | null = null;
  if (census.kind === 'raster' && places.border !== null) {
    border = join(folder, 'border.geojson');
    writePolygon(iso, { type: 'MultiPolygon', coordinates: places.border }, border);
  }
  const sitesOf = async (role: 'workplaces' | 'schools'): Promise<string | null> => {
    const register = role === 'workplaces' ? workplaces : schools;
    if (register === undefined) return null;
    progress(`Select ${role}`);
    const own = register.files.map((file) => fileOf(register, file));
    return made.file(`${role}.csv`, (out) => prepareSites(register, own, box, out));
  };
  const config = writeCountryConfig(
    country,
    {
      ...files,
      extractDate: extractLock.modified ?? extractLock.downloaded_at,
      census:
        census.kind === 'raster'
          ? fileOf(census, census)
          : await made.file('squares.csv', async (out) => {
              await prepareSquares(census, (file) => fileOf(census, file), { box, scratch, out, progress });
            }),
      border,
      workplaces: await sitesOf('workplaces'),
      schools: await sitesOf('schools'),
    },
    folder,
  );
  return {
    configFile: join(folder, 'region.json'),
    fingerprint: hashOfTexts([made.key, config]),
    chief: places.chief,
  };
}

const hashOfTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex');

/** Files that are made once from the same sources, complete or not at all. */
class MadeFiles {
  readonly #folder: string;
  readonly key: string;

  constructor(folder: string, sources: readonly string[]) {
    this.#folder = folder;
    this.key = hashOfTexts(sources);
  }

  async file(name: string, make: (out: string) => Promise<void>): Promise<string> {
    const file = join(this.#folder, name);
    const note = `${file}.made-of`;
    if (existsSync(file) && existsSync(note) && readFileSync(note, 'utf8') === this.key) return file;
    rmSync(note, { force: true });
    await make(file);
    writeFileSync(note, this.key);
    return file;
  }

  async json<T>(name: string, make: () => Promise<T>): Promise<T> {
    const file = await this.file(name, async (out) => writeFileSync(out, JSON.stringify(await make())));
    return readJson(file) as T;
  }
}
