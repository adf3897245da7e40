/** Chooses the sources of a country from the catalogue, and estimates what a build of them needs of time, memory and disk. */
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean, nearestName } from '../base/failures/nearest-name.ts';
import {
  alpha3Of,
  type CatalogueEntry,
  type CensusSource,
  COUNTRIES,
  type Download,
  entriesFor,
  type FootprintSource,
  nameOfCountry,
  type RegisterSource,
  slugOf,
} from './catalogue.ts';
import { megabytes } from './download.ts';
import type { Source } from './fetch-sources.ts';
import { type Extract, INDEX, OSM_ATTRIBUTION, OSM_LICENCE } from './geofabrik.ts';
import { hasShare } from './prepare-squares.ts';

export type Codes = Readonly<Record<string, string>>;

export interface Country {
  /** ISO 3166-1 alpha-2 code. */
  readonly iso: string;
  /** Name of the region, such as `malta` or `france-bretagne`. */
  readonly slug: string;
  readonly name: string;
  /** Values for the names in braces of addresses. */
  readonly codes: Codes;
  readonly timezone: string | undefined;
  readonly census: CensusSource;
  readonly workplaces: RegisterSource | undefined;
  readonly schools: RegisterSource | undefined;
  /** They replace OpenStreetMap's buildings. */
  readonly footprints: FootprintSource | undefined;
}

/** Tells whether ClickHouse reads a source of the country: a register by its SQL statement, or a CSV in a 7z archive. */
export const needsClickhouse = ({ census, workplaces, schools }: Country): boolean =>
  [workplaces, schools].some((register) => register !== undefined && 'sql' in register) ||
  (census.kind === 'squares' && census.files.some(({ member }) => member?.length === 2));

/**
 * @param named English name, ISO 3166 code of two or three letters
 * @param census id of the census; the first of the catalogue without it
 * @param footprints takes other buildings than OpenStreetMap's
 */
export function findCountry(
  named: string,
  catalogue: readonly CatalogueEntry[],
  {
    only,
    census,
    footprints = false,
  }: { readonly only: string | null; readonly census: string | null; readonly footprints?: boolean },
): Country {
  const iso = isoOf(named);
  const entries = entriesFor(iso, catalogue);
  const codes = codesOf(iso, entries, only);
  const isKnown = (source: CensusSource | RegisterSource): boolean =>
    filesOf(source).every(({ address }) => !addressFor(address, codes).includes('{'));
  const known = entries.flatMap((entry) => entry.census).filter(isKnown);
  const chosen = census === null ? known[0] : known.find(({ id }) => id === census);
  if (chosen === undefined)
    throw new BadInput(
      nameOfCountry(iso),
      null,
      `has no census ${census}`,
      didYouMean(
        census ?? '',
        known.map(({ id }) => id),
      ),
    );
  const name = nameOfCountry(iso);
  const zones = timezonesOf(iso);
  // Registers need a share at home, which the census has to say.
  const knowsShare =
    chosen.kind !== 'raster' &&
    (chosen.at_home !== undefined || (chosen.kind === 'squares' && hasShare(chosen)));
  const register = (role: 'workplaces' | 'schools'): RegisterSource | undefined => {
    const source = entries.find((entry) => entry[role])?.[role];
    return source !== undefined && knowsShare && isKnown(source) ? source : undefined;
  };
  const workplaces = register('workplaces');
  return {
    iso,
    name: only === null ? name : `${only}, ${name}`,
    codes,
    slug: only === null ? slugOf(name) : `${slugOf(name)}-${slugOf(only)}`.slice(0, 40),
    timezone:
      entries.find(({ timezone }) => timezone)?.timezone ?? (zones.length === 1 ? zones[0] : undefined),
    census: chosen,
    workplaces,
    schools: workplaces && register('schools'),
    footprints: footprints ? entries.find((entry) => entry.footprints)?.footprints : undefined,
  };
}

/** @param only name of a part; `null` for the country, whose addresses have no codes of a part */
export function codesOf(iso: string, entries: readonly CatalogueEntry[], only: string | null): Codes {
  const parts = entries.find((entry) => entry.parts)?.parts ?? {};
  const alpha3 = alpha3Of(iso);
  return {
    ...{ alpha2: iso.toLowerCase(), alpha3: alpha3.toLowerCase(), ALPHA3: alpha3 },
    ...parts[slugOf(only ?? '')],
  };
}

/** Lists time zones by the Unicode CLDR; TypeScript's library lacks the method. */
const timezonesOf = (iso: string): readonly string[] =>
  (new Intl.Locale(`und-${iso}`) as Intl.Locale & { getTimeZones(): string[] | undefined }).getTimeZones() ??
  [];

function isoOf(named: string): string {
  const slug = slugOf(named);
  const found = COUNTRIES.find((iso) =>
    [slugOf(nameOfCountry(iso)), iso.toLowerCase(), alpha3Of(iso).toLowerCase()].includes(slug),
  );
  if (found !== undefined) return found;
  const nearest = nearestName(
    slug,
    COUNTRIES.map((iso) => slugOf(nameOfCountry(iso))),
  );
  throw new BadInput(
    named,
    null,
    'is no country of ISO 3166',
    nearest === null
      ? 'npm run country -- list names those with data of their own.'
      : `Did you mean ${nearest}?`,
  );
}

export const indexSource: Source = {
  title: 'Geofabrik, index of extracts',
  address: INDEX,
  licence: OSM_LICENCE,
  attribution: OSM_ATTRIBUTION,
};

export const extractSource = ({ address, name }: Extract): Source => ({
  title: `OpenStreetMap, extract ${name} of Geofabrik`,
  address,
  licence: OSM_LICENCE,
  attribution: OSM_ATTRIBUTION,
  hasMd5: true,
});

export function downloadsOf(country: Country): Source[] {
  return [country.census, country.workplaces, country.schools].flatMap((own) =>
    own === undefined ? [] : filesOf(own).map((file) => sourceOf(own, file, country.codes)),
  );
}

export const filesOf = (own: CensusSource | RegisterSource | FootprintSource): readonly Download[] =>
  'files' in own ? [...own.files, ...('table' in own && own.table ? [own.table] : [])] : [own];

export function sourceOf(
  { title, licence, attribution }: Pick<CensusSource, 'title' | 'licence' | 'attribution'>,
  { address, name }: Download,
  codes: Codes,
): Source {
  return {
    ...{ title, licence, attribution, address: addressFor(address, codes) },
    name: name && addressFor(name, codes),
  };
}

const addressFor = (address: string, codes: Codes): string =>
  address.replaceAll(/\{(\w+)\}/g, (braced, code: string) => codes[code] ?? braced);

export interface Needs {
  readonly memory_bytes: number;
  readonly disk_bytes: number;
  readonly minutes: number;
}

/** Estimates by builds of 45 to 180 MB on two processors, and by the estimate for France in `scale.md`. */
export const needsOf = (extract_bytes: number, download_bytes: number): Needs => ({
  memory_bytes: 1.2e9 + 0.85 * extract_bytes,
  disk_bytes: download_bytes + 8 * extract_bytes,
  minutes: Math.ceil(0.5 + (3 * extract_bytes) / 1e6 / 60),
});

/**
 * @param here_bytes what of them is on the disk already
 * @returns sentence
 * @throws BadInput if the machine has too little
 */
export async function compareWithMachine(
  needs: Needs,
  folder: string,
  here_bytes: number,
  parts: string,
): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  const disk = bavail * bsize + here_bytes;
  const sentence = `The build takes about ${megabytes(needs.memory_bytes)} of memory (here: ${megabytes(memory)}), ${megabytes(needs.disk_bytes)} of disk (free, with what is here already: ${megabytes(disk)}) and ${needs.minutes} min of processor time.`;
  if (memory < needs.memory_bytes || disk < needs.disk_bytes)
    throw new BadInput(folder, null, `this machine is too small. ${sentence}`, parts);
  return sentence;
}
