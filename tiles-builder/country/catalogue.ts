/** Reads the catalogue of open data by country: one JSON file a country or family of countries, checked by a valibot schema. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { BadInput } from '../base/failures/bad-input.ts';
import { readJson } from '../base/files/read-json.ts';
import ALPHA_3 from './alpha-3.json' with { type: 'json' };

const text = v.pipe(v.string(), v.minLength(1));
const column = text;
const number = v.pipe(v.number(), v.finite(), v.minValue(0));
const suppressed = v.strictObject({ text, people: number });

/** May name `{alpha2}`, `{alpha3}` and `{ALPHA3}`, which stand for the country's codes, and codes of a part. */
const address = v.pipe(v.string(), v.startsWith('https://'));

const page = v.pipe(v.string(), v.startsWith('https://'));

const download = {
  address,
  /** Name of the file, where the address ends with another. */
  name: v.optional(v.pipe(text, v.regex(/^[\w.{}-]+$/))),
};

const described = {
  id: v.pipe(text, v.regex(/^[a-z0-9-]+$/)),
  title: text,
  licence: text,
  attribution: text,
  vintage: v.pipe(v.number(), v.integer()),
  /** Says what the numbers leave out, round or model. */
  limits: text,
  /** Area in which it is complete. */
  complete_in: text,
  /** Pages from which addresses, members, columns and shares were taken. */
  read_in: v.pipe(v.array(page), v.minLength(1)),
};

const squareFile = v.strictObject({
  ...download,
  /** Path in the archive; a second name is a member of the archive in the archive. */
  member: v.optional(v.pipe(v.array(text), v.minLength(1), v.maxLength(2))),
  square: v.union([column, v.strictObject({ east: column, north: column })]),
  people: column,
  projection: v.optional(v.pipe(text, v.regex(/^EPSG:\d+$/))),
  square_m: v.optional(number),
  /** Values of the people's column whose squares are left out. */
  absent: v.optional(v.array(text), []),
  /** Ids of rows that are no square end with this. */
  not_placed: v.optional(text),
  /** Columns from which the share of people at home follows. */
  at_home: v.optional(v.strictObject({ employed: column, under_15: column, otherwise: number })),
});

const squareCensus = v.strictObject({
  ...described,
  kind: v.literal('squares'),
  files: v.pipe(v.array(squareFile), v.minLength(1)),
  suppressed: v.optional(v.array(suppressed)),
  /** Standard deviation of a square's number. */
  noise: v.optional(number),
  /** Share of all people who are at home in working hours. */
  at_home: v.optional(number),
});

const unitLayout = {
  /** Files of polygons; for an archive of several layers, `layer` names one. */
  files: v.pipe(v.array(v.strictObject({ ...download, layer: v.optional(text) })), v.minLength(1)),
  /** Column of the polygons, or of the table. */
  people: column,
  /** CSV with the people: columns that make up the id that polygons have in `unit`, with the digits of each. */
  table: v.optional(
    v.strictObject({
      ...download,
      key: v.record(column, number),
      unit: column,
      /** Polygons without a row have nobody, and are left out. */
      lists_people_alone: v.optional(v.boolean(), false),
    }),
  ),
};

const unitCensus = v.strictObject({
  ...described,
  ...unitLayout,
  kind: v.literal('units'),
  /** Share of all people who are at home in working hours. */
  at_home: v.optional(number),
});

const rasterCensus = v.strictObject({ ...described, ...download, kind: v.literal('raster') });

const censusSchema = v.variant('kind', [squareCensus, unitCensus, rasterCensus]);

const settings = v.record(text, v.union([text, number]));

/** Sites are polygons, or made from its files by a statement of `sql/`. */
const register = v.union([
  v.strictObject({ ...described, ...unitLayout, settings }),
  v.strictObject({
    ...described,
    files: v.pipe(v.array(v.strictObject(download)), v.minLength(1)),
    sql: text,
    settings,
  }),
]);

/** A table of links by quadkey of zoom 9 (Bing Maps Tile System) to polygons. */
const footprints = v.strictObject({ ...described, ...download });

const entrySchema = v.strictObject({
  /** ISO 3166-1 alpha-2 codes, sorted. */
  countries: v.union([v.literal('all'), v.array(v.pipe(text, v.regex(/^[A-Z]{2}$/)))]),
  timezone: v.optional(text),
  /** If files are of a part of the country: codes that addresses name, by the name for `--only`. */
  parts: v.optional(v.record(text, v.record(text, text))),
  census: v.array(censusSchema),
  workplaces: v.optional(register),
  schools: v.optional(register),
  footprints: v.optional(footprints),
  /** Better data that no address serves as a file, and why. */
  not_downloaded: v.optional(v.array(v.strictObject({ title: text, reason: text, page })), []),
});

export type CatalogueEntry = v.InferOutput<typeof entrySchema>;
export type CensusSource = v.InferOutput<typeof censusSchema>;
export type SquareCensus = v.InferOutput<typeof squareCensus>;
/** Layout of polygons with people, which come from their own properties or from a table. */
export type UnitLayout = Pick<v.InferOutput<typeof unitCensus>, 'title' | 'files' | 'people' | 'table'>;
export type UnitCensus = v.InferOutput<typeof unitCensus>;
export type SquareFile = v.InferOutput<typeof squareFile>;
export type RegisterSource = v.InferOutput<typeof register>;
export type FootprintSource = v.InferOutput<typeof footprints>;
export type Download = Pick<SquareFile, 'address' | 'name'>;

const FOLDER = join(import.meta.dirname, 'catalogue');

/** Entries of fewer countries first, which is the order of preference. */
export function readCatalogue(folder = FOLDER): CatalogueEntry[] {
  const breadth = ({ countries }: CatalogueEntry): number =>
    countries === 'all' ? Infinity : countries.length;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readEntry(join(folder, name)))
    .sort((a, b) => (breadth(a) === breadth(b) ? 0 : breadth(a) - breadth(b)));
}

function readEntry(file: string): CatalogueEntry {
  const parsed = v.safeParse(entrySchema, readJson(file));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new BadInput(basename(file), v.getDotPath(issue), issue.message);
}

/** Lists the sources of an entry, with the countries that have each and what it is for. */
export function sourcesOf({ countries, census, workplaces, schools, footprints }: CatalogueEntry) {
  const who = countries === 'all' ? 'any country' : countries.map(nameOfCountry).join(', ');
  return [
    ...census.map((source) => ({ who, role: 'census' as const, source })),
    ...(workplaces ? [{ who, role: 'workplaces' as const, source: workplaces }] : []),
    ...(schools ? [{ who, role: 'schools' as const, source: schools }] : []),
    ...(footprints ? [{ who, role: 'footprints' as const, source: footprints }] : []),
  ];
}

/** @param iso ISO 3166-1 alpha-2 */
export const entriesFor = (iso: string, catalogue: readonly CatalogueEntry[]): CatalogueEntry[] =>
  catalogue.filter(({ countries }) => countries === 'all' || countries.includes(iso));

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the English name by the Unicode CLDR. */
export const nameOfCountry = (iso: string): string => ENGLISH.of(iso) ?? iso;

export const COUNTRIES = Object.keys(ALPHA_3);

export const alpha3Of = (iso: string): string => ALPHA_3[iso as keyof typeof ALPHA_3];

/** Makes a file name of a country: `São Tomé & Príncipe` becomes `sao-tome-principe`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
