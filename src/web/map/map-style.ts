/** Makes the MapLibre style of the basemaps by theme. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { PlaceKind } from '../../format/place-kinds.ts';
import { MAP_PATH, type MapRegion } from '../../routes/map-region.ts';
import { type Colours, coloursOf, type Theme } from './colours.ts';
import { SEAS } from './world.ts';

/** Pixels at zooms 10, 14, 18. */
const WIDTHS = { major: [1.6, 5, 20], medium: [1, 3.6, 16], minor: [0.4, 1.8, 12] } as const;
const CASING_PX = 1.6;
const BUILDING_OPACITY = 0.1;

/** Fonts are local; the first name, which need not exist, sets weight and slant. */
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

/** @param stops zooms, or other inputs, and values in turn */
export const interpolated = (input: unknown, ...stops: unknown[]): ExpressionSpecification =>
  ['interpolate', ['linear'], input, ...stops] as ExpressionSpecification;
export const byZoom = (...stops: unknown[]): ExpressionSpecification => interpolated(['zoom'], ...stops);
const growing = (...stops: unknown[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification;
const isClass = (name: string): ExpressionSpecification => ['==', ['get', 'class'], name];

/** Empty layers before which others are put: what covers density, water, and names. */
export const ANCHORS = { covers: 'anchor-covers', water: 'anchor-water', names: 'anchor-names' };
const anchor = (id: string): LayerSpecification => ({
  id,
  type: 'background',
  layout: { visibility: 'none' },
});

export function mapStyle(regions: readonly MapRegion[], theme: Theme, origin: string): StyleSpecification {
  const drawn = regions.filter(({ basemap }) => basemap !== null);
  const colours = coloursOf(theme);
  const levels = drawn.map((region) => layersOf(sourceName(region), colours));
  const of = (level: keyof ReturnType<typeof layersOf>): LayerSpecification[] =>
    levels.flatMap((layers) => layers[level]);
  return {
    version: 8,
    sources: {
      seas: { type: 'geojson', data: SEAS },
      ...Object.fromEntries(drawn.map((region) => [sourceName(region), sourceOf(region, origin)])),
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
      seaLayer(colours),
      ...of('land'),
      // Parks, buildings and water are drawn over density, which so ends at the shore, and water over zones.
      anchor(ANCHORS.covers),
      ...of('covers'),
      anchor(ANCHORS.water),
      ...of('water'),
      ...of('streets'),
      anchor(ANCHORS.names),
      ...of('names'),
    ],
  };
}

/** Fades before its coarse shores could be taken for those of a region. */
const seaLayer = ({ water }: Colours): LayerSpecification => ({
  id: 'seas',
  type: 'fill',
  source: 'seas',
  maxzoom: 7,
  paint: { 'fill-color': water, 'fill-opacity': byZoom(5, 1, 7, 0) },
});

const sourceName = ({ region }: MapRegion): string => `basemap-${region}`;

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
function layersOf(
  source: string,
  colours: Colours,
): Record<'land' | 'covers' | 'water' | 'streets' | 'names', LayerSpecification[]> {
  const { water, street, casing, path, label, land } = colours;
  const layer = (type: string, id: string, sourceLayer: string, more: object): LayerSpecification =>
    ({ id: `${source}-${id}`, type, source, 'source-layer': sourceLayer, ...more }) as LayerSpecification;
  const area = (kind: 'settled' | 'wood' | 'green'): LayerSpecification =>
    layer('fill', kind, 'land', { filter: isClass(kind), paint: { 'fill-color': colours[kind] } });
  const streets = (kind: keyof typeof WIDTHS, isCasing: boolean): LayerSpecification => {
    const [far, near, close] = WIDTHS[kind];
    const extra = isCasing ? CASING_PX : 0;
    const width = growing(10, far + extra / 2, 14, near + extra, 18, close + extra);
    const paint = { 'line-color': isCasing ? casing : street, 'line-width': width };
    const id = `${kind}${isCasing ? '-casing' : ''}`;
    return layer('line', id, 'streets', { filter: isClass(kind), layout: ROUND, paint });
  };
  const along = (zoom: number): object => ({
    'symbol-placement': 'line',
    'symbol-spacing': 350,
    'text-field': ['get', 'name'],
    'text-size': byZoom(zoom, 10.5, 17, 13),
  });
  const isRiver = (river: number, other: number): unknown => [
    'match',
    ['get', 'class'],
    'river',
    river,
    other,
  ];
  const kinds = ['minor', 'medium', 'major'] as const;
  return {
    land: [area('settled'), area('wood')],
    covers: [
      area('green'),
      // Buildings shade what lies below them.
      layer('fill', 'building', 'buildings', {
        filter: isClass('building'),
        paint: { 'fill-color': colours.building, 'fill-opacity': BUILDING_OPACITY },
      }),
    ],
    water: [
      layer('fill', 'water', 'water', {
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': water },
      }),
      layer('line', 'watercourses', 'water', {
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: ROUND,
        paint: { 'line-color': water, 'line-width': growing(10, isRiver(1, 0.3), 16, isRiver(6, 2)) },
      }),
    ],
    streets: [
      layer('line', 'ferry', 'streets', {
        filter: isClass('ferry'),
        paint: { 'line-color': label, 'line-width': 1, 'line-opacity': 0.5, 'line-dasharray': [4, 4] },
      }),
      layer('line', 'path', 'streets', {
        filter: isClass('path'),
        paint: { 'line-color': path, 'line-width': byZoom(13, 0.6, 18, 3) },
      }),
      ...kinds.map((kind) => streets(kind, true)),
      ...kinds.map((kind) => streets(kind, false)),
    ],
    names: [
      layer('symbol', 'watercourse-names', 'water', {
        minzoom: 11,
        filter: HAS_NAME,
        layout: { ...along(11), 'text-font': WATER_FONT, 'symbol-sort-key': isRiver(0, 1) },
        paint: { 'text-color': colours.waterLabel, 'text-halo-color': water, 'text-halo-width': 1.4 },
      }),
      layer('symbol', 'street-names', 'streets', {
        minzoom: 13,
        filter: HAS_NAME,
        layout: {
          ...along(13),
          'text-font': FONT,
          'symbol-sort-key': ['match', ['get', 'class'], 'major', 0, 'medium', 1, 'minor', 2, 3],
          'text-padding': 8,
        },
        paint: { 'text-color': label, 'text-halo-color': land, 'text-halo-width': 1.4 },
      }),
      placeNames(`${source}-place-names`, source, colours),
    ],
  };
}

/** Labels more important names first, without overlap. */
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
