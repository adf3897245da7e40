/** How the map looks: the basemaps of the live regions, in a light and a dark dress. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { MAP_PATH, type MapRegion } from '../../response/map-region.ts';

export type Theme = 'light' | 'dark';

interface Colours {
  readonly land: string;
  readonly water: string;
  readonly street: string;
  readonly casing: string;
  readonly path: string;
  readonly label: string;
  readonly accent: string;
  readonly car: string;
  readonly grid: string;
  readonly fault: string;
  readonly ink: string;
}

export const COLOURS: Record<Theme, Colours> = {
  light: {
    land: '#ecede9',
    water: '#c5dcea',
    street: '#ffffff',
    casing: '#c9cfc8',
    path: '#ccd3cb',
    label: '#66736c',
    accent: '#08734f',
    car: '#a8480b',
    grid: '#8a1470',
    fault: '#c01722',
    ink: '#14201b',
  },
  dark: {
    land: '#141a18',
    water: '#0c2733',
    street: '#3d4a45',
    casing: '#1d2623',
    path: '#2b3632',
    label: '#94a69d',
    accent: '#4fd8a4',
    car: '#ffab5e',
    grid: '#f39ae0',
    fault: '#ff7b80',
    ink: '#e9efec',
  },
};

/** Widths in pixels at zoom levels 10, 14 and 18. */
const WIDTHS = { major: [1.6, 5, 20], medium: [1, 3.6, 16], minor: [0.4, 1.8, 12] } as const;
/** How much wider the casing is than the street. */
const CASING_PX = 1.6;

/** The style of the regions' own basemaps. Text is drawn with the visitor's own fonts. */
export function mapStyle(regions: readonly MapRegion[], theme: Theme): StyleSpecification {
  const drawn = regions.filter(({ basemap }) => basemap !== null);
  return {
    version: 8,
    sources: Object.fromEntries(drawn.map((region) => [sourceName(region), sourceOf(region)])),
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': COLOURS[theme].land } },
      ...drawn.flatMap((region) => layersOf(region, COLOURS[theme])),
    ],
  };
}

const sourceName = ({ region }: MapRegion): string => `basemap-${region}`;

function sourceOf({ version, bounds, basemap, sources }: MapRegion): SourceSpecification {
  const { west, south, east, north } = bounds;
  const attribution = sources.find(({ role }) => role === 'roads')?.attribution;
  return {
    type: 'vector',
    tiles: [`${location.origin}${MAP_PATH}/${version}/{z}/{x}/{y}.mvt`],
    bounds: [west, south, east, north],
    minzoom: basemap!.min_zoom,
    maxzoom: basemap!.max_zoom,
    ...(attribution && { attribution: asText(attribution) }),
  };
}

/** Attributions are shown as HTML. */
const asText = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function layersOf(region: MapRegion, colours: Colours): LayerSpecification[] {
  const source = sourceName(region);
  const id = (name: string): string => `${source}-${name}`;
  const width = (kind: keyof typeof WIDTHS, extra = 0): ExpressionSpecification => {
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
  };
  const street = (kind: keyof typeof WIDTHS, casing: boolean): LayerSpecification => ({
    id: id(`${kind}${casing ? '-casing' : ''}`),
    type: 'line',
    source,
    'source-layer': 'streets',
    filter: ['==', ['get', 'class'], kind],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': casing ? colours.casing : colours.street,
      'line-width': width(kind, casing ? CASING_PX : 0),
    },
  });
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
    street('minor', true),
    street('medium', true),
    street('major', true),
    street('minor', false),
    street('medium', false),
    street('major', false),
    {
      id: id('names'),
      type: 'symbol',
      source,
      'source-layer': 'streets',
      minzoom: 13,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 13],
        'symbol-sort-key': ['match', ['get', 'class'], 'major', 0, 'medium', 1, 'minor', 2, 3],
        'symbol-spacing': 350,
        'text-padding': 8,
      },
      paint: { 'text-color': colours.label, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
    },
  ];
}
