import type { Feature, LineString, MultiPolygon } from 'geojson';

/** Layers of a basemap tile. */
export type BasemapLayer = 'streets' | 'water';

/** Something that the basemap draws. */
export interface BasemapFeature {
  readonly layer: BasemapLayer;
  /** The zoom level of a map from which on it is drawn. */
  readonly firstZoom: number;
  readonly properties: { readonly class: string; readonly name?: string };
  readonly geometry: Feature<LineString | MultiPolygon>['geometry'];
}
