/**
 * Reads the JSON configuration of a build, validated by a valibot schema; paths are relative to the file. Its fields are
 * documented in `src/web/docs` (build, sources, registers, locations, methods).
 */
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { BadInput } from '../../base/failures/bad-input.ts';
import { nearestName } from '../../base/failures/nearest-name.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { readJson } from '../../base/files/read-json.ts';
import { ROAD_CLASSES } from '../gather/road-tags.ts';
import { bandsSchema } from './bands.ts';
import { buildingAttributes } from './building-attributes.ts';
import { expected, faultOf, object, oneOf, oneOrSeveral } from './config-fault.ts';
import { isRaster } from './format-of.ts';
import { DECIMALS, THOUSANDS } from './number-format.ts';

const text = v.string('a text');
const fileName = v.pipe(
  v.string('the name of a file'),
  v.check((name) => name !== '' && !name.includes('\0'), 'the name of a file'),
);
const column = v.string('the name of a column or property');
const people = v.pipe(v.number('a number'), v.finite('a number'), v.minValue(0, 'a number of at least 0'));
const share = v.pipe(people, v.maxValue(1, 'a share from 0 to 1'));

const FACTOR = 'a factor from 0.2 to 1.5';
const speedFactor = v.pipe(v.number(FACTOR), v.minValue(0.2, FACTOR), v.maxValue(1.5, FACTOR));
/** Factors of driving speeds by class of road. */
const speedFactors = object(v.entriesFromList(ROAD_CLASSES, v.optional(speedFactor)));

const layer = {
  layer: v.optional(v.string('the name of a layer')),
  crs: v.optional(v.string('a code such as EPSG:2154')),
  geometry: v.optional(
    v.union([column, v.tuple([column, column])], 'the column with WKT, or those with x and y'),
  ),
};

const numberFormat = {
  decimal: v.optional(v.picklist(DECIMALS, oneOf(DECIMALS))),
  thousands: v.optional(v.picklist(THOUSANDS, oneOf(THOUSANDS))),
};

const describedSource = {
  file: fileName,
  coverage: v.optional(
    v.union(
      [fileName, object({ file: fileName, ...layer })],
      'the name of a file, or an object with "file", "layer" and "crs"',
    ),
  ),
  vintage: v.optional(v.union([text, v.pipe(v.number(), v.transform(String))], 'a text or a number')),
  attribution: v.optional(text),
};

const followed = {
  /** The `.groups.json` of an earlier version, which is followed. */
  groups: v.optional(fileName),
  /** A file of at least 32 random bytes, which only its owner may read. */
  secret: v.optional(fileName),
};

const panelSettings = {
  ...followed,
  /** A `.groups.json` whose learnt parameters are used again. */
  parameters: v.optional(fileName),
};

const readingColumns = {
  ...describedSource,
  device: v.optional(column, 'device_id'),
  ...panelSettings,
};

const day = v.pipe(text, v.isoDate('a day such as 2024-05-01'));

const KINDS = ['pings', 'stops', 'persons'] as const;
const kindOf = <const Kind extends (typeof KINDS)[number]>(kind: Kind) => v.literal(kind, oneOf(KINDS));

const locationsSchema = v.variant(
  'kind',
  [
    object({
      ...readingColumns,
      kind: kindOf('pings'),
      time: v.optional(column, 'timestamp'),
      lon: v.optional(column, 'lon'),
      lat: v.optional(column, 'lat'),
      /** Column with the accuracy in metres. */
      accuracy: v.optional(column),
    }),
    object({
      ...readingColumns,
      kind: kindOf('stops'),
      start: v.optional(column, 'start'),
      end: v.optional(column, 'end'),
      lon: v.optional(column, 'lon'),
      lat: v.optional(column, 'lat'),
    }),
    object({
      ...describedSource,
      ...panelSettings,
      kind: kindOf('persons'),
      /** H3 cells of resolution 12. */
      home: v.optional(column, 'home'),
      occupation: v.optional(column, 'occupation'),
      persons: v.optional(column, 'persons'),
      /** Local days between which the persons were observed. */
      first_day: day,
      last_day: day,
    }),
  ],
  (issue) => (issue.expected === 'Object' ? 'an object' : oneOf(KINDS)()),
);

const ACCEPTABLE = ['people-without-homes'] as const;

const NODATA = ['nobody', 'unknown'] as const;

const suppressedText = object({ text, people });

const censusSchema = object({
  ...describedSource,
  ...layer,
  ...numberFormat,
  nodata: v.optional(v.picklist(NODATA, oneOf(NODATA))),
  square: v.optional(
    v.union([column, object({ east: column, north: column })], 'a column, or two as {"east", "north"}'),
  ),
  projection: v.optional(v.pipe(v.string(), v.regex(/^EPSG:\d+$/, 'a code such as EPSG:2056'))),
  square_m: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  population: v.optional(column),
  growth: v.optional(v.union([column, people], 'a column, a property or a number of at least 0')),
  suppressed: v.optional(
    v.lazy((input) => (Array.isArray(input) ? v.array(suppressedText) : suppressedText)),
  ),
  /** Standard deviation of a unit's number, from rounding or perturbation. */
  noise: v.optional(people),
  at_home: v.optional(v.union([column, share], 'a column, a property or a share from 0 to 1')),
  /** Weights that an earlier build learnt, to use again. */
  weights: v.optional(fileName),
});

/** Sites with people in working hours: points, or polygons over which they are distributed. */
const registerSchema = object({
  ...describedSource,
  ...layer,
  ...numberFormat,
  people: column,
  bands: v.optional(bandsSchema),
  id: v.optional(column),
  only: v.optional(
    v.record(text, v.union([text, v.array(text)]), 'an object with a text or a list of texts by column'),
  ),
  present: v.optional(v.union([column, share], 'a column, a property or a share from 0 to 1')),
  most_people: v.optional(people),
  corrections: v.optional(fileName),
});

const CUT_ISOCHRONES = ['refuse', 'answer'] as const;

function timezoneFault({ input }: { readonly input: unknown }): string {
  const zones = Intl.supportedValuesOf('timeZone');
  const meant = nearestName(String(input), zones);
  return expected('an IANA time zone such as Europe/Paris', meant === null ? [] : [meant]);
}

const configSchema = object({
  name: v.pipe(text, v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, at most 40')),
  /** IANA time zone in canonical spelling, for working hours. */
  timezone: v.optional(
    v.pipe(
      text,
      v.check((zone) => timezoneOf(zone) !== null, timezoneFault),
      v.transform((zone) => timezoneOf(zone)!),
    ),
    'UTC',
  ),
  holidays: v.optional(v.array(day, 'a list of days')),
  /** The details of every answer state it. */
  simulated: v.optional(v.boolean('true or false'), false),
  /** Policy for isochrones that reach the edge of the road data. */
  cut_isochrones: v.optional(v.picklist(CUT_ISOCHRONES, oneOf(CUT_ISOCHRONES)), 'refuse'),
  /** Faults that would stop the build. */
  accept: v.optional(v.array(v.picklist(ACCEPTABLE, oneOf(ACCEPTABLE)), 'a list of names')),
  roads: object({ ...describedSource, crs: layer.crs, speed_factors: v.optional(speedFactors) }),
  buildings: v.optional(
    object({
      ...describedSource,
      ...layer,
      ...numberFormat,
      attributes: v.optional(buildingAttributes),
      complete: v.optional(v.boolean('true or false'), false),
    }),
  ),
  census: v.optional(oneOrSeveral(censusSchema)),
  locations: v.optional(locationsSchema),
  workplaces: v.optional(oneOrSeveral(registerSchema)),
  schools: v.optional(oneOrSeveral(registerSchema)),
  registers: v.optional(object(followed)),
});

type ParsedConfig = v.InferOutput<typeof configSchema>;

export interface Config extends Omit<ParsedConfig, 'census' | RegisterRole> {
  readonly file: string;
  readonly census?: readonly CensusConfig[];
  readonly workplaces?: readonly RegisterConfig[];
  readonly schools?: readonly RegisterConfig[];
}
export type RegisterRole = 'workplaces' | 'schools';
export type RegisterConfig = v.InferOutput<typeof registerSchema>;
export type FollowedConfig = Pick<NonNullable<ParsedConfig['locations']>, 'groups' | 'secret'>;
export type LocationsConfig = v.InferOutput<typeof locationsSchema>;
/** Homes and usual occupation places that somebody else has found. */
export type PersonsConfig = Extract<LocationsConfig, { kind: 'persons' }>;
export type ReadingsConfig = Exclude<LocationsConfig, PersonsConfig>;
export type CensusConfig = v.InferOutput<typeof censusSchema>;
export type SourceConfig = Omit<ParsedConfig['roads'], 'crs'>;

export function readConfig(file: string): Config {
  let json: unknown;
  try {
    json = readJson(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'is not JSON'));
  }
  const parsed = parse(file, json);
  for (const [i, census] of [parsed.census ?? []].flat().entries()) {
    const where = Array.isArray(parsed.census) ? `census.${i}` : 'census';
    if (isRaster(census.file)) continue;
    if (census.population === undefined) throw new BadInput(file, `${where}.population`, 'is missing');
    if (census.nodata !== undefined) throw new BadInput(file, `${where}.nodata`, 'is a setting of rasters');
  }
  const { census, workplaces, schools, ...rest } = withPaths(parsed, dirname(file));
  return {
    ...rest,
    file: resolve(file),
    ...(census && { census: [census].flat() }),
    ...(workplaces && { workplaces: [workplaces].flat() }),
    ...(schools && { schools: [schools].flat() }),
  };
}

/** Settings that name files. */
const PATHS = new Set(['file', 'coverage', 'groups', 'secret', 'parameters', 'weights', 'corrections']);
/** Settings whose own names are columns and their values. */
const OF_COLUMNS = new Set(['only', 'uses']);

/** Resolves all names of files relative to a folder. */
function withPaths<T>(settings: T, folder: string): T {
  if (Array.isArray(settings)) return settings.map((own) => withPaths(own, folder)) as T;
  if (typeof settings !== 'object' || settings === null) return settings;
  const entries = Object.entries(settings).map(([name, own]) => {
    if (PATHS.has(name) && typeof own === 'string') return [name, resolve(folder, own)];
    return [name, OF_COLUMNS.has(name) ? own : withPaths(own, folder)];
  });
  return Object.fromEntries(entries) as T;
}

function parse(file: string, json: unknown): ParsedConfig {
  const parsed = v.safeParse(configSchema, json);
  if (parsed.success) return parsed.output;
  const { where, reason, advice } = faultOf(parsed.issues);
  throw new BadInput(file, where, reason, advice);
}

/** Canonical spelling; `null` for other text. Rejects offsets such as `+02:00`, which lack daylight saving. */
function timezoneOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
