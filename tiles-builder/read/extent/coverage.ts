/** Where a source is complete, if the configuration says so. */
import type { Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { unionOf } from '../../geometry/clip-zones.ts';
import { isSimpleRing } from '../../geometry/rings.ts';
import { featuresOf, geometryPolygons } from '../feature-geometry.ts';
import type { LayerSource } from '../formats/layer.ts';
import { withLayer } from '../formats/open-layer.ts';

/**
 * Reads a file with Polygons or MultiPolygons. The coverage is their union: they may overlap, as a border does that a tool has
 * written as a relation and as a closed way.
 * @param coverage a file, or what a configuration says of one
 * @returns right-handed polygons
 * @throws BadInput where another geometry is in the file, or a ring has no area or crosses itself
 */
export async function readCoverage(coverage: string | LayerSource): Promise<Zone> {
  const source = typeof coverage === 'string' ? { file: coverage } : coverage;
  const { file } = source;
  const zone: Zone[number][] = [];
  await withLayer(source, temporaryFolder(), async (layer) => {
    for await (const batch of featuresOf(source, layer)) {
      for (const feature of batch) {
        const polygons = geometryPolygons(file, feature);
        if (!polygons) throw new BadInput(file, feature.id, 'a Polygon or MultiPolygon expected');
        if (!polygons.flat().every(isSimpleRing)) {
          throw new BadInput(file, feature.id, 'a ring has no area or crosses itself');
        }
        for (const polygon of polygons) zone.push(polygon);
      }
    }
  });
  if (zone.length === 0) throw new BadInput(file, null, 'has no polygon');
  return unionOf(zone);
}
