/** Adds what lies over the basemap as MapLibre sources and layers: missing data, counted zones, the drawn zone and sites. */
import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapView } from 'maplibre-gl';
import type { Travel } from '../../format/tile-sets.ts';
import { BAND_COLOURS, COLOURS, type Colours, PLACE_COLOURS, type Theme } from './colours.ts';
import { isGround, isWater } from './map-style.ts';

export const OVERLAYS = [
  'uncovered',
  'sites',
  'grid-zone',
  'isochrone',
  'isochrone-times',
  'origin',
  'drawn',
  'rubber-band',
  'handles',
  'crossings',
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

const outlineWidth = (extra_px: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  9,
  1 + extra_px / 2,
  13,
  2.5 + extra_px,
];
const radiusOfHandle = (few_px: number, many_px: number): ExpressionSpecification => [
  'case',
  ['get', 'isOfMany'],
  many_px,
  few_px,
];

export const overlayLayers = (
  theme: Theme,
): Record<'fills' | 'belowNames' | 'aboveNames', readonly LayerSpecification[]> => ({
  fills: [
    ...(['isochrone', 'drawn'] as const).map((source) => fillLayer(source, theme)),
    uncoveredLayer(theme),
  ],
  belowNames: [
    siteZoneLayer(COLOURS[theme]),
    ...isochroneLayers(theme),
    ...drawnLayers(theme),
    gridZoneLayer(COLOURS[theme]),
  ],
  aboveNames: [
    ...(['isochrone', 'drawn'] as const).map(outlineRoomLayer),
    timeLayer(theme),
    originLayer,
    siteNameLayer(COLOURS[theme]),
    sitePointLayer(COLOURS[theme]),
    ...handleLayers(COLOURS[theme]),
    ...crossingLayers(COLOURS[theme]),
  ],
});

/** Keeps names and time labels, which are placed later, off the HTML markers. */
const originLayer: LayerSpecification = {
  id: 'origin',
  type: 'symbol',
  source: 'origin',
  layout: {
    'text-field': '●',
    'text-font': ['system-ui', 'sans-serif'],
    'text-size': 28,
    'text-allow-overlap': true,
  },
  paint: { 'text-opacity': 0 },
};

/** Invisible symbols keep names off outlines. */
const outlineRoomLayer = (source: Overlay): LayerSpecification => ({
  id: `${source}-room`,
  type: 'symbol',
  source,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 12,
    'text-field': '●',
    'text-font': ['system-ui', 'sans-serif'],
    'text-size': 8,
    'text-padding': 0,
    'text-max-angle': 180,
    'text-allow-overlap': true,
  },
  paint: { 'text-opacity': 0 },
});

/** Colour of a compared place, or else of a travel mode. */
function colourOfOutline(theme: Theme, ofTravel?: ExpressionSpecification): ExpressionSpecification {
  const { accent, car } = COLOURS[theme];
  const places = PLACE_COLOURS[theme];
  return [
    'case',
    ['has', 'place'],
    ['to-color', ['at', ['%', ['get', 'place'], places.length], ['literal', places]]],
    ofTravel ?? ['case', ['==', ['get', 'travel'], 'motorized'], ['to-color', car], ['to-color', accent]],
  ];
}

/** The nearer in time, the stronger. */
function fillLayer(source: 'isochrone' | 'drawn', theme: Theme): LayerSpecification {
  const bandsOf = (travel: Travel): ExpressionSpecification => {
    const [far, near] = BAND_COLOURS[theme][travel];
    return ['interpolate', ['linear'], ['coalesce', ['get', 'near'], 1], 0, far, 1, near];
  };
  const ofTravel: ExpressionSpecification = [
    'case',
    ['==', ['get', 'travel'], 'motorized'],
    bandsOf('motorized'),
    bandsOf('pedestrian'),
  ];
  return {
    id: `${source}-fill`,
    type: 'fill',
    source,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colourOfOutline(theme, ofTravel), 'fill-opacity': ['get', 'opacity'] },
  };
}

const timeLayer = (theme: Theme): LayerSpecification => ({
  id: 'isochrone-times',
  type: 'symbol',
  source: 'isochrone-times',
  layout: {
    'text-field': ['get', 'label'],
    'text-font': ['Names Semibold', 'system-ui', 'sans-serif'],
    'text-size': 13,
    'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
    'text-radial-offset': 0.3,
  },
  paint: {
    'text-color': colourOfOutline(theme),
    'text-halo-color': COLOURS[theme].land,
    'text-halo-width': 3,
  },
});

const uncoveredLayer = (theme: Theme): LayerSpecification => ({
  id: 'uncovered',
  type: 'fill',
  source: 'uncovered',
  paint: {
    'fill-color': theme === 'light' ? '#7d8a84' : '#000000',
    'fill-opacity': theme === 'light' ? 0.28 : 0.5,
  },
});

const colourOfSite = ({ accent, fault, ink }: Colours): ExpressionSpecification => [
  'match',
  ['get', 'state'],
  'counted',
  accent,
  'refused',
  fault,
  ink,
];

const siteZoneLayer = (colours: Colours): LayerSpecification => ({
  id: 'site-zones',
  type: 'line',
  source: 'sites',
  filter: ['==', ['geometry-type'], 'Polygon'],
  layout: { 'line-join': 'round' },
  paint: { 'line-color': colourOfSite(colours), 'line-width': 1.5 },
});

const sitePointLayer = (colours: Colours): LayerSpecification => ({
  id: 'site-points',
  type: 'circle',
  source: 'sites',
  filter: ['==', ['geometry-type'], 'Point'],
  layout: { 'circle-sort-key': ['-', 0, ['get', 'size']] },
  paint: {
    'circle-radius': [
      'interpolate',
      ['linear'],
      ['zoom'],
      ...[8, ['+', 2, ['*', 5, ['get', 'size']]]],
      ...[14, ['+', 3, ['*', 13, ['get', 'size']]]],
    ] as unknown as ExpressionSpecification,
    'circle-opacity': 0.75,
    'circle-color': colourOfSite(colours),
    'circle-stroke-color': colours.land,
    'circle-stroke-width': 1,
  },
});

/** Where there is room. */
const siteNameLayer = ({ ink, land }: Colours): LayerSpecification => ({
  id: 'site-names',
  type: 'symbol',
  source: 'sites',
  filter: ['==', ['geometry-type'], 'Point'],
  layout: {
    'text-field': ['get', 'name'],
    'text-font': ['Names Semibold', 'system-ui', 'sans-serif'],
    'text-size': 12,
    'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
    'text-radial-offset': 1,
    'symbol-sort-key': ['-', 0, ['get', 'size']],
  },
  paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 2 },
});

function isochroneLayers(theme: Theme): LayerSpecification[] {
  const layout = { 'line-join': 'round' } as const;
  return [
    {
      id: 'isochrone-casing',
      type: 'line',
      source: 'isochrone',
      layout,
      paint: { 'line-color': COLOURS[theme].land, 'line-width': outlineWidth(2.5), 'line-opacity': 0.7 },
    },
    {
      id: 'isochrone-line',
      type: 'line',
      source: 'isochrone',
      layout,
      paint: { 'line-color': colourOfOutline(theme), 'line-width': outlineWidth(0) },
    },
  ];
}

function drawnLayers(theme: Theme): LayerSpecification[] {
  return [
    {
      id: 'drawn-line',
      type: 'line',
      source: 'drawn',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colourOfOutline(theme), 'line-width': 2.5 },
    },
    {
      id: 'rubber-band',
      type: 'line',
      source: 'rubber-band',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': COLOURS[theme].accent, 'line-width': 1.5, 'line-dasharray': [3, 2] },
    },
  ];
}

const gridZoneLayer = ({ grid }: Colours): LayerSpecification => ({
  id: 'grid-zone',
  type: 'line',
  source: 'grid-zone',
  layout: { 'line-join': 'round' },
  paint: { 'line-color': grid, 'line-width': 2.5, 'line-dasharray': [0.6, 1.4] },
});

function handleLayers({ accent, land }: Colours): LayerSpecification[] {
  return [
    {
      id: 'midpoints',
      type: 'circle',
      source: 'handles',
      filter: ['==', ['get', 'kind'], 'midpoint'],
      paint: { 'circle-radius': radiusOfHandle(4, 1), 'circle-color': accent, 'circle-opacity': 0.55 },
    },
    {
      id: 'vertices',
      type: 'circle',
      source: 'handles',
      filter: ['==', ['get', 'kind'], 'vertex'],
      paint: {
        'circle-radius': radiusOfHandle(6, 2.5),
        'circle-color': land,
        'circle-stroke-color': accent,
        'circle-stroke-width': radiusOfHandle(2.5, 1.5),
      },
    },
  ];
}

function crossingLayers({ fault, land }: Colours): LayerSpecification[] {
  return [
    {
      id: 'crossings',
      type: 'circle',
      source: 'crossings',
      paint: {
        'circle-radius': 12,
        'circle-color': fault,
        'circle-opacity': 0.25,
        'circle-stroke-color': fault,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'crossing-signs',
      type: 'symbol',
      source: 'crossings',
      layout: {
        'text-field': '✕',
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': 18,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': fault, 'text-halo-color': land, 'text-halo-width': 1 },
    },
  ];
}
