/** Streets and water on their way from a reading to the packs of the basemap; only coasts and ferries wait in memory. */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { AreaSpill } from '../../areas/area-spill.ts';
import {
  type Consumer,
  knownPositions,
  type Line,
  NOWHERE,
  type Relation,
  UNITS_PER_DEGREE,
} from '../../read/features.ts';
import { isCoastline } from '../../read/gather/gather-surroundings.ts';
import { isRoad } from '../../read/gather/osm-roads.ts';
import type { Tags } from '../../records.ts';
import type { BasemapClass, BasemapFeature } from './basemap-feature.ts';
import { seaInBox } from './sea.ts';
import { spreadFeature } from './spread-features.ts';

const CLASS_OF_HIGHWAY: Readonly<Record<string, BasemapClass>> = {
  motorway: 'major',
  motorway_link: 'major',
  trunk: 'major',
  trunk_link: 'major',
  primary: 'major',
  primary_link: 'major',
  secondary: 'medium',
  secondary_link: 'medium',
  tertiary: 'medium',
  tertiary_link: 'medium',
  unclassified: 'minor',
  residential: 'minor',
  living_street: 'minor',
  service: 'minor',
  road: 'minor',
  pedestrian: 'path',
  footway: 'path',
  path: 'path',
  cycleway: 'path',
  bridleway: 'path',
  steps: 'path',
  track: 'path',
};

const CLASS_OF_WATERWAY: Readonly<Record<string, BasemapClass>> = {
  river: 'river',
  canal: 'river',
  stream: 'stream',
  drain: 'stream',
  ditch: 'stream',
};

/** Streets of other kinds (proposed, platform, …) are not drawn. */
const streetClass = (tags: Tags): BasemapClass | undefined =>
  tags.highway === undefined ? 'ferry' : CLASS_OF_HIGHWAY[tags.highway];

/** Watercourses in tunnels are not to be seen. */
const watercourseClass = ({ waterway, tunnel }: Tags): BasemapClass | undefined =>
  waterway === undefined || (tunnel !== undefined && tunnel !== 'no')
    ? undefined
    : CLASS_OF_WATERWAY[waterway];

const isWaterArea = ({ natural, waterway, landuse }: Tags): boolean =>
  natural === 'water' || waterway === 'riverbank' || landuse === 'reservoir' || landuse === 'basin';

/** Takes what the basemap draws to the packs that show it. */
export class MapFeatures implements Consumer {
  /** The features of each pack, by its name. */
  readonly spill: AreaSpill;
  readonly #coastlines: Position[][] = [];
  readonly #ferries: { readonly id: number; readonly feature: BasemapFeature }[] = [];
  /** Names of ferry lines by their ways. */
  readonly #ferryNames = new Map<number, string>();

  /** @param folder for the spill */
  constructor(folder: string) {
    this.spill = new AreaSpill(folder);
  }

  readonly lines = {
    wants: (tags: Tags): boolean => isRoad(tags) || isCoastline(tags) || watercourseClass(tags) !== undefined,
    take: (line: Line): void => {
      const { tags } = line;
      const street = isRoad(tags) ? streetClass(tags) : undefined;
      const watercourse = watercourseClass(tags);
      for (const coordinates of knownRuns(line)) {
        const geometry = { type: 'LineString', coordinates } as const;
        if (street) this.#takeStreet(line.id, { class: street, name: tags.name, geometry });
        if (watercourse) spreadFeature({ class: watercourse, geometry }, this.spill);
      }
      const coast = isCoastline(tags) ? knownPositions(line) : [];
      if (coast.length > 1) this.#coastlines.push(coast);
    },
  };

  readonly areas = {
    wants: isWaterArea,
    take: ({ polygons }: { readonly polygons: Zone }): void => this.#spreadWater('area', polygons),
  };

  readonly relations = {
    wants: ({ route, name }: Tags): boolean => route === 'ferry' && name !== undefined,
    take: ({ members, tags }: Relation): void => {
      for (const { type, id } of members) {
        if (type === 'way' && !this.#ferryNames.has(id)) this.#ferryNames.set(id, tags.name);
      }
    },
  };

  /**
   * Adds the sea and the ferries, once all has been read.
   * @param coverage where the extract is complete; the sea is drawn in its bounding box
   */
  finish(coverage: Zone): void {
    for (const { id, feature } of this.#ferries) {
      spreadFeature({ ...feature, name: feature.name ?? this.#ferryNames.get(id) }, this.spill);
    }
    for (const polygon of seaInBox(this.#coastlines, coverage)) this.#spreadWater('sea', [polygon]);
    this.spill.finish();
  }

  #takeStreet(id: number, feature: BasemapFeature): void {
    if (feature.class === 'ferry') this.#ferries.push({ id, feature });
    else spreadFeature(feature, this.spill);
  }

  #spreadWater(kind: 'area' | 'sea', zone: Zone): void {
    const coordinates = zone as unknown as [number, number][][][];
    spreadFeature({ class: kind, geometry: { type: 'MultiPolygon', coordinates } }, this.spill);
  }
}

/** The parts of a line between nodes that its source left out, in degrees. */
function knownRuns({ lon, lat }: Line): [number, number][][] {
  const runs: [number, number][][] = [[]];
  for (let i = 0; i < lon.length; i++) {
    if (lon[i] === NOWHERE) runs.push([]);
    else runs.at(-1)!.push([lon[i] / UNITS_PER_DEGREE, lat[i] / UNITS_PER_DEGREE]);
  }
  return runs.filter((run) => run.length > 1);
}
