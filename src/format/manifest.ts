/** The JSON document of a dataset: what it is, what it was made from, where it knows something. */
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
 * Where a dataset knows something: inside, nothing listed means nothing there; outside, nothing is known, or it lies within
 * `coverage_margin_m` of where nothing is.
 */
const coverageSchema = v.object({
  roads: zoneSchema,
  /** `null` where the dataset has no such data. */
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
  /** What the data describes, for example "2019"; `null` where nobody said. */
  vintage: v.nullable(v.string()),
  /** Who must be named; `null` where nobody said. */
  attribution: v.nullable(v.string()),
});
export type Source = v.InferOutput<typeof sourceSchema>;

export const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const tileSetNameSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

const tileSetSchema = v.object({
  /** Follows from the content of its objects: the same name never means other bytes. */
  name: tileSetNameSchema,
  objects: count,
  /** Of all objects together, without the list. */
  bytes: count,
  /** SHA-256 of the list of its objects, see object-list.ts. */
  list_sha256: sha256Schema,
});
const basemapSchema = v.object({
  ...tileSetSchema.entries,
  /** Its packs, see `PackRun` in map-pack.ts: elsewhere nothing is drawn. */
  packs: v.array(v.tuple([count, count, count, count])),
  /** Beginnings of names by which places and streets are found. */
  names: count,
});
export type Basemap = v.InferOutput<typeof basemapSchema>;

/** What a manifest says of a tile set as it is stored. */
export type TileSetEntry = v.InferOutput<typeof tileSetSchema>;

const coordinate = v.pipe(v.number(), v.integer());

/** A tile at the top of the tree, and the bounds of its edges with frontage in 1e-7 degrees; west is above east where there are none. */
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
  /** In ascending order of their cells. */
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
  /** Thousandths of a person in all tiles together. */
  total_millipersons: count,
});
export type CountLayer = v.InferOutput<typeof countLayerSchema>;

const share = v.pipe(v.number(), v.minValue(0));

/**
 * Names of the groups of a version and of those of the version that it follows; the same for a first version. They tell nothing
 * without the builder's secret.
 */
const groupingSchema = v.object({ own: sha256Schema, followed: sha256Schema });

/** The panel of devices that working counts rest on. Figures over all its persons; none is about fewer than the threshold. */
const panelSchema = v.object({
  persons_used: count,
  /** Persons seen and not counted, by the first reason that applies. */
  persons_dropped: v.object({
    no_stay: count,
    no_home: count,
    no_occupation_place: count,
    occupation_place_outside: count,
  }),
  /** Local days on which anyone was seen, and the first and last of them, ISO 8601. */
  days: count,
  first_day: v.string(),
  last_day: v.string(),
  /** People that a person stands for, over the persons who live inside the census. */
  weights: v.object({
    mean: share,
    min: share,
    median: share,
    max: share,
    /** Persons whose weight was cut. */
    persons_trimmed: count,
    /** How much less the panel tells than one of equal weights: at least 1. */
    design_effect: share,
  }),
  /** No figure rests on fewer persons; the fewest behind one. */
  min_persons: count,
  smallest_group_persons: count,
  /** Persons who are not counted: too few are around them for a group, or their group has no places. */
  persons_withheld: count,
  groups: groupingSchema,
});
export type Panel = v.InferOutput<typeof panelSchema>;

/** The registers that working counts rest on. Figures over all of them; none is of fewer people than the threshold. */
const registersSchema = v.object({
  /** People counted: at workplaces, at schools, and at home in working hours. */
  staff: share,
  pupils: share,
  at_home: share,
  /** People of the registers who are counted nowhere: no place, more than one site may have, or too few for a figure. */
  people_nowhere: share,
  /** How far bands leave the sum open: one deviation, as a share of all people counted. */
  bands_deviation: share,
  /** No figure of sites is of fewer people; the fewest behind one, 0 where there is no figure. */
  min_people: count,
  smallest_group_people: share,
  groups: groupingSchema,
});

/** The road model that this code computes with, and no other. */
const roadModelSchema = v.custom<typeof ROAD_MODEL>(
  (value) => JSON.stringify(value) === JSON.stringify(ROAD_MODEL),
  'the road model is another one than this code computes with',
);

export const manifestSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  region: v.string(),
  /** The region, a hyphen and 16 hexadecimal digits that follow from all other fields. */
  version: v.pipe(v.string(), v.regex(/^[a-z0-9-]+-[0-9a-f]{16}$/)),
  timezone: v.string(),
  /** Whether the people in it are simulated. */
  simulated: v.boolean(),
  /** What to do with an isochrone that reaches the edge of the road data with time left. */
  cut_isochrones: v.picklist(['refuse', 'answer']),
  sources: v.array(sourceSchema),
  coverage: coverageSchema,
  /**
   * How far a coverage may end inside the border of what is known, in metres: a border with very many corners is left out
   * of the manifest, but never what lies beyond it is taken in. 0 where a coverage is all that is known, or there is no such data.
   */
  coverage_margin_m: v.object(v.entriesFromList(COVERED, share)),
  road_model: roadModelSchema,
  roads: v.object(v.entriesFromList(TRAVELS, roadLayerSchema)),
  /** A map to look at; a dataset without them is counted from just the same. */
  basemap: v.nullable(basemapSchema),
  living: v.nullable(countLayerSchema),
  working: v.nullable(countLayerSchema),
  /** What `working` rests on: the panel, or the registers of a dataset without one. Both are absent without it. */
  panel: v.optional(panelSchema),
  registers: v.optional(registersSchema),
  /** What the living tiles add up to: the inhabitants of the census inside the coverage; absent without a census. */
  census: v.optional(
    v.object({
      /** Inhabitants of all units that the census lists, inside the coverage and outside. */
      listed_people: v.number(),
      inside_millipersons: count,
    }),
  ),
  /** How far counts are off, by layer; `null` where it could not be found out. */
  error_model: v.object({
    living: v.nullable(livingErrorModelSchema),
    working: v.nullable(errorModelSchema),
  }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** What a manifest says of its tile sets, `null` for those that the dataset lacks. */
export function tileSetsOf(manifest: Manifest): Record<TileSet, TileSetEntry | null> {
  const { roads, living, working, basemap } = manifest;
  return { ...roads, living, working, basemap };
}
