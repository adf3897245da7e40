/** Reads the configured coverage of a source as the union of its polygons. */
import type { Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { unionOf } from '../../geometry/clip-zones.ts';
import { featuresOf, geometryPolygons } from '../feature-geometry.ts';
import type { LayerSource } from '../formats/layer.ts';
import { withLayer } from '../formats/open-layer.ts';
import { InvalidPolygons } from '../invalid-polygons.ts';

/**
 * The union joins what exports list twice.
 * @returns right-handed polygons
 */
export async function readCoverage(coverage: string | LayerSource): Promise<Zone> {
  const source = typeof coverage === 'string' ? { file: coverage } : coverage;
  const { file } = source;
  const zone: Zone[number][] = [];
  const invalid = new InvalidPolygons(file);
  await withLayer(source, temporaryFolder(), async (layer) => {
    for await (const batch of featuresOf(source, layer)) {
      for (const feature of batch) {
        const polygons = geometryPolygons(file, feature);
        if (!polygons) throw new BadInput(file, feature.id, 'a Polygon or MultiPolygon expected');
        for (const polygon of invalid.validOf(feature.id, polygons) ?? []) zone.push(polygon);
      }
    }
  });
  invalid.requireNone();
  if (zone.length === 0) throw new BadInput(file, null, 'has no polygon');
  return unionOf(zone);
}
