/** MapLibre style of the basemaps, by theme. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { PlaceKind } from '../../format/place-kinds.ts';
import { MAP_PATH, type MapRegion } from '../../routes/map-region.ts';
import { COLOURS, type Colours, type Theme } from './colours.ts';
import { SEAS } from './world.ts';

/** Pixels at zooms 10, 14, 18. */
const WIDTHS = { major: [1.6, 5, 20], medium: [1, 3.6, 16], minor: [0.4, 1.8, 12] } as const;
const CASING_PX = 1.6;
const BUILDING_OPACITY = 0.1;

/** Local fonts; the first name, which need not exist, sets weight and slant. */
const FONT = ['system-ui', 'sans-serif'];
const STRONG_FONT = ['Names Semibold', ...FONT];
const WATER_FONT = ['Names Italic', ...FONT];
/** Pixels at zooms 8, 14. */
const NAME_SIZES: Record<PlaceKind, readonly [number, number]> = {
  city: [15, 24],
  town: [12, 18],
  borough: [11, 15],
  island: [11, 14],
  village: [10, 15],
  suburb: [10, 14],
  quarter: [10, 13],
  water: [11, 13],
  hamlet: [10, 12.5],
  neighbourhood: [10, 12.5],
  park: [10, 12],
  locality: [10, 11.5],
};
/** Zoom levels from which small places are named. */
const FIRST_NAME_ZOOMS = { hamlet: 12, neighbourhood: 13, locality: 13 } satisfies Partial<
  Record<PlaceKind, number>
>;
const STRONG_KINDS: readonly PlaceKind[] = ['city', 'town'];

export function mapStyle(regions: readonly MapRegion[], theme: Theme, origin: string): StyleSpecification {
  const drawn = regions.filter(({ basemap }) => basemap !== null);
  const layers = drawn.flatMap((region) => layersOf(region, COLOURS[theme]));
  return {
    version: 8,
    sources: {
      seas: { type: 'geojson', data: SEAS },
      ...Object.fromEntries(drawn.map((region) => [basemapSource(region), sourceOf(region, origin)])),
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': COLOURS[theme].land } },
      seaLayer(COLOURS[theme]),
      // Across regions: land, what covers density, streets, names.
      ...layers.filter((layer) => isGround(layer) && !coversDensity(layer)),
      ...layers.filter((layer) => coversDensity(layer) && !isWater(layer) && isGround(layer)),
      ...layers.filter(isWater),
      ...layers.filter((layer) => layer.type === 'line' && !isGround(layer)),
      ...layers.filter(({ type }) => type === 'symbol'),
    ],
  };
}

/** Fades before its coarse shores could be taken for those of a region. */
const seaLayer = ({ water }: Colours): LayerSpecification => ({
  id: 'seas',
  type: 'fill',
  source: 'seas',
  maxzoom: 7,
  paint: { 'fill-color': water, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 5, 1, 7, 0] },
});

export const isGround = (layer: LayerSpecification): boolean =>
  layer.type === 'fill' || (layer.type === 'line' && layer['source-layer'] === 'water');

/** Zones end at the shore, too. */
export const isWater = (layer: LayerSpecification): boolean =>
  layer.type !== 'background' && layer['source-layer'] === 'water' && isGround(layer);

const BASEMAP = 'basemap-';
export const isBasemap = (layer: LayerSpecification): boolean =>
  layer.type !== 'background' && String(layer.source).startsWith(BASEMAP);
/** Parks, water and buildings of our basemaps are drawn over density, which so ends at the shore. */
export const coversDensity = (layer: LayerSpecification): boolean =>
  layer.type !== 'background' &&
  isBasemap(layer) &&
  (layer['source-layer'] === 'water' || layer['source-layer'] === 'buildings' || layer.id.endsWith('-green'));

const basemapSource = ({ region }: MapRegion): string => `${BASEMAP}${region}`;

function sourceOf({ version, bounds, basemap, sources }: MapRegion, origin: string): SourceSpecification {
  const { west, south, east, north } = bounds;
  return {
    type: 'vector',
    tiles: [`${origin}${MAP_PATH}/${version}/{z}/{x}/{y}.mvt`],
    bounds: [west, south, east, north],
    minzoom: basemap!.min_zoom,
    maxzoom: basemap!.max_zoom,
    attribution: asHtml(sources.find(({ role }) => role === 'roads')?.attribution ?? ''),
  };
}

const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Drawn {
  readonly source: string;
  readonly colours: Colours;
  readonly id: (name: string) => string;
}

/** From bottom to top. */
function layersOf(region: MapRegion, colours: Colours): LayerSpecification[] {
  const source = basemapSource(region);
  const drawn: Drawn = { source, colours, id: (name) => `${source}-${name}` };
  return [
    areaLayer(drawn, 'land', 'settled'),
    areaLayer(drawn, 'land', 'wood'),
    areaLayer(drawn, 'land', 'green'),
    ...waterLayers(drawn),
    areaLayer(drawn, 'buildings', 'building'),
    ...waysAside(drawn),
    streetLayer(drawn, 'minor', true),
    streetLayer(drawn, 'medium', true),
    streetLayer(drawn, 'major', true),
    streetLayer(drawn, 'minor', false),
    streetLayer(drawn, 'medium', false),
    streetLayer(drawn, 'major', false),
    ...namesAlongLines(drawn),
    placeNames(drawn.id('place-names'), source, colours),
  ];
}

const areaLayer = (
  { id, source, colours }: Drawn,
  layer: string,
  kind: 'settled' | 'wood' | 'green' | 'building',
): LayerSpecification => ({
  id: id(kind),
  type: 'fill',
  source,
  'source-layer': layer,
  filter: ['==', ['get', 'class'], kind],
  // Buildings shade what lies below them.
  paint: { 'fill-color': colours[kind], ...(kind === 'building' && { 'fill-opacity': BUILDING_OPACITY }) },
});

function waterLayers({ id, source, colours }: Drawn): LayerSpecification[] {
  return [
    {
      id: id('water'),
      type: 'fill',
      source,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.water },
    },
    {
      id: id('watercourses'),
      type: 'line',
      source,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.water,
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          10,
          ['match', ['get', 'class'], 'river', 1, 0.3],
          16,
          ['match', ['get', 'class'], 'river', 6, 2],
        ],
      },
    },
  ];
}

/** Ferries and paths have no casing. */
function waysAside({ id, source, colours }: Drawn): LayerSpecification[] {
  return [
    {
      id: id('ferry'),
      type: 'line',
      source,
      'source-layer': 'streets',
      filter: ['==', ['get', 'class'], 'ferry'],
      paint: { 'line-color': colours.label, 'line-width': 1, 'line-opacity': 0.5, 'line-dasharray': [4, 4] },
    },
    {
      id: id('path'),
      type: 'line',
      source,
      'source-layer': 'streets',
      filter: ['==', ['get', 'class'], 'path'],
      paint: {
        'line-color': colours.path,
        'line-width': ['interpolate', ['linear'], ['zoom'], 13, 0.6, 18, 3],
      },
    },
  ];
}

const streetLayer = (
  { id, source, colours }: Drawn,
  kind: keyof typeof WIDTHS,
  casing: boolean,
): LayerSpecification => ({
  id: id(`${kind}${casing ? '-casing' : ''}`),
  type: 'line',
  source,
  'source-layer': 'streets',
  filter: ['==', ['get', 'class'], kind],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': casing ? colours.casing : colours.street,
    'line-width': widthOf(kind, casing ? CASING_PX : 0),
  },
});

function widthOf(kind: keyof typeof WIDTHS, extra: number): ExpressionSpecification {
  const [far, near, close] = WIDTHS[kind];
  return [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    10,
    far + extra / 2,
    14,
    near + extra,
    18,
    close + extra,
  ];
}

function namesAlongLines({ id, source, colours }: Drawn): LayerSpecification[] {
  return [
    {
      id: id('watercourse-names'),
      type: 'symbol',
      source,
      'source-layer': 'water',
      minzoom: 11,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': WATER_FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 10.5, 17, 13],
        'symbol-sort-key': ['match', ['get', 'class'], 'river', 0, 1],
        'symbol-spacing': 350,
      },
      paint: { 'text-color': colours.waterLabel, 'text-halo-color': colours.water, 'text-halo-width': 1.4 },
    },
    {
      id: id('street-names'),
      type: 'symbol',
      source,
      'source-layer': 'streets',
      minzoom: 13,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 17, 13],
        'symbol-sort-key': ['match', ['get', 'class'], 'major', 0, 'medium', 1, 'minor', 2, 3],
        'symbol-spacing': 350,
        'text-padding': 8,
      },
      paint: { 'text-color': colours.label, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
    },
  ];
}

/** More important names first, without overlap. */
function placeNames(id: string, source: string, colours: Colours): LayerSpecification {
  const sizesAt = (end: 0 | 1): ExpressionSpecification =>
    [
      'match',
      ['get', 'class'],
      ...Object.entries(NAME_SIZES).flatMap(([kind, sizes]) => [kind, sizes[end]] as const),
      11,
    ] as unknown as ExpressionSpecification;
  const isOf = (kinds: readonly PlaceKind[]): ExpressionSpecification => [
    'in',
    ['get', 'class'],
    ['literal', [...kinds]],
  ];
  return {
    id,
    type: 'symbol',
    source,
    'source-layer': 'places',
    filter: [
      '>=',
      ['zoom'],
      [
        'match',
        ['get', 'class'],
        ...Object.entries(FIRST_NAME_ZOOMS).flat(),
        0,
      ] as unknown as ExpressionSpecification,
    ],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [
        'case',
        isOf(STRONG_KINDS),
        ['literal', STRONG_FONT],
        isOf(['water']),
        ['literal', WATER_FONT],
        ['literal', FONT],
      ],
      'text-size': ['interpolate', ['linear'], ['zoom'], 8, sizesAt(0), 14, sizesAt(1)],
      'text-max-width': 8,
      'text-padding': 6,
      // Names avoid markers and other names.
      'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.9,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': [
        'match',
        ['get', 'class'],
        'water',
        colours.waterLabel,
        'park',
        colours.greenLabel,
        colours.ink,
      ],
      'text-halo-color': colours.land,
      'text-halo-width': 1.6,
    },
  };
}
