/** Defines the JSON schema (valibot) of a dataset's manifest: sources, coverages, tile sets and error model. See FORMAT.md. */
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

/** Inside, what is not listed does not exist; within `coverage_margin_m` of the border or outside, nothing is known. */
const coverageSchema = v.object({
  roads: zoneSchema,
  /** A coverage is `null` without such data. */
  living: v.nullable(zoneSchema),
  working: v.nullable(zoneSchema),
});
export type Coverage = v.InferOutput<typeof coverageSchema>;
/** Kinds of data that have a coverage. */
export const COVERED = ['roads', ...LAYERS] as const satisfies readonly (keyof Coverage)[];

export const sourceSchema = v.object({
  role: v.picklist(['roads', 'buildings', 'census', 'locations', 'workplaces', 'schools']),
  file: v.string(),
  /** The hash has hexadecimal digits. */
  sha256: v.string(),
  /** The vintage is what the data describes, for example "2019", or `null` if unknown. */
  vintage: v.nullable(v.string()),
  attribution: v.nullable(v.string()),
});
export type Source = v.InferOutput<typeof sourceSchema>;

export const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const tileSetNameSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

const tileSetSchema = v.object({
  name: tileSetNameSchema,
  objects: count,
  bytes: count,
  list_sha256: sha256Schema,
});
const basemapSchema = v.object({
  ...tileSetSchema.entries,
  packs: v.array(v.tuple([count, count, count, count])),
  /** This many prefixes of places and streets can be searched. */
  names: count,
});
export type Basemap = v.InferOutput<typeof basemapSchema>;

export type TileSetEntry = v.InferOutput<typeof tileSetSchema>;

const coordinate = v.pipe(v.number(), v.integer());

/** Bounds in 1e-7 degrees; west is above east if there is nothing to bound. */
const boundsSchema = v.object({
  west: coordinate,
  south: coordinate,
  east: coordinate,
  north: coordinate,
});

/** A top tile, with bounds of its edges with frontage, and of all edges. */
const provinceSchema = v.object({
  cell: v.string(),
  ...boundsSchema.entries,
  roads: boundsSchema,
});
export type Province = v.InferOutput<typeof provinceSchema>;

const roadLayerSchema = v.object({
  ...tileSetSchema.entries,
  /** Provinces ascend by cell. */
  provinces: v.array(provinceSchema),
  tiles: count,
  separator_tiles: count,
  nodes: count,
  edges: count,
});
export type RoadLayer = v.InferOutput<typeof roadLayerSchema>;

const countLayerSchema = v.object({
  ...tileSetSchema.entries,
  overviews: v.array(v.string()),
  tiles: count,
  cells: count,
  total_millipersons: count,
});
export type CountLayer = v.InferOutput<typeof countLayerSchema>;

const share = v.pipe(v.number(), v.minValue(0));

const groupingSchema = v.object({ own: sha256Schema, followed: sha256Schema });

const panelSchema = v.object({
  persons_used: count,
  persons_dropped: v.object({
    no_stay: count,
    no_home: count,
    no_occupation_place: count,
    occupation_place_outside: count,
  }),
  /** Local days with data are counted; the first and the last are in ISO 8601. */
  days: count,
  first_day: v.string(),
  last_day: v.string(),
  /** Persons who live inside the census have survey weights. */
  weights: v.object({
    mean: share,
    min: share,
    median: share,
    max: share,
    persons_trimmed: count,
    /** Unequal weights have this design effect (Kish), at least 1. */
    design_effect: share,
  }),
  /** Threshold of persons behind a figure, and the actual minimum. */
  min_persons: count,
  smallest_group_persons: count,
  /** Persons not counted: too few for a group, or no places. */
  persons_withheld: count,
  groups: groupingSchema,
});
export type Panel = v.InferOutput<typeof panelSchema>;

const registersSchema = v.object({ groups: groupingSchema });

/** Writes JSON with members in ascending order, so that the text depends on content alone. */
export const sortedJson = (content: unknown, indent?: number): string =>
  JSON.stringify(
    content,
    (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    indent,
  );

const roadModelSchema = v.custom<typeof ROAD_MODEL>(
  (value) => sortedJson(value) === sortedJson(ROAD_MODEL),
  'the road model is another one than this code computes with',
);

export const manifestSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  /** The release of this project whose builder made the dataset, by semantic versioning. */
  builder_version: v.string(),
  region: v.string(),
  version: v.pipe(v.string(), v.regex(/^[a-z0-9-]+-[0-9a-f]{16}$/)),
  timezone: v.string(),
  simulated: v.boolean(),
  /** Policy for isochrones that reach the edge of the road data. */
  cut_isochrones: v.picklist(['refuse', 'answer']),
  sources: v.array(sourceSchema),
  coverage: coverageSchema,
  /** Maximum distance of a simplified coverage inside the border; 0 where exact or absent. */
  coverage_margin_m: v.object(v.entriesFromList(COVERED, share)),
  road_model: roadModelSchema,
  roads: v.object(v.entriesFromList(TRAVELS, roadLayerSchema)),
  basemap: v.nullable(basemapSchema),
  living: v.nullable(countLayerSchema),
  working: v.nullable(countLayerSchema),
  panel: v.optional(panelSchema),
  registers: v.optional(registersSchema),
  census: v.optional(
    v.object({
      /** People of all census units, also those outside the coverage. */
      listed_people: v.number(),
      inside_millipersons: count,
    }),
  ),
  error_model: v.object({
    living: v.nullable(livingErrorModelSchema),
    working: v.nullable(errorModelSchema),
  }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export function tileSetsOf(manifest: Manifest): Record<TileSet, TileSetEntry | null> {
  const { roads, living, working, basemap } = manifest;
  return { ...roads, living, working, basemap };
}
