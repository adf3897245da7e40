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
export const FONT = ['system-ui', 'sans-serif'];
export const STRONG_FONT = ['Names Semibold', ...FONT];
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
  landmark: [10, 11.5],
};
/** Zoom levels from which small places are named. */
const FIRST_NAME_ZOOMS = { hamlet: 12, neighbourhood: 13, locality: 13, landmark: 15 } satisfies Partial<
  Record<PlaceKind, number>
>;
const STRONG_KINDS: readonly PlaceKind[] = ['city', 'town'];
const HAS_NAME: ExpressionSpecification = ['has', 'name'];
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

export type Paint<Type> = NonNullable<Extract<LayerSpecification, { type: Type }>['paint']>;

/** @param stops zooms and values in turn */
export const byZoom = (...stops: unknown[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification;
const growing = (...stops: unknown[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification;
const isClass = (name: string): ExpressionSpecification => ['==', ['get', 'class'], name];

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

/** Layers of a region, from bottom to top. */
function layersOf(region: MapRegion, colours: Colours): LayerSpecification[] {
  const source = basemapSource(region);
  const { water, street, casing, path, label, land } = colours;
  const fill = (
    id: string,
    layer: string,
    filter: ExpressionSpecification,
    paint: Paint<'fill'>,
  ): LayerSpecification => ({
    id: `${source}-${id}`,
    type: 'fill',
    source,
    'source-layer': layer,
    filter,
    paint,
  });
  const area = (kind: 'settled' | 'wood' | 'green'): LayerSpecification =>
    fill(kind, 'land', isClass(kind), { 'fill-color': colours[kind] });
  const line = (
    id: string,
    layer: string,
    filter: ExpressionSpecification,
    paint: Paint<'line'>,
    layout = {},
  ): LayerSpecification => ({
    id: `${source}-${id}`,
    type: 'line',
    source,
    'source-layer': layer,
    filter,
    paint,
    ...(Object.keys(layout).length > 0 && { layout }),
  });
  const streets = (kind: keyof typeof WIDTHS, isCasing: boolean): LayerSpecification => {
    const [far, near, close] = WIDTHS[kind];
    const extra = isCasing ? CASING_PX : 0;
    const width = growing(10, far + extra / 2, 14, near + extra, 18, close + extra);
    const paint = { 'line-color': isCasing ? casing : street, 'line-width': width };
    return line(`${kind}${isCasing ? '-casing' : ''}`, 'streets', isClass(kind), paint, ROUND);
  };
  const names = (
    id: string,
    layer: string,
    zoom: number,
    layout: object,
    colour: string,
    halo: string,
  ): LayerSpecification => ({
    id: `${source}-${id}`,
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom: zoom,
    filter: HAS_NAME,
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-size': byZoom(zoom, 10.5, 17, 13),
      'symbol-spacing': 350,
      ...layout,
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  });
  const isRiver = (river: number, other: number): unknown => [
    'match',
    ['get', 'class'],
    'river',
    river,
    other,
  ];
  const kinds = ['minor', 'medium', 'major'] as const;
  return [
    area('settled'),
    area('wood'),
    area('green'),
    fill('water', 'water', ['==', ['geometry-type'], 'Polygon'], { 'fill-color': water }),
    line(
      'watercourses',
      'water',
      ['==', ['geometry-type'], 'LineString'],
      { 'line-color': water, 'line-width': growing(10, isRiver(1, 0.3), 16, isRiver(6, 2)) },
      ROUND,
    ),
    // Buildings shade what lies below them.
    fill('building', 'buildings', isClass('building'), {
      'fill-color': colours.building,
      'fill-opacity': BUILDING_OPACITY,
    }),
    line('ferry', 'streets', isClass('ferry'), {
      'line-color': label,
      'line-width': 1,
      'line-opacity': 0.5,
      'line-dasharray': [4, 4],
    }),
    line('path', 'streets', isClass('path'), { 'line-color': path, 'line-width': byZoom(13, 0.6, 18, 3) }),
    ...kinds.map((kind) => streets(kind, true)),
    ...kinds.map((kind) => streets(kind, false)),
    names(
      'watercourse-names',
      'water',
      11,
      { 'text-font': WATER_FONT, 'symbol-sort-key': isRiver(0, 1) },
      colours.waterLabel,
      water,
    ),
    names(
      'street-names',
      'streets',
      13,
      {
        'text-font': FONT,
        'symbol-sort-key': ['match', ['get', 'class'], 'major', 0, 'medium', 1, 'minor', 2, 3],
        'text-padding': 8,
      },
      label,
      land,
    ),
    placeNames(`${source}-place-names`, source, colours),
  ];
}

/** More important names first, without overlap. */
function placeNames(id: string, source: string, colours: Colours): LayerSpecification {
  const match = (...cases: unknown[]): ExpressionSpecification =>
    ['match', ['get', 'class'], ...cases] as unknown as ExpressionSpecification;
  const sizesAt = (end: 0 | 1): ExpressionSpecification =>
    match(...Object.entries(NAME_SIZES).flatMap(([kind, sizes]) => [kind, sizes[end]]), 11);
  const font = (name: readonly string[]): unknown => ['literal', name];
  return {
    id,
    type: 'symbol',
    source,
    'source-layer': 'places',
    filter: ['>=', ['zoom'], match(...Object.entries(FIRST_NAME_ZOOMS).flat(), 0)],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': match(STRONG_KINDS, font(STRONG_FONT), 'water', font(WATER_FONT), font(FONT)),
      'text-size': byZoom(8, sizesAt(0), 14, sizesAt(1)),
      'text-max-width': 8,
      'text-padding': 6,
      // Names avoid markers and other names.
      'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.9,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': match('water', colours.waterLabel, 'park', colours.greenLabel, colours.ink),
      'text-halo-color': colours.land,
      'text-halo-width': 1.6,
    },
  };
}
