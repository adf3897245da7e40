/** Encodes cells with density classes as a Mapbox Vector Tile, with one feature for each class. */
import type { GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type MapTile, placeAmongTiles } from '../geo/map-tiles.ts';
import type { Ring } from '../geo/positions.ts';
import type { ClassedCell } from './classed-cells.ts';
import { DENSITY_LAYER } from './density-classes.ts';

const TILE_UNITS = 4_096;
const POLYGON = 3;

/** Draws cells that cross the edge of the tile as a whole. */
export function drawDensity(cells: readonly ClassedCell[], tile: MapTile): Uint8Array {
  const byClass = [...Map.groupBy(cells, ({ density }) => density)].sort(([a], [b]) => a - b);
  const features = byClass.map(([density, members]) => ({
    type: POLYGON,
    tags: { class: density },
    geometry: members.map(({ ring }) => drawn(ring, tile)),
  }));
  const layer = { features } as GeoJSONVTTile;
  return fromGeojsonVt({ [DENSITY_LAYER]: layer }, { version: 2, extent: TILE_UNITS });
}

function drawn(ring: Ring, tile: MapTile): [x: number, y: number][] {
  const across = 2 ** tile.zoom;
  const [firstX] = placeAmongTiles(...ring[0], tile.zoom);
  const turn = across * Math.round((firstX - tile.x - 0.5) / across);
  return ring
    .map(([lon, lat]): [number, number] => {
      const [x, y] = placeAmongTiles(lon, lat, tile.zoom);
      return [Math.round((x - turn - tile.x) * TILE_UNITS), Math.round((y - tile.y) * TILE_UNITS)];
    })
    .reverse();
}
