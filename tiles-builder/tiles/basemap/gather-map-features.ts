/** Selects features of the basemap by tags, and spills them by pack; only coasts (for the sea) and ferries wait in memory. */
import { MAP_ZOOMS } from '../../../src/format/map-pack.ts';
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../base/records.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { seaInBox } from '../../geometry/sea.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import {
  type Consumer,
  knownPositions,
  type Line,
  NOWHERE,
  type Point,
  type Relation,
} from '../../sources/features.ts';
import { isWaterArea } from '../../sources/gather/barrier-lines.ts';
import { isCoastline } from '../../sources/gather/gather-borders-and-coasts.ts';
import { isBuilding } from '../../sources/gather/is-building.ts';
import { isRoad } from '../../sources/gather/osm-roads.ts';
import { BASEMAP_CLASSES, type BasemapClass, type BasemapFeature } from './basemap-feature.ts';
import {
  isBay,
  isLandmark,
  LANDMARK_KEYS,
  labelOfArea,
  labelOfBay,
  labelOfPoint,
  otherNamesOf,
} from './place-labels.ts';
import { firstZoomWithSide } from './size-on-map.ts';
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

const streetClass = (tags: Tags): BasemapClass | undefined =>
  tags.highway === undefined ? 'ferry' : CLASS_OF_HIGHWAY[tags.highway];

const watercourseClass = ({ waterway, tunnel }: Tags): BasemapClass | undefined =>
  waterway === undefined || (tunnel !== undefined && tunnel !== 'no')
    ? undefined
    : CLASS_OF_WATERWAY[waterway];

const CLASS_OF_LAND_USE: Readonly<Record<string, BasemapClass>> = {
  residential: 'settled',
  commercial: 'settled',
  retail: 'settled',
  industrial: 'settled',
  forest: 'wood',
  allotments: 'green',
  cemetery: 'green',
  grass: 'green',
  recreation_ground: 'green',
  village_green: 'green',
};
const GREEN_LEISURE = new Set(['park', 'garden', 'golf_course', 'pitch']);
/** Smaller areas of land are left out: three pixels. */
const LEAST_SIDE_OF_LAND_UNITS = 24;
/** Smaller waters are left out: half a pixel. */
const LEAST_SIDE_OF_WATER_UNITS = 3;

function areaClass(tags: Tags): BasemapClass | undefined {
  if (isWaterArea(tags)) return 'area';
  if (isBuilding(tags)) return 'building';
  if (tags.natural === 'wood') return 'wood';
  return GREEN_LEISURE.has(tags.leisure ?? '') ? 'green' : CLASS_OF_LAND_USE[tags.landuse ?? ''];
}

/** Labelled polygons; streams and riverbanks have labels along lines. */
function namedKind(tags: Tags): 'water' | 'park' | 'landmark' | undefined {
  const { natural, leisure, water, landuse } = tags;
  if (leisure === 'park') return 'park';
  if (isBay(tags)) return 'water';
  if (isLandmark(tags)) return 'landmark';
  const isLake = natural === 'water' && water !== 'river' && water !== 'canal';
  return isLake || landuse === 'reservoir' ? 'water' : undefined;
}

export class MapFeatures implements Consumer {
  readonly spill: PartitionSpill;
  readonly folder: string;
  readonly #coastlines: Position[][] = [];
  readonly #ferries: { readonly id: number; readonly feature: BasemapFeature }[] = [];
  readonly #ferryNames = new Map<number, string>();

  constructor(folder: string) {
    this.spill = new PartitionSpill(folder);
    this.folder = folder;
  }

  readonly lines = {
    wants: (tags: Tags): boolean => isRoad(tags) || isCoastline(tags) || watercourseClass(tags) !== undefined,
    take: (line: Line): void => {
      const { tags } = line;
      const street = isRoad(tags) ? streetClass(tags) : undefined;
      const watercourse = watercourseClass(tags);
      for (const coordinates of knownRuns(line)) {
        const geometry = { type: 'LineString', coordinates } as const;
        if (street)
          this.#takeStreet(line.id, {
            class: street,
            name: tags.name,
            otherNames: otherNamesOf(tags),
            geometry,
          });
        if (watercourse) {
          const names = { name: tags.name, otherNames: otherNamesOf(tags) };
          spreadFeature({ class: watercourse, ...names, geometry }, this.spill);
        }
      }
      const coast = isCoastline(tags) ? knownPositions(line) : [];
      if (coast.length > 1) this.#coastlines.push(coast);
    },
  };

  readonly areas = {
    wants: (tags: Tags): boolean => areaClass(tags) !== undefined || namedKind(tags) !== undefined,
    take: ({ polygons, tags }: { readonly polygons: Zone; readonly tags: Tags }): void => {
      const drawn = areaClass(tags);
      if (drawn) this.#spreadArea(drawn, polygons);
      const kind = namedKind(tags);
      if (kind && tags.name !== undefined) spreadFeature(labelOfArea(kind, tags, polygons), this.spill);
    },
  };

  readonly points = {
    key: LANDMARK_KEYS[0],
    take: (point: Point): void => {
      const label = labelOfPoint(point);
      if (label) spreadFeature(label, this.spill);
    },
  };

  readonly relations = {
    wants: ({ route, name }: Tags): boolean => route === 'ferry' && name !== undefined,
    take: ({ members, tags }: Relation): void => {
      for (const { type, id } of members) {
        if (type === 'way' && !this.#ferryNames.has(id)) this.#ferryNames.set(id, tags.name);
      }
    },
  };

  /** Returns this consumer, and those that take other relations and points. */
  get consumers(): readonly Consumer[] {
    const takeBay = (point: Point): void => {
      const label = labelOfBay(point);
      if (label) spreadFeature(label, this.spill);
    };
    const [, ...keys] = LANDMARK_KEYS;
    const landmarks = keys.map((key) => {
      const take = (point: Point): void => {
        if (LANDMARK_KEYS.find((one) => one in point.tags) === key) this.points.take(point);
      };
      return { points: { key, take } };
    });
    return [
      this,
      { areas: this.administrative },
      { points: { key: 'natural', take: takeBay } },
      ...landmarks,
    ];
  }

  readonly administrative = {
    relationType: 'boundary',
    wants: ({ boundary, name, admin_level }: Tags): boolean =>
      boundary === 'administrative' && name !== undefined && /^([2-9]|10|11)$/.test(admin_level ?? ''),
    take: ({ polygons, tags }: { readonly polygons: Zone; readonly tags: Tags }): void => {
      const coordinates = polygons as unknown as [number, number][][][];
      const names = { name: tags.name, otherNames: otherNamesOf(tags) };
      const geometry = { type: 'MultiPolygon', coordinates } as const;
      const rank = Number(tags.admin_level);
      spreadFeature(
        { class: 'administrative', ...names, rank, geometry: { ...geometry, coordinates } },
        this.spill,
      );
    },
  };

  /** Adds sea and ferries, after all else. */
  finish(coverage: Zone): void {
    for (const { id, feature } of this.#ferries) {
      spreadFeature({ ...feature, name: feature.name ?? this.#ferryNames.get(id) }, this.spill);
    }
    for (const polygon of seaInBox(this.#coastlines, coverage)) this.#spreadArea('sea', [polygon]);
    this.spill.finish();
  }

  #takeStreet(id: number, feature: BasemapFeature): void {
    if (feature.class === 'ferry') this.#ferries.push({ id, feature });
    else spreadFeature(feature, this.spill);
  }

  #spreadArea(kind: BasemapClass, zone: Zone): void {
    const coordinates = zone as unknown as [number, number][][][];
    const { layer, firstZoom: first } = BASEMAP_CLASSES[kind];
    const least_units = layer === 'land' ? LEAST_SIDE_OF_LAND_UNITS : LEAST_SIDE_OF_WATER_UNITS;
    const firstZoom = firstZoomWithSide(boundingBoxOf(zone.flat()), least_units, first, MAP_ZOOMS.max_zoom);
    spreadFeature({ class: kind, firstZoom, geometry: { type: 'MultiPolygon', coordinates } }, this.spill);
  }
}

function knownRuns({ lon, lat }: Line): [number, number][][] {
  const runs: [number, number][][] = [[]];
  for (let i = 0; i < lon.length; i++) {
    if (lon[i] === NOWHERE) runs.push([]);
    else runs.at(-1)!.push([lon[i] / UNITS_PER_DEGREE, lat[i] / UNITS_PER_DEGREE]);
  }
  return runs.filter((run) => run.length > 1);
}
