/** Adds the density layer to the MapLibre map, as vector tiles of a protocol that reads them with the visitor's key. */
import type { ExpressionSpecification, Map as MapView, PointLike } from 'maplibre-gl';
import {
  DENSITY_CLASSES_PER_KM2,
  DENSITY_LAYER,
  MAX_DENSITY_ZOOM,
  MIN_DENSITY_ZOOM,
} from '../../density/density-classes.ts';
import type { Layer } from '../../format/tile-sets.ts';
import { boundingBoxOf } from '../../geo/positions.ts';
import { DENSITY_PATH, MAP_PATH, type MapRegion } from '../../routes/map-region.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';
import { DENSITY_COLOURS, DENSITY_OPACITY, inTheme, type Theme } from './colours.ts';
import { ANCHORS } from './map-style.ts';

export const DENSITY_PROTOCOL = 'density';

const sourceOf = ({ region }: MapRegion): string => `density-${region}`;

/** Returns the class of the density at a point in words, empty where no colour is. */
export function densityAt(map: MapView, regions: readonly MapRegion[], point: PointLike): string {
  const layers = regions.map(sourceOf).filter((id) => map.getLayer(id));
  const [cell] = layers.length > 0 ? map.queryRenderedFeatures(point, { layers }) : [];
  if (!cell) return '';
  const index = Number(cell.properties.class);
  const next = DENSITY_CLASSES_PER_KM2[index + 1];
  const end = next === undefined ? texts.densityNoUpper : texts.densityUpTo(people(next));
  return texts.densityOnHover(people(DENSITY_CLASSES_PER_KM2[index]), end);
}

export const pathOfDensityTile = (url: string): string => url.replace(`${DENSITY_PROTOCOL}:/`, '');

export function showDensity(
  map: MapView,
  regions: readonly MapRegion[],
  shown: Layer | null,
  theme: Theme,
): void {
  for (const id of regions.map(sourceOf)) {
    if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(id)) map.removeSource(id);
  }
  if (!shown) return;
  for (const region of regions) {
    const coverage = region.coverage[shown];
    if (!coverage || !region.density.includes(shown)) continue;
    const { west, south, east, north } = boundingBoxOf(coverage.flat());
    const id = sourceOf(region);
    map.addSource(id, {
      type: 'vector',
      tiles: [`${DENSITY_PROTOCOL}:/${MAP_PATH}/${region.version}/${DENSITY_PATH}/${shown}/{z}/{x}/{y}.mvt`],
      bounds: [west, south, east, north],
      minzoom: MIN_DENSITY_ZOOM,
      maxzoom: MAX_DENSITY_ZOOM[shown],
    });
    const [first, ...others] = DENSITY_COLOURS.map((pair) => inTheme(pair, theme));
    const colour = ['match', ['get', 'class'], ...others.flatMap((own, i) => [i + 1, own]), first];
    map.addLayer(
      {
        id,
        type: 'fill',
        source: id,
        'source-layer': DENSITY_LAYER,
        paint: {
          'fill-color': colour as unknown as ExpressionSpecification,
          'fill-opacity': DENSITY_OPACITY,
          'fill-antialias': false,
        },
      },
      ANCHORS.covers,
    );
  }
}
