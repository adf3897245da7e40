/** Defines the features of the basemap: layers in drawing order, classes, and the zoom levels from which they appear. */
import type { LineString, MultiPolygon, Point } from 'geojson';
import { MAP_PACK_ZOOMS } from '../../../src/format/map-pack.ts';
import type { PlaceKind } from '../../../src/format/place-kinds.ts';

/** Layers in drawing order. */
export const BASEMAP_LAYERS = ['land', 'water', 'buildings', 'streets', 'places'] as const;
export type BasemapLayer = (typeof BASEMAP_LAYERS)[number];

interface BasemapClassInfo {
  /** `null` of what names need and no tile shows. */
  readonly layer: BasemapLayer | null;
  readonly firstZoom: number;
}

const PLACE_CLASSES: Record<PlaceKind, BasemapClassInfo> = {
  city: { layer: 'places', firstZoom: 4 },
  town: { layer: 'places', firstZoom: 7 },
  borough: { layer: 'places', firstZoom: 10 },
  island: { layer: 'places', firstZoom: 9 },
  village: { layer: 'places', firstZoom: 10 },
  suburb: { layer: 'places', firstZoom: 11 },
  quarter: { layer: 'places', firstZoom: 12 },
  water: { layer: 'places', firstZoom: 8 },
  hamlet: { layer: 'places', firstZoom: 12 },
  neighbourhood: { layer: 'places', firstZoom: 13 },
  park: { layer: 'places', firstZoom: 11 },
  locality: { layer: 'places', firstZoom: 14 },
  landmark: { layer: 'places', firstZoom: 14 },
};

export const BASEMAP_CLASSES = {
  major: { layer: 'streets', firstZoom: 8 },
  medium: { layer: 'streets', firstZoom: 10 },
  minor: { layer: 'streets', firstZoom: 11 },
  path: { layer: 'streets', firstZoom: 13 },
  ferry: { layer: 'streets', firstZoom: 10 },
  sea: { layer: 'water', firstZoom: 4 },
  area: { layer: 'water', firstZoom: 6 },
  river: { layer: 'water', firstZoom: 9 },
  stream: { layer: 'water', firstZoom: 13 },
  settled: { layer: 'land', firstZoom: 9 },
  wood: { layer: 'land', firstZoom: 9 },
  green: { layer: 'land', firstZoom: 11 },
  building: { layer: 'buildings', firstZoom: 14 },
  ...PLACE_CLASSES,
  administrative: { layer: null, firstZoom: MAP_PACK_ZOOMS[2] },
} as const satisfies Record<string, BasemapClassInfo>;

export type BasemapClass = keyof typeof BASEMAP_CLASSES;

export interface BasemapFeature {
  readonly class: BasemapClass;
  readonly name?: string | undefined;
  /** Names in English, in French or else in use, for the search. */
  readonly otherNames?: readonly string[] | undefined;
  /** 0 (most important) to 255, for a label; of an administrative area its OpenStreetMap `admin_level`. */
  readonly rank?: number | undefined;
  /** First zoom level of the feature, if above that of its class. */
  readonly firstZoom?: number | undefined;
  readonly geometry: LineString | MultiPolygon | Point;
}

export const firstZoomOf = ({ class: kind, firstZoom }: BasemapFeature): number =>
  firstZoom ?? BASEMAP_CLASSES[kind].firstZoom;
