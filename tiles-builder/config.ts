/** The JSON file that says what to build. Paths in it are relative to it. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { BadInput } from './bad-input.ts';

const describedSource = {
  file: v.string(),
  /** GeoJSON file with the Polygon or MultiPolygon inside which the source is complete. */
  coverage: v.optional(v.string()),
  vintage: v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))])),
  attribution: v.optional(v.string()),
};

const locationColumns = {
  ...describedSource,
  device: v.optional(v.string(), 'device_id'),
  /** The `.groups.json` beside an earlier version, whose groups stay as they were where they still hold enough persons. */
  groups: v.optional(v.string()),
};

const locationsSchema = v.variant('kind', [
  v.strictObject({
    ...locationColumns,
    kind: v.literal('pings'),
    time: v.optional(v.string(), 'timestamp'),
    lon: v.optional(v.string(), 'lon'),
    lat: v.optional(v.string(), 'lat'),
    /** Column with the radius in metres within which the device was. */
    accuracy: v.optional(v.string()),
  }),
  v.strictObject({
    ...locationColumns,
    kind: v.literal('stops'),
    start: v.optional(v.string(), 'start'),
    end: v.optional(v.string(), 'end'),
    lon: v.optional(v.string(), 'lon'),
    lat: v.optional(v.string(), 'lat'),
  }),
]);

/** Names by which a configuration accepts what would stop its build. */
const ACCEPTABLE = ['people-without-homes'] as const;

const people = v.pipe(v.number(), v.finite(), v.minValue(0));

const censusSchema = v.strictObject({
  ...describedSource,
  /** CSV: column with the square's id. */
  square: v.optional(v.string()),
  /** CSV: projection of the squares, for ids that do not name it. */
  projection: v.optional(
    v.pipe(
      v.string(),
      v.value(
        'EPSG:3035',
        'only EPSG:3035 is supported; convert squares of another projection to GeoJSON polygons',
      ),
    ),
  ),
  /** Column or property with the number of inhabitants. */
  population: v.string(),
  /** Brings an older census forward: column or property with a factor for each unit, or one factor for all. */
  growth: v.optional(v.union([v.string(), people])),
  /** What stands where a small number is kept secret, and how many people to take for it. */
  suppressed: v.optional(v.strictObject({ text: v.string(), people })),
});

const configSchema = v.strictObject({
  /** Name of the region: lower-case letters, digits and hyphens. */
  name: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, at most 40'),
  ),
  /** IANA time zone of the region, for working hours. */
  timezone: v.optional(
    v.pipe(
      v.string(),
      v.check((zone) => isTimezone(zone), 'an IANA time zone such as Europe/Paris'),
    ),
    'UTC',
  ),
  /** Days from Monday to Friday on which few work, ISO 8601: no working days for the locations. */
  holidays: v.optional(v.array(v.pipe(v.string(), v.isoDate('a day such as 2024-05-01')))),
  /** Whether the people are simulated. Every answer's details say so. */
  simulated: v.optional(v.boolean(), false),
  /** What to do with an isochrone that reaches the edge of the road data with time left. */
  cut_isochrones: v.optional(v.picklist(['refuse', 'answer']), 'refuse'),
  /** What would stop a build, and is meant as it is. */
  accept: v.optional(v.array(v.picklist(ACCEPTABLE))),
  roads: v.strictObject(describedSource),
  buildings: v.optional(
    v.strictObject({
      ...describedSource,
      /**
       * Whether every building inside the coverage is in it. Otherwise houses are taken to be missing along streets
       * without buildings, where many streets around have none.
       */
      complete: v.optional(v.boolean(), false),
    }),
  ),
  /** One census or several, of which the finer one counts where both cover. */
  census: v.optional(v.union([censusSchema, v.pipe(v.array(censusSchema), v.minLength(1))])),
  locations: v.optional(locationsSchema),
});

type ParsedConfig = v.InferOutput<typeof configSchema>;

/** A build's configuration, its paths absolute. */
export interface Config extends Omit<ParsedConfig, 'census'> {
  readonly file: string;
  readonly census?: readonly CensusConfig[];
}
export type LocationsConfig = v.InferOutput<typeof locationsSchema>;
export type CensusConfig = v.InferOutput<typeof censusSchema>;
export type SourceConfig = ParsedConfig['roads'];

/** @throws BadInput where the file is missing, not JSON or not a configuration */
export function readConfig(file: string): Config {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new BadInput(file, null, (cause as Error).message);
  }
  const parsed = v.safeParse(configSchema, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new BadInput(file, v.getDotPath(issue), issue.message);
  }
  const fromConfig = (path: string): string => resolve(dirname(file), path);
  const located = <S extends { file: string; coverage?: string | undefined }>(source: S): S => ({
    ...source,
    file: fromConfig(source.file),
    ...(source.coverage === undefined ? {} : { coverage: fromConfig(source.coverage) }),
  });
  const { roads, buildings, census, locations, ...rest } = parsed.output;
  return {
    ...rest,
    file: resolve(file),
    roads: located(roads),
    ...(buildings && { buildings: located(buildings) }),
    ...(census && { census: [census].flat().map(located) }),
    ...(locations && {
      locations: {
        ...located(locations),
        ...(locations.groups !== undefined && { groups: fromConfig(locations.groups) }),
      },
    }),
  };
}

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
