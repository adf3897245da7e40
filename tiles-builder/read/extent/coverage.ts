/** Where a source is complete, if the configuration says so. */
import type { Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { isSimpleRing } from '../../geometry/rings.ts';
import { geometryPolygons, readGeoJsonFeatures } from '../osm-geojson.ts';

/**
 * Reads a GeoJSON file with a Polygon or MultiPolygon, bare, in a Feature or in several of a FeatureCollection.
 * @returns right-handed polygons
 * @throws BadInput where another geometry is in the file, or a ring has no area or crosses itself
 */
export function readCoverage(file: string): Zone {
  const zone = readGeoJsonFeatures(file).flatMap((feature): Zone => {
    const polygons = geometryPolygons(file, feature);
    if (!polygons) throw new BadInput(file, feature.id, 'a Polygon or MultiPolygon expected');
    if (!polygons.flat().every(isSimpleRing)) {
      throw new BadInput(file, feature.id, 'a ring has no area or crosses itself');
    }
    return polygons;
  });
  if (zone.length === 0) throw new BadInput(file, null, 'has no polygon');
  return zone;
}
