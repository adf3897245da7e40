/** How the configuration says what tells which property of a building. */
import * as v from 'valibot';

const PRESETS = ['osm', 'bdtopo', 'overture'] as const;
export type Preset = (typeof PRESETS)[number];

/** Properties by what they tell. */
export interface AttributeNames {
  /** Number of dwellings. */
  readonly dwellings?: string | undefined;
  /** Number of floors above the ground. */
  readonly floors?: string | undefined;
  /** Metres. */
  readonly height?: string | undefined;
  /** What it is used for. */
  readonly use?: string | undefined;
  /** By value of `use`, that of OpenStreetMap's `building`; values that are not listed are taken as they are. */
  readonly uses?: Readonly<Record<string, string>> | undefined;
}

export type BuildingAttributes = Preset | AttributeNames;

const name = v.optional(v.string('the name of a property'));
/** Of a configuration. */
export const buildingAttributes = v.union(
  [
    v.picklist(PRESETS),
    v.strictObject({
      dwellings: name,
      floors: name,
      height: name,
      use: name,
      uses: v.optional(v.record(v.string(), v.string())),
    }),
  ],
  `one of ${PRESETS.join(', ')}, or an object with names of properties for dwellings, floors, height, use and uses`,
);
