/** The manifest of a dataset (JSON): identity, sources, coverage. */
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
 * Inside a coverage, what is not listed does not exist; within `coverage_margin_m` of its border or outside, nothing is known.
 */
const coverageSchema = v.object({
  roads: zoneSchema,
  /** `null` without such data. */
  living: v.nullable(zoneSchema),
  working: v.nullable(zoneSchema),
});
export type Coverage = v.InferOutput<typeof coverageSchema>;
export const COVERED = ['roads', ...LAYERS] as const satisfies readonly (keyof Coverage)[];

export const sourceSchema = v.object({
  role: v.picklist(['roads', 'buildings', 'census', 'locations', 'workplaces', 'schools']),
  /** Without folder. */
  file: v.string(),
  /** Hexadecimal. */
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
  name: tileSetNameSchema,
  objects: count,
  /** Of all objects except the list. */
  bytes: count,
  /** SHA-256 of the object list. */
  list_sha256: sha256Schema,
});
const basemapSchema = v.object({
  ...tileSetSchema.entries,
  /** `PackRun`s, see map-pack.ts. */
  packs: v.array(v.tuple([count, count, count, count])),
  /** Search prefixes of places and streets. */
  names: count,
});
export type Basemap = v.InferOutput<typeof basemapSchema>;

export type TileSetEntry = v.InferOutput<typeof tileSetSchema>;

const coordinate = v.pipe(v.number(), v.integer());

/** A top tile, and bounds of its edges with frontage in 1e-7 degrees; west is above east if there are none. */
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
  /** Leaf tiles. */
  tiles: count,
  /** Tiles above the leaves. */
  separator_tiles: count,
  nodes: count,
  edges: count,
});
export type RoadLayer = v.InferOutput<typeof roadLayerSchema>;

const countLayerSchema = v.object({
  ...tileSetSchema.entries,
  /** Cells of overview tiles. */
  overviews: v.array(v.string()),
  tiles: count,
  /** Occupied cells of the standard grid. */
  cells: count,
  /** Sum over all tiles. */
  total_millipersons: count,
});
export type CountLayer = v.InferOutput<typeof countLayerSchema>;

const share = v.pipe(v.number(), v.minValue(0));

/**
 * Hashes of this version's groups and of those before; equal for a first version. They reveal nothing without the builder's
 * secret.
 */
const groupingSchema = v.object({ own: sha256Schema, followed: sha256Schema });

/** The panel behind working counts. No figure covers fewer persons than the threshold. */
const panelSchema = v.object({
  persons_used: count,
  /** By the first reason that applies. */
  persons_dropped: v.object({
    no_stay: count,
    no_home: count,
    no_occupation_place: count,
    occupation_place_outside: count,
  }),
  /** Local days with data; first and last, ISO 8601. */
  days: count,
  first_day: v.string(),
  last_day: v.string(),
  /** Survey weights of persons who live inside the census. */
  weights: v.object({
    mean: share,
    min: share,
    median: share,
    max: share,
    persons_trimmed: count,
    /** Kish's design effect of unequal weights, at least 1. */
    design_effect: share,
  }),
  /** Threshold of persons behind a figure, and the minimum. */
  min_persons: count,
  smallest_group_persons: count,
  /** Persons not counted: too few for a group, or no places. */
  persons_withheld: count,
  groups: groupingSchema,
});
export type Panel = v.InferOutput<typeof panelSchema>;

/** The registers behind working counts. No figure covers fewer people than the threshold. */
const registersSchema = v.object({
  /** People counted at workplaces, at schools, and at home in working hours. */
  staff: share,
  pupils: share,
  at_home: share,
  /** People not counted: no place, possible duplicates, too few for a figure. */
  people_nowhere: share,
  /** Standard deviation of the total due to size bands, over the total. */
  bands_deviation: share,
  /** Threshold of people behind a figure of sites, and the minimum; 0 without figures. */
  min_people: count,
  smallest_group_people: share,
  groups: groupingSchema,
});

/** Must equal this code's road model. */
const roadModelSchema = v.custom<typeof ROAD_MODEL>(
  (value) => JSON.stringify(value) === JSON.stringify(ROAD_MODEL),
  'the road model is another one than this code computes with',
);

export const manifestSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  region: v.string(),
  /** Region, hyphen, 16 hexadecimal digits of a hash of all other fields. */
  version: v.pipe(v.string(), v.regex(/^[a-z0-9-]+-[0-9a-f]{16}$/)),
  timezone: v.string(),
  simulated: v.boolean(),
  /** Policy for isochrones that reach the edge of the road data. */
  cut_isochrones: v.picklist(['refuse', 'answer']),
  sources: v.array(sourceSchema),
  coverage: coverageSchema,
  /** Maximum distance of a simplified coverage inside the border of the known area, metres; 0 where exact or absent. */
  coverage_margin_m: v.object(v.entriesFromList(COVERED, share)),
  road_model: roadModelSchema,
  roads: v.object(v.entriesFromList(TRAVELS, roadLayerSchema)),
  /** For display only. */
  basemap: v.nullable(basemapSchema),
  living: v.nullable(countLayerSchema),
  working: v.nullable(countLayerSchema),
  /** Source of `working`: `panel` or `registers`. */
  panel: v.optional(panelSchema),
  registers: v.optional(registersSchema),
  /** Inhabitants inside the coverage, the sum of the living tiles. */
  census: v.optional(
    v.object({
      /** Inhabitants of all units, inside and outside the coverage. */
      listed_people: v.number(),
      inside_millipersons: count,
    }),
  ),
  /** `null` where not estimable. */
  error_model: v.object({
    living: v.nullable(livingErrorModelSchema),
    working: v.nullable(errorModelSchema),
  }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** `null` for absent tile sets. */
export function tileSetsOf(manifest: Manifest): Record<TileSet, TileSetEntry | null> {
  const { roads, living, working, basemap } = manifest;
  return { ...roads, living, working, basemap };
}
