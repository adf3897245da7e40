/** Checks that ear clipping, as in browsers, fills a basemap tile's polygons, but for 0.01 % of the tile in each layer. */
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type Ring, signedDoubleArea } from '../../src/geo/positions.ts';
import { fillDeviation, polygonsOf } from '../tiles/basemap/fill.ts';

const AREA = 3;
/** Share of a tile: four by four pixels. */
const MOST_MISFILLED = 1e-4;

/** @throws Error naming a layer whose triangulation differs */
export function checkFills(bytes: Uint8Array): void {
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    let misfilled = 0;
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i);
      if (feature.type !== AREA) continue;
      const rings = feature.loadGeometry().map((ring): Ring => ring.map(({ x, y }) => [x, y]));
      for (const polygon of polygonsOf(rings)) {
        if (polygon.length === 1) continue;
        const area = polygon.reduce((sum, ring) => sum + signedDoubleArea(ring), 0) / 2;
        misfilled += (fillDeviation(polygon) * Math.abs(area)) / layer.extent ** 2;
      }
    }
    if (misfilled > MOST_MISFILLED) {
      throw new Error(
        `triangles of ${name} differ from its areas by ${(100 * misfilled).toFixed(2)} % of the tile`,
      );
    }
  }
}
