/** The manifest of a dataset, a JSON document: identity, sources, coverage. */
import * as v from 'valibot';
import type { Polygon, Position, Ring, Zone } from '../geo/positions.ts';
import { FORMAT_VERSION } from './envelope.ts';
import { errorModelSchema, livingErrorModelSchema } from './error-model.ts';
import { ROAD_MODEL } from './road-model.ts';
import { LAYERS, type TileSet, TRAVELS } from './tile-sets.ts';

const positionSchema = v.custom<Position>(
  (value) => Array.isArray(value) && value.length === 2 && value.every((number) => Number.isFinite(number)),
  'a position is [longitude, latitude]',
);
const ringSchema = v.pipe(v.array(positionSchema), v.minLength(4)) as v.GenericSchema<Ring>;
const polygonSchema = v.pipe(v.array(ringSchema), v.minLength(1)) as v.GenericSchema<Polygon>;
const zoneSchema = v.array(polygonSchema) as v.GenericSchema<Zone>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Inside its coverage, what is not listed does not exist; outside, or within `coverage_margin_m` of its border, nothing is known.
 */
const coverageSchema = v.object({
  roads: zoneSchema,
  /** `null` without such data. */
  living: v.nullable(zoneSchema),
  working: v.nullable(zoneSchema),
});
export type Coverage = v.InferOutput<typeof coverageSchema>;
/** The kinds of data that have a coverage. */
export const COVERED = ['roads', ...LAYERS] as const satisfies readonly (keyof Coverage)[];

export const sourceSchema = v.object({
  role: v.picklist(['roads', 'buildings', 'census', 'locations', 'workplaces', 'schools']),
  /** File name without its folder. */
  file: v.string(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: v.string(),
  /** Date of what the data describes, for example "2019"; `null` if unknown. */
  vintage: v.nullable(v.string()),
  /** Required attribution; `null` if unknown. */
  attribution: v.nullable(v.string()),
});
export type Source = v.InferOutput<typeof sourceSchema>;

export const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const tileSetNameSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

const tileSetSchema = v.object({
  /** A hash of its objects. */
  name: tileSetNameSchema,
  objects: count,
  /** Of all objects, without the list. */
  bytes: count,
  /** SHA-256 of the list of objects, see object-list.ts. */
  list_sha256: sha256Schema,
});
const basemapSchema = v.object({
  ...tileSetSchema.entries,
  /** Its packs, see `PackRun` in map-pack.ts. */
  packs: v.array(v.tuple([count, count, count, count])),
  /** Prefixes by which places and streets are found. */
  names: count,
});
export type Basemap = v.InferOutput<typeof basemapSchema>;

export type TileSetEntry = v.InferOutput<typeof tileSetSchema>;

const coordinate = v.pipe(v.number(), v.integer());

/** A tile at the top of the tree, and bounds of its edges with frontage in 1e-7 degrees; west is above east if there are none. */
const provinceSchema = v.object({
  cell: v.string(),
  west: coordinate,
  south: coordinate,
  east: coordinate,
  north: coordinate,
});
export type Province = v.InferOutput<typeof provinceSchema>;

const roadLayerSchema = v.object({
  ...tileSetSchema.entries,
  /** Ascending by cell. */
  provinces: v.array(provinceSchema),
  /** Leaves of the tile tree. */
  tiles: count,
  /** Tiles above the leaves. */
  separator_tiles: count,
  nodes: count,
  edges: count,
});
export type RoadLayer = v.InferOutput<typeof roadLayerSchema>;

const countLayerSchema = v.object({
  ...tileSetSchema.entries,
  /** Cells of its overview tiles. */
  overviews: v.array(v.string()),
  tiles: count,
  /** Occupied cells of the standard grid. */
  cells: count,
  /** Thousandths of a person in all tiles. */
  total_millipersons: count,
});
export type CountLayer = v.InferOutput<typeof countLayerSchema>;

const share = v.pipe(v.number(), v.minValue(0));

/**
 * Hashes of the groups of this version and of the version before; equal for a first version. They reveal nothing without the
 * builder's secret.
 */
const groupingSchema = v.object({ own: sha256Schema, followed: sha256Schema });

/** The panel of devices behind working counts. Figures cover all persons; none is about fewer than the threshold. */
const panelSchema = v.object({
  persons_used: count,
  /** Persons excluded, by the first reason that applies. */
  persons_dropped: v.object({
    no_stay: count,
    no_home: count,
    no_occupation_place: count,
    occupation_place_outside: count,
  }),
  /** Local days with data, and the first and last of them, ISO 8601. */
  days: count,
  first_day: v.string(),
  last_day: v.string(),
  /** Survey weights, over the persons who live inside the census. */
  weights: v.object({
    mean: share,
    min: share,
    median: share,
    max: share,
    /** Persons with a trimmed weight. */
    persons_trimmed: count,
    /** Kish's design effect of unequal weights: at least 1. */
    design_effect: share,
  }),
  /** Threshold of persons behind a figure, and the actual minimum. */
  min_persons: count,
  smallest_group_persons: count,
  /** Persons who are not counted: too few nearby for a group, or a group without places. */
  persons_withheld: count,
  groups: groupingSchema,
});
export type Panel = v.InferOutput<typeof panelSchema>;

/** The registers behind working counts. Figures cover all registers; none is of fewer people than the threshold. */
const registersSchema = v.object({
  /** People counted: at workplaces, at schools, and at home in working hours. */
  staff: share,
  pupils: share,
  at_home: share,
  /** People of the registers who are not counted: no place, possible duplicates, or too few for a figure. */
  people_nowhere: share,
  /** Standard deviation of the sum due to bands, as a share of all people counted. */
  bands_deviation: share,
  /** Threshold of people behind a figure of sites, and the actual minimum, 0 without figures. */
  min_people: count,
  smallest_group_people: share,
  groups: groupingSchema,
});

/** Must equal the road model of this code. */
const roadModelSchema = v.custom<typeof ROAD_MODEL>(
  (value) => JSON.stringify(value) === JSON.stringify(ROAD_MODEL),
  'the road model is another one than this code computes with',
);

export const manifestSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  region: v.string(),
  /** The region, a hyphen and 16 hexadecimal digits, a hash of all other fields. */
  version: v.pipe(v.string(), v.regex(/^[a-z0-9-]+-[0-9a-f]{16}$/)),
  timezone: v.string(),
  /** Whether the population is simulated. */
  simulated: v.boolean(),
  /** Policy for isochrones that reach the edge of the road data with time left. */
  cut_isochrones: v.picklist(['refuse', 'answer']),
  sources: v.array(sourceSchema),
  coverage: coverageSchema,
  /**
   * Maximum distance in metres of a coverage inside the border of the known area: a border with very many vertices is simplified
   * inwards, never outwards. 0 where the coverage is exact, or there is no such data.
   */
  coverage_margin_m: v.object(v.entriesFromList(COVERED, share)),
  road_model: roadModelSchema,
  roads: v.object(v.entriesFromList(TRAVELS, roadLayerSchema)),
  /** The map for display; counts do not need it. */
  basemap: v.nullable(basemapSchema),
  living: v.nullable(countLayerSchema),
  working: v.nullable(countLayerSchema),
  /** Source of `working`: the panel, or the registers of a dataset without one. Both are absent without it. */
  panel: v.optional(panelSchema),
  registers: v.optional(registersSchema),
  /** Inhabitants of the census inside the coverage, which the living tiles sum to; absent without a census. */
  census: v.optional(
    v.object({
      /** Inhabitants of all census units, inside the coverage and outside. */
      listed_people: v.number(),
      inside_millipersons: count,
    }),
  ),
  /** Error model by layer; `null` where it could not be estimated. */
  error_model: v.object({
    living: v.nullable(livingErrorModelSchema),
    working: v.nullable(errorModelSchema),
  }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** `null` for tile sets that the dataset lacks. */
export function tileSetsOf(manifest: Manifest): Record<TileSet, TileSetEntry | null> {
  const { roads, living, working, basemap } = manifest;
  return { ...roads, living, working, basemap };
}
