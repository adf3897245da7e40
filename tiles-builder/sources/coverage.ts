/** Where a source is complete, if the configuration says so. */
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import type { SourceConfig } from '../config.ts';
import type { ReadSource } from '../read/features.ts';
import { geometryPolygons, readGeoJsonFeatures } from './osm-geojson.ts';
import { isSimpleRing } from './rings.ts';

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

/**
 * Where roads or buildings are complete: as the configuration says, else in the box of the source.
 * @throws BadInput also where that box has no area
 */
export function coverageOf({ file, coverage }: SourceConfig, { bounds }: ReadSource): Zone {
  if (coverage !== undefined) return readCoverage(coverage);
  const { west, south, east, north } = bounds();
  if (!(west < east && south < north)) throw new BadInput(file, null, 'covers no area');
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ];
}
