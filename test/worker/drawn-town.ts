/** Town with a basemap and names, its version before, and a region with neither. */
import { setsOf } from '../../src/format/current.ts';
import { mapPackOf } from '../../src/format/map-pack.ts';
import { mapPackName, tileSetPrefix } from '../../src/format/object-keys.ts';
import { tileAt } from '../../src/geo/map-tiles.ts';
import { type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';

export const LON = 20;
export const LAT = 52;
export const [X, Y] = tileAt(LON, LAT, 14);
export const TILE = Uint8Array.of(1, 2, 3);
export const LAST = { zoom: 14, x: X, y: Y };
export const drawn = streetTown({
  region: 'drawn',
  near: [LON, LAT],
  version: 'drawn-0000000000000005',
  mapTiles: [
    [14, X, Y, TILE],
    [12, X >> 2, Y >> 2, TILE],
    [10, X >> 4, Y >> 4, TILE],
  ],
  names: [
    { key: 'drawn', name: 'Drawn', kind: 'city', lon: LON, lat: LAT, near: null, order: 1, within: '' },
  ],
});
export const bare = streetTown({
  region: 'bare',
  near: [LON + 1, LAT],
  version: 'bare-0000000000000007',
  has: { basemap: false },
});
export const { version } = drawn.manifest;
export const before = streetTown({ region: 'drawn', near: [LON, LAT], version: 'drawn-0000000000000006' });
export const keyOf = ({ manifest }: StreetTown, zoom: number, x: number, y: number): string =>
  tileSetPrefix('basemap', setsOf(manifest).basemap!) + mapPackName(mapPackOf({ zoom, x, y }));
export const pathOfTile = (x = X, y = Y, zoom = 14): string => `/map/${version}/${zoom}/${x}/${y}.mvt`;

export const ofTiles = (keys: readonly string[]): string[] => keys.filter((key) => key.includes('/basemap/'));
