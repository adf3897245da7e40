/** Defines the schema by which a configuration names the properties of buildings: a preset, or a column each. */
import * as v from 'valibot';

const PRESETS = ['osm', 'bdtopo', 'overture'] as const;
export type Preset = (typeof PRESETS)[number];

export interface AttributeNames {
  readonly dwellings?: string | undefined;
  readonly floors?: string | undefined;
  /** Height in metres. */
  readonly height?: string | undefined;
  readonly use?: string | undefined;
  /** OpenStreetMap's `building` by value of `use`; others are unchanged. */
  readonly uses?: Readonly<Record<string, string>> | undefined;
}

export type BuildingAttributes = Preset | AttributeNames;

const name = v.optional(v.string('the name of a property'));
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
