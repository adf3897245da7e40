/** Adds what lies over the basemap as MapLibre sources and layers: missing data, counted zones, the drawn zone and sites. */
import { featureCollection } from '@turf/helpers';
import type { Feature } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapView } from 'maplibre-gl';
import { coloursOf, inTheme, PLACE_COLOURS, type Theme } from './colours.ts';
import { ANCHORS, byZoom, FONT, interpolated, STRONG_FONT } from './map-style.ts';

export const OVERLAYS = [
  'uncovered',
  'sites',
  'isochrone',
  'isochrone-times',
  'origin',
  'drawn',
  'rubber-band',
  'handles',
] as const;
/** Layers that show sites. */
export const SITE_LAYERS = ['site-points', 'site-zones'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** Fills of counted zones and of missing data lie below water and streets, their outlines below names, the rest on top. */
export function addOverlays(map: MapView, theme: Theme): void {
  for (const overlay of OVERLAYS) map.addSource(overlay, { type: 'geojson', data: featureCollection([]) });
  const { fills, belowNames, aboveNames } = overlayLayers(theme);
  for (const layer of fills) map.addLayer(layer, ANCHORS.water);
  for (const layer of belowNames) map.addLayer(layer, ANCHORS.names);
  for (const layer of aboveNames) map.addLayer(layer);
}

export function setOverlay(map: MapView, overlay: Overlay, features: readonly Feature[]): void {
  map.getSource<GeoJSONSource>(overlay)?.setData(featureCollection([...features]));
}

const ROUND = { 'line-join': 'round' } as const;
const IS_POINT: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const IS_POLYGON: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const IS_LINE: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
/** Sites with most people first. */
const BY_SIZE: ExpressionSpecification = ['-', 0, ['get', 'size']];

/** Invisible symbols, which keep names off what they lie on. */
const room = (id: string, source: Overlay, size: number, layout: object = {}): LayerSpecification => ({
  ...{ id, source, type: 'symbol' },
  layout: {
    ...{ 'text-field': '●', 'text-font': FONT, 'text-size': size, 'text-allow-overlap': true },
    ...layout,
  },
  paint: { 'text-opacity': 0 },
});

/** Colour of a compared place, or else of a travel mode. */
function colourOfOutline(theme: Theme, ofTravel?: ExpressionSpecification): ExpressionSpecification {
  const { accent, car } = coloursOf(theme);
  const places = PLACE_COLOURS.map((pair) => inTheme(pair, theme));
  const place: ExpressionSpecification = ['at', ['%', ['get', 'place'], places.length], ['literal', places]];
  const travel = ofTravel ?? byTravel(['to-color', car], ['to-color', accent]);
  return ['case', ['has', 'place'], ['to-color', place], travel];
}

const byTravel = (car: ExpressionSpecification, foot: ExpressionSpecification): ExpressionSpecification => [
  'case',
  ['==', ['get', 'travel'], 'motorized'],
  car,
  foot,
];

export function overlayLayers(
  theme: Theme,
): Record<'fills' | 'belowNames' | 'aboveNames', readonly LayerSpecification[]> {
  const { accent, accentFar, car, carFar, fault, ink, land } = coloursOf(theme);
  const outline = colourOfOutline(theme);
  const site: ExpressionSpecification = ['match', ['get', 'state'], 'counted', accent, 'refused', fault, ink];
  const [dim, dimOpacity] = theme === 'light' ? ['#7d8a84', 0.28] : ['#000000', 0.5];
  const width = (extra_px: number): ExpressionSpecification =>
    byZoom(9, 1 + extra_px / 2, 13, 2.5 + extra_px);
  const byKind = (vertex: unknown, midpoint: unknown): unknown => [
    'match',
    ['get', 'kind'],
    'vertex',
    vertex,
    midpoint,
  ];
  const layer = (type: string, id: string, source: Overlay, more: object): LayerSpecification =>
    ({ id, type, source, ...more }) as LayerSpecification;
  const line = (id: string, source: Overlay, paint: object, filter?: ExpressionSpecification) =>
    layer('line', id, source, { layout: ROUND, paint, ...(filter && { filter }) });
  /** The nearer in time, the stronger. */
  const band = (far: string, near: string): ExpressionSpecification =>
    interpolated(['coalesce', ['get', 'near'], 1], 0, far, 1, near);
  const bands = colourOfOutline(theme, byTravel(band(carFar, car), band(accentFar, accent)));
  const drawn = ['isochrone', 'drawn'] as const;
  const dotSize = (least_px: number, more_px: number): ExpressionSpecification => [
    '+',
    least_px,
    ['*', more_px, ['get', 'size']],
  ];
  return {
    fills: [
      ...drawn.map((source) =>
        layer('fill', `${source}-fill`, source, {
          filter: IS_POLYGON,
          paint: { 'fill-color': bands, 'fill-opacity': ['get', 'opacity'] },
        }),
      ),
      layer('fill', 'uncovered', 'uncovered', {
        paint: { 'fill-color': dim, 'fill-opacity': dimOpacity },
      }),
    ],
    belowNames: [
      line('site-zones', 'sites', { 'line-color': site, 'line-width': 1.5 }, IS_POLYGON),
      line('isochrone-casing', 'isochrone', {
        'line-color': land,
        'line-width': width(2.5),
        'line-opacity': 0.7,
      }),
      line('isochrone-line', 'isochrone', { 'line-color': outline, 'line-width': width(0) }),
      line('drawn-line', 'drawn', { 'line-color': outline, 'line-width': 2.5 }, IS_LINE),
      line('rubber-band', 'rubber-band', {
        'line-color': accent,
        'line-width': 1.5,
        'line-dasharray': [3, 2],
      }),
    ],
    aboveNames: [
      ...drawn.map((source): LayerSpecification => {
        const along = { 'symbol-placement': 'line', 'symbol-spacing': 12 } as const;
        const tight = { 'text-padding': 0, 'text-max-angle': 180 };
        return room(`${source}-room`, source, 8, { ...along, ...tight });
      }),
      layer('symbol', 'isochrone-times', 'isochrone-times', {
        layout: {
          'text-field': ['get', 'label'],
          'text-font': STRONG_FONT,
          'text-size': 13,
          'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
          'text-radial-offset': 0.3,
        },
        paint: { 'text-color': outline, 'text-halo-color': land, 'text-halo-width': 3 },
      }),
      room('origin', 'origin', 28),
      // Below the marker that can be dragged; images have the layers alone.
      layer('circle', 'marks', 'origin', {
        paint: {
          'circle-radius': ['case', ['has', 'letter'], 12, 7],
          'circle-color': outline,
          'circle-stroke-color': land,
          'circle-stroke-width': 2,
        },
      }),
      layer('symbol', 'letters', 'origin', {
        layout: {
          ...{ 'text-field': ['get', 'letter'], 'text-font': STRONG_FONT, 'text-size': 13 },
          ...{ 'text-allow-overlap': true, 'text-ignore-placement': true },
        },
        paint: { 'text-color': land },
      }),
      layer('symbol', 'site-names', 'sites', {
        filter: IS_POINT,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': STRONG_FONT,
          'text-size': 12,
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1,
          'symbol-sort-key': BY_SIZE,
        },
        paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 2 },
      }),
      layer('circle', 'site-points', 'sites', {
        filter: IS_POINT,
        layout: { 'circle-sort-key': BY_SIZE },
        paint: {
          'circle-radius': byZoom(8, dotSize(2, 5), 14, dotSize(3, 13)),
          'circle-opacity': 0.75,
          'circle-color': site,
          'circle-stroke-color': land,
          'circle-stroke-width': 1,
        },
      }),
      layer('circle', 'handles', 'handles', {
        paint: {
          'circle-radius': ['case', ['get', 'isOfMany'], byKind(2.5, 1), byKind(6, 4)],
          'circle-color': byKind(land, accent),
          'circle-opacity': byKind(1, 0.55),
          'circle-stroke-color': accent,
          'circle-stroke-width': byKind(['case', ['get', 'isOfMany'], 1.5, 2.5], 0),
        },
      }),
    ],
  };
}
