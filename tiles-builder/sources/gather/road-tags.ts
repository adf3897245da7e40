/** Lists the OSM tags of roads that the builder uses, and numbers their distinct combinations. */
import type { Tags } from '../../base/records.ts';

const KEYS = [
  'highway',
  'route',
  ...(['foot', 'access', 'motorcar', 'motor_vehicle', 'vehicle'] as const).flatMap(
    (key) => [key, `${key}:forward`, `${key}:backward`] as const,
  ),
  'bicycle',
  'hgv',
  'motorroad',
  'area',
  'impassable',
  'smoothness',
  'service',
  'barrier',
  'locked',
  'bollard',
  'maxwidth',
  'maxwidth:physical',
  'oneway',
  'oneway:motorcar',
  'oneway:motor_vehicle',
  'oneway:vehicle',
  'junction',
  'maxspeed',
  'maxspeed:forward',
  'maxspeed:backward',
  'maxspeed:type',
  'zone:maxspeed',
  'source:maxspeed',
  'zone:traffic',
  'tunnel',
  'bridge',
  'duration',
  'interval',
  'interval:conditional',
  'tourism',
  'cruise',
  'roundtrip',
  'ferry',
  'usage',
  'restriction',
  'restriction:motorcar',
  'restriction:motor_vehicle',
  'restriction:vehicle',
  'except',
] as const;

/** Values of `highway` for which a usual speed of cars is known. */
export const ROAD_CLASSES = [
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'road',
  'living_street',
  'service',
  'track',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Factors of driving speeds; 1 for classes without one. */
export type SpeedFactors = Readonly<Partial<Record<RoadClass, number | undefined>>>;

export type RoadKey = (typeof KEYS)[number];

export type RoadTags = Readonly<Partial<Record<RoadKey, string>>>;

const isKept: ReadonlySet<string> = new Set(KEYS);

export class TagCombinations {
  readonly #numbers = new Map<string, number>();
  readonly #all: RoadTags[] = [];

  numberOf(tags: Tags): number {
    let key = '';
    for (const name in tags) if (isKept.has(name)) key += `${name}=${tags[name]}\0`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      const kept = Object.fromEntries(Object.entries(tags).filter(([name]) => isKept.has(name)));
      number = this.#all.push(kept) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  get all(): readonly RoadTags[] {
    return this.#all;
  }
}
