import type { LineString, MultiPolygon } from 'geojson';

/** Layers of a basemap tile. */
export type BasemapLayer = 'streets' | 'water';

/** What the basemap draws: the layer that it is in, and the zoom level of a map from which on it is drawn. */
export const BASEMAP_CLASSES = {
  major: { layer: 'streets', firstZoom: 8 },
  medium: { layer: 'streets', firstZoom: 10 },
  minor: { layer: 'streets', firstZoom: 11 },
  path: { layer: 'streets', firstZoom: 13 },
  ferry: { layer: 'streets', firstZoom: 10 },
  sea: { layer: 'water', firstZoom: 8 },
  area: { layer: 'water', firstZoom: 8 },
  river: { layer: 'water', firstZoom: 9 },
  stream: { layer: 'water', firstZoom: 13 },
} as const satisfies Record<string, { readonly layer: BasemapLayer; readonly firstZoom: number }>;

export type BasemapClass = keyof typeof BASEMAP_CLASSES;

/** Something that the basemap draws. */
export interface BasemapFeature {
  readonly class: BasemapClass;
  readonly name?: string | undefined;
  readonly geometry: LineString | MultiPolygon;
}
