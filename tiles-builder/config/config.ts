/** The JSON file that says what to build. Paths in it are relative to it. */
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { readJson } from '../files/read-json.ts';
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

/** How a file of features is to be read. */
const layer = {
  /** The layer or table that is meant, where a file holds several. */
  layer: v.optional(v.string('the name of a layer')),
  /** The coordinate reference system, where the file does not say or is wrong. */
  crs: v.optional(v.string('a code such as EPSG:2154')),
  /** CSV: the column with WKT, or those with x and y. */
  geometry: v.optional(
    v.union([column, v.tuple([column, column])], 'the column with WKT, or those with x and y'),
  ),
};

/** How a source writes its numbers, where that can be read in two ways. */
const numberFormat = {
  decimal: v.optional(v.picklist(DECIMALS, oneOf(DECIMALS))),
  thousands: v.optional(v.picklist(THOUSANDS, oneOf(THOUSANDS))),
};

const describedSource = {
  file: fileName,
  /** File with the polygons inside which the source is complete. */
  coverage: v.optional(
    v.union(
      [fileName, object({ file: fileName, ...layer })],
      'the name of a file, or an object with "file", "layer" and "crs"',
    ),
  ),
  vintage: v.optional(v.union([text, v.pipe(v.number(), v.transform(String))], 'a text or a number')),
  attribution: v.optional(text),
};

/** What keeps the versions of a dataset from telling of single persons or sites. */
const followed = {
  /** The `.groups.json` of an earlier version, whose groups stay. */
  groups: v.optional(fileName),
  /** File with at least 32 random bytes, the key of rounding for all versions: nobody else may read it. */
  secret: v.optional(fileName),
};

const locationColumns = {
  ...describedSource,
  device: v.optional(column, 'device_id'),
  ...followed,
  /** Learnt parameters of another dataset, by which this one is counted; its `.groups.json` has them. */
  parameters: v.optional(fileName),
};

const KINDS = ['pings', 'stops'] as const;
const kindOf = <const Kind extends (typeof KINDS)[number]>(kind: Kind) => v.literal(kind, oneOf(KINDS));

const locationsSchema = v.variant(
  'kind',
  [
    object({
      ...locationColumns,
      kind: kindOf('pings'),
      time: v.optional(column, 'timestamp'),
      lon: v.optional(column, 'lon'),
      lat: v.optional(column, 'lat'),
      /** Column with the radius in metres within which the device was. */
      accuracy: v.optional(column),
    }),
    object({
      ...locationColumns,
      kind: kindOf('stops'),
      start: v.optional(column, 'start'),
      end: v.optional(column, 'end'),
      lon: v.optional(column, 'lon'),
      lat: v.optional(column, 'lat'),
    }),
  ],
  (issue) => (issue.expected === 'Object' ? 'an object' : oneOf(KINDS)()),
);

/** Names by which a configuration accepts what would stop its build. */
const ACCEPTABLE = ['people-without-homes'] as const;

/** What cells of a raster without data mean. */
const NODATA = ['nobody', 'unknown'] as const;

/**
 * The build stops at land that two units of a census have; or the smaller unit keeps it; or that unit is part of the larger, and
 * its people are among those of the larger.
 */
const OVERLAPS = ['refuse', 'finer', 'nested'] as const;
export type OverlapRule = (typeof OVERLAPS)[number];

const suppressedText = object({ text, people });

const censusSchema = object({
  ...describedSource,
  ...layer,
  ...numberFormat,
  /** Raster: `nobody`, the default, needs a coverage; `unknown`: the census knows the land of its other cells alone. */
  nodata: v.optional(v.picklist(NODATA, oneOf(NODATA))),
  /** In a table of squares: the column with the square's id, or those with the metres of its south-west corner. */
  square: v.optional(
    v.union([column, object({ east: column, north: column })], 'a column, or two as {"east", "north"}'),
  ),
  /** Projection of the squares, where that does not follow from their ids. */
  projection: v.optional(v.pipe(v.string(), v.regex(/^EPSG:\d+$/, 'a code such as EPSG:2056'))),
  /** Side of the squares in metres, where that does not follow from their ids. */
  square_m: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  /** Column or property with the number of inhabitants; a raster has none. */
  population: v.optional(column),
  /** Brings an older census forward: column or property with a factor for each unit, or one factor for all. */
  growth: v.optional(v.union([column, people], 'a column, a property or a number of at least 0')),
  /** What stands where a small number is suppressed, and how many people to take for it; a list where several texts do. */
  suppressed: v.optional(
    v.lazy((input) => (Array.isArray(input) ? v.array(suppressedText) : suppressedText)),
  ),
  /** The share of inhabitants usually at home in working hours, where registers say who is elsewhere: column or number. */
  at_home: v.optional(v.union([column, share], 'a column, a property or a share from 0 to 1')),
  /** What becomes of land that two units have; `refuse` without it. */
  overlaps: v.optional(v.picklist(OVERLAPS, oneOf(OVERLAPS))),
  /** File of an earlier build, beside its dataset, that says what weighs how much; without it that is learnt anew. */
  weights: v.optional(fileName),
});

/** A register of sites with people in working hours: points, or areas over which they are spread. */
const registerSchema = object({
  ...describedSource,
  ...layer,
  ...numberFormat,
  /** Column or property with the number of people, or with its band. */
  people: column,
  /** What the bands mean, where numbers are given by bands. */
  bands: v.optional(bandsSchema),
  /** Column or property that tells sites apart: none may be listed twice. */
  id: v.optional(column),
  /** Which rows count: those that have one of the texts in each of the columns. */
  only: v.optional(
    v.record(text, v.union([text, v.array(text)]), 'an object with a text or a list of texts by column'),
  ),
  /** How many of the people listed are usually there in working hours: column, property or share; all without it. */
  present: v.optional(v.union([column, share], 'a column, a property or a share from 0 to 1')),
  /** At most so many people are counted at a site: who is beyond was booked there, and is somewhere else. */
  most_people: v.optional(people),
  /** CSV with `id` and any of `people`, `lon` and `lat`, which take the place of those listed. */
  corrections: v.optional(fileName),
});

const CUT_ISOCHRONES = ['refuse', 'answer'] as const;

/** What is expected of a time zone, with the names that may have been meant. */
const timezoneFault = (): string =>
  expected('an IANA time zone such as Europe/Paris', Intl.supportedValuesOf('timeZone'));

const configSchema = object({
  /** Name of the region: lower-case letters, digits and hyphens. */
  name: v.pipe(text, v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, at most 40')),
  /** IANA time zone of the region, for working hours, by the name that it goes by where it has several. */
  timezone: v.optional(
    v.pipe(
      text,
      v.check((zone) => timezoneOf(zone) !== null, timezoneFault),
      v.transform((zone) => timezoneOf(zone)!),
    ),
    'UTC',
  ),
  /** Days from Monday to Friday on which few work, ISO 8601: no working days for the locations. */
  holidays: v.optional(v.array(v.pipe(text, v.isoDate('a day such as 2024-05-01')), 'a list of days')),
  /** Whether the people are simulated. Every answer's details say so. */
  simulated: v.optional(v.boolean('true or false'), false),
  /** What to do with an isochrone that reaches the edge of the road data with time left. */
  cut_isochrones: v.optional(v.picklist(CUT_ISOCHRONES, oneOf(CUT_ISOCHRONES)), 'refuse'),
  /** What would stop a build, and is meant as it is. */
  accept: v.optional(v.array(v.picklist(ACCEPTABLE, oneOf(ACCEPTABLE)), 'a list of names')),
  roads: object({ ...describedSource, crs: layer.crs }),
  buildings: v.optional(
    object({
      ...describedSource,
      ...layer,
      ...numberFormat,
      /** Which properties tell of dwellings, floors, height and use; otherwise known sources are recognised by them. */
      attributes: v.optional(buildingAttributes),
      /**
       * Whether every building inside the coverage is in it. Otherwise houses are taken to be missing along streets
       * without buildings, where many streets around have none.
       */
      complete: v.optional(v.boolean('true or false'), false),
    }),
  ),
  /** One census or several, of which the finer one counts where both cover. */
  census: v.optional(oneOrSeveral(censusSchema)),
  locations: v.optional(locationsSchema),
  /** Who works where: working counts follow from it where there are no locations. One register or several. */
  workplaces: v.optional(oneOrSeveral(registerSchema)),
  /** Who is at school where. */
  schools: v.optional(oneOrSeveral(registerSchema)),
  /** What working counts from registers take from the version before. */
  registers: v.optional(object(followed)),
});

type ParsedConfig = v.InferOutput<typeof configSchema>;

/** A build's configuration, its paths absolute. */
export interface Config extends Omit<ParsedConfig, 'census' | RegisterRole> {
  readonly file: string;
  readonly census?: readonly CensusConfig[];
  readonly workplaces?: readonly RegisterConfig[];
  readonly schools?: readonly RegisterConfig[];
}
export type RegisterRole = 'workplaces' | 'schools';
export type RegisterConfig = v.InferOutput<typeof registerSchema>;
/** Files that a version of working counts follows. */
export type FollowedConfig = Pick<NonNullable<ParsedConfig['locations']>, 'groups' | 'secret'>;
export type LocationsConfig = v.InferOutput<typeof locationsSchema>;
export type CensusConfig = v.InferOutput<typeof censusSchema>;
export type SourceConfig = Omit<ParsedConfig['roads'], 'crs'>;

/** @throws BadInput where the file is missing, not JSON or not a configuration */
export function readConfig(file: string): Config {
  let json: unknown;
  try {
    json = readJson(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'is not JSON'));
  }
  const parsed = v.safeParse(configSchema, json);
  if (!parsed.success) {
    const { where, reason, advice } = faultOf(parsed.issues);
    throw new BadInput(file, where, reason, advice);
  }
  for (const [i, census] of [parsed.output.census ?? []].flat().entries()) {
    const where = Array.isArray(parsed.output.census) ? `census.${i}` : 'census';
    if (isRaster(census.file)) continue;
    if (census.population === undefined) throw new BadInput(file, `${where}.population`, 'is missing');
    if (census.nodata !== undefined) throw new BadInput(file, `${where}.nodata`, 'is a setting of rasters');
  }
  requireSignsDiffer(file, parsed.output);
  const fromConfig = (path: string): string => resolve(dirname(file), path);
  const located = <S extends SourceConfig>({ file, coverage, ...source }: S): S =>
    ({
      ...source,
      file: fromConfig(file),
      ...(typeof coverage === 'string' && { coverage: fromConfig(coverage) }),
      ...(typeof coverage === 'object' && { coverage: { ...coverage, file: fromConfig(coverage.file) } }),
    }) as S;
  const { roads, buildings, census, locations, workplaces, schools, registers, ...rest } = parsed.output;
  const locatedRegisters = (registers: Pick<ParsedConfig, RegisterRole>): Pick<Config, RegisterRole> =>
    Object.fromEntries(
      Object.entries(registers).flatMap(([role, own]) =>
        own === undefined
          ? []
          : [
              [
                role,
                [own].flat().map(({ corrections, ...source }) => ({
                  ...located(source),
                  ...(corrections !== undefined && { corrections: fromConfig(corrections) }),
                })),
              ],
            ],
      ),
    );
  const locatedWeights = ({ weights }: { weights?: string | undefined }): { weights?: string } =>
    weights === undefined ? {} : { weights: fromConfig(weights) };
  const locatedPaths = ({ groups, secret }: FollowedConfig): FollowedConfig => ({
    ...(groups !== undefined && { groups: fromConfig(groups) }),
    ...(secret !== undefined && { secret: fromConfig(secret) }),
  });
  return {
    ...rest,
    file: resolve(file),
    roads: located(roads),
    ...(buildings && { buildings: located(buildings) }),
    ...(census && {
      census: [census].flat().map((source) => ({ ...located(source), ...locatedWeights(source) })),
    }),
    ...locatedRegisters({ workplaces, schools }),
    ...(registers && { registers: locatedPaths(registers) }),
    ...(locations && {
      locations: {
        ...located(locations),
        ...locatedPaths(locations),
        ...(locations.parameters !== undefined && { parameters: fromConfig(locations.parameters) }),
      },
    }),
  };
}

/** @throws BadInput where a source has one sign for decimals and for thousands */
function requireSignsDiffer(file: string, config: ParsedConfig): void {
  const { buildings, census, workplaces, schools } = config;
  for (const [name, sources] of Object.entries({ buildings, census, workplaces, schools })) {
    for (const [i, { decimal, thousands }] of [sources ?? []].flat().entries()) {
      if (decimal === undefined || decimal !== thousands) continue;
      const where = Array.isArray(sources) ? `${name}.${i}` : name;
      throw new BadInput(file, `${where}.thousands`, `is "${thousands}", as "decimal" is`);
    }
  }
}

/**
 * The name of an IANA time zone that a text names in any spelling, as ClickHouse knows it; `null` for another text. An offset such as
 * `+02:00` is none: it knows no daylight saving.
 */
function timezoneOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
