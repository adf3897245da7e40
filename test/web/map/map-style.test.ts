/** Map's style, valid and as looked at. */
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { MAP_ZOOMS } from '../../../src/format/map-pack.ts';
import type { MapRegion } from '../../../src/routes/map-region.ts';
import type { Theme } from '../../../src/web/map/colours.ts';
import { mapStyle } from '../../../src/web/map/map-style.ts';
import { OVERLAYS, overlayLayers } from '../../../src/web/map/overlays.ts';

const ORIGIN = 'https://people.example';

const town = {
  region: 'town',
  version: 'town-0000000000000001',
  built_at: '2026-01-01T00:00:00Z',
  builder_version: '0.1.0',
  simulated: false,
  sources: [
    { role: 'census', vintage: '2020', attribution: 'the town hall' },
    { role: 'roads', vintage: '2026', attribution: '© <b>mappers</b> & friends' },
  ],
  coverage: {} as MapRegion['coverage'],
  bounds: { west: 11, south: 57, east: 12, north: 58 },
  density: [],
  basemap: MAP_ZOOMS,
} as MapRegion;
const bare = { ...town, region: 'bare', basemap: null };
const other = { ...town, region: 'other', version: 'other-0000000000000002', sources: [] };
const everything = (theme: Theme): StyleSpecification => {
  const { version, sources, layers } = mapStyle([town, bare, other], theme, ORIGIN);
  const data = { type: 'FeatureCollection' as const, features: [] };
  const overlays = Object.fromEntries(OVERLAYS.map((name) => [name, { type: 'geojson' as const, data }]));
  const { fills, belowNames, aboveNames } = overlayLayers(theme);
  return {
    version,
    sources: { ...sources, ...overlays },
    layers: [...layers, ...fills, ...belowNames, ...aboveNames],
  };
};

describe.each<Theme>(['light', 'dark'])('%s', (theme) => {
  test('fits the style specification, and draws every source', () => {
    const style = everything(theme);
    const withGlyphs = { ...style, glyphs: 'https://people.example/{fontstack}/{range}.pbf' };
    expect(validateStyleMin(withGlyphs as never)).toEqual([]);
    const drawn = new Set(style.layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])));
    expect([...drawn].sort()).toEqual(Object.keys(style.sources).sort());
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
  });
});

test('a region that has a basemap is read from its version, within its bounds', () => {
  expect(mapStyle([town, bare, other], 'light', ORIGIN).sources).toEqual({
    'basemap-town': {
      type: 'vector',
      tiles: ['https://people.example/map/town-0000000000000001/{z}/{x}/{y}.mvt'],
      bounds: [11, 57, 12, 58],
      minzoom: MAP_ZOOMS.min_zoom,
      maxzoom: MAP_ZOOMS.max_zoom,
      attribution: '© &lt;b>mappers&lt;/b> &amp; friends',
    },
    'basemap-other': expect.anything(),
    seas: expect.anything(),
  });
});
