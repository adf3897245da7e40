/** Adds what lies over the basemap as MapLibre sources and layers: missing data, counted zones, the drawn zone and sites. */
import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapView } from 'maplibre-gl';
import type { Travel } from '../../format/tile-sets.ts';
import { BAND_COLOURS, COLOURS, PLACE_COLOURS, type Theme } from './colours.ts';
import { byZoom, FONT, isGround, isWater, type Paint, STRONG_FONT } from './map-style.ts';

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

export const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Fills of counted zones and of missing data lie below water and streets, their outlines below names, the rest on top. */
export function addOverlays(map: MapView, theme: Theme): void {
  const basemap = map.getStyle().layers;
  const names = basemap.find(({ type }) => type === 'symbol');
  const ground =
    basemap.find((layer) => isWater(layer) || (layer.type === 'line' && !isGround(layer))) ?? names;
  for (const overlay of OVERLAYS) map.addSource(overlay, { type: 'geojson', data: NOTHING });
  const { fills, belowNames, aboveNames } = overlayLayers(theme);
  for (const layer of fills) map.addLayer(layer, ground?.id);
  for (const layer of belowNames) map.addLayer(layer, names?.id);
  for (const layer of aboveNames) map.addLayer(layer);
}

export function setOverlay(map: MapView, overlay: Overlay, data: FeatureCollection | Feature): void {
  map.getSource<GeoJSONSource>(overlay)?.setData(data);
}

const ROUND = { 'line-join': 'round' } as const;
const IS_POINT: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const IS_POLYGON: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const IS_LINE: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
/** Sites with most people first. */
const BY_SIZE: ExpressionSpecification = ['-', 0, ['get', 'size']];

/** Invisible symbols, which keep names off what they lie on. */
const room = (size: number): Pick<LayerSpecification & { type: 'symbol' }, 'type' | 'layout' | 'paint'> => ({
  type: 'symbol',
  layout: { 'text-field': '●', 'text-font': FONT, 'text-size': size, 'text-allow-overlap': true },
  paint: { 'text-opacity': 0 },
});

const ofMany = (few_px: number, many_px: number): ExpressionSpecification => [
  'case',
  ['get', 'isOfMany'],
  many_px,
  few_px,
];

/** Colour of a compared place, or else of a travel mode. */
function colourOfOutline(theme: Theme, ofTravel?: ExpressionSpecification): ExpressionSpecification {
  const { accent, car } = COLOURS[theme];
  const places = PLACE_COLOURS[theme];
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

/** The nearer in time, the stronger. */
function fillLayer(source: 'isochrone' | 'drawn', theme: Theme): LayerSpecification {
  const bandsOf = (travel: Travel): ExpressionSpecification => {
    const [far, near] = BAND_COLOURS[theme][travel];
    return ['interpolate', ['linear'], ['coalesce', ['get', 'near'], 1], 0, far, 1, near];
  };
  const colour = colourOfOutline(theme, byTravel(bandsOf('motorized'), bandsOf('pedestrian')));
  const paint = { 'fill-color': colour, 'fill-opacity': ['get', 'opacity'] as ExpressionSpecification };
  return { id: `${source}-fill`, type: 'fill', source, filter: IS_POLYGON, paint };
}

export function overlayLayers(
  theme: Theme,
): Record<'fills' | 'belowNames' | 'aboveNames', readonly LayerSpecification[]> {
  const { accent, fault, ink, land } = COLOURS[theme];
  const outline = colourOfOutline(theme);
  const site: ExpressionSpecification = ['match', ['get', 'state'], 'counted', accent, 'refused', fault, ink];
  const dimmed = { light: ['#7d8a84', 0.28], dark: ['#000000', 0.5] } as const;
  const [dim, dimOpacity] = dimmed[theme];
  const width = (extra_px: number): ExpressionSpecification =>
    byZoom(9, 1 + extra_px / 2, 13, 2.5 + extra_px);
  const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind];
  const line = (
    id: string,
    source: Overlay,
    paint: Paint<'line'>,
    filter?: ExpressionSpecification,
  ): LayerSpecification => ({ id, type: 'line', source, layout: ROUND, paint, ...(filter && { filter }) });
  const circle = (
    id: string,
    source: Overlay,
    paint: Paint<'circle'>,
    filter?: ExpressionSpecification,
  ): LayerSpecification => ({ id, type: 'circle', source, paint, ...(filter && { filter }) });
  const drawn = ['isochrone', 'drawn'] as const;
  return {
    fills: [
      ...drawn.map((source) => fillLayer(source, theme)),
      {
        id: 'uncovered',
        type: 'fill',
        source: 'uncovered',
        paint: { 'fill-color': dim, 'fill-opacity': dimOpacity },
      },
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
        const { layout, ...more } = room(8);
        const along = { 'symbol-placement': 'line', 'symbol-spacing': 12 } as const;
        const tight = { 'text-padding': 0, 'text-max-angle': 180 };
        return { id: `${source}-room`, source, ...more, layout: { ...layout, ...along, ...tight } };
      }),
      {
        id: 'isochrone-times',
        type: 'symbol',
        source: 'isochrone-times',
        layout: {
          'text-field': ['get', 'label'],
          'text-font': STRONG_FONT,
          'text-size': 13,
          'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
          'text-radial-offset': 0.3,
        },
        paint: { 'text-color': outline, 'text-halo-color': land, 'text-halo-width': 3 },
      },
      { id: 'origin', source: 'origin', ...room(28) },
      {
        id: 'site-names',
        type: 'symbol',
        source: 'sites',
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
      },
      {
        id: 'site-points',
        type: 'circle',
        source: 'sites',
        filter: IS_POINT,
        layout: { 'circle-sort-key': BY_SIZE },
        paint: {
          'circle-radius': byZoom(8, ['+', 2, ['*', 5, ['get', 'size']]], 14, [
            '+',
            3,
            ['*', 13, ['get', 'size']],
          ]),
          'circle-opacity': 0.75,
          'circle-color': site,
          'circle-stroke-color': land,
          'circle-stroke-width': 1,
        },
      },
      circle(
        'midpoints',
        'handles',
        { 'circle-radius': ofMany(4, 1), 'circle-color': accent, 'circle-opacity': 0.55 },
        isKind('midpoint'),
      ),
      circle(
        'vertices',
        'handles',
        {
          'circle-radius': ofMany(6, 2.5),
          'circle-color': land,
          'circle-stroke-color': accent,
          'circle-stroke-width': ofMany(2.5, 1.5),
        },
        isKind('vertex'),
      ),
    ],
  };
}
