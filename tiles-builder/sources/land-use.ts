/** Areas whose use tells whether people live in the buildings there. */
import { dwellingShareOfArea } from '../living/dwelling-defaults.ts';
import type { Progress, Tags } from '../records.ts';
import { isPbf } from './osm.ts';
import { geometryPolygons, readGeoJsonFeatures } from './osm-geojson.ts';
import { type OsmArea, readPbfAreas } from './pbf-areas.ts';
import { isSimpleRing } from './rings.ts';

const isTold = (tags: Tags): boolean => dwellingShareOfArea(tags) !== null;

/**
 * Reads the areas of an OpenStreetMap file that say something of the buildings in them; those without a valid outline
 * are left out.
 * @throws BadInput
 */
export async function readLandUse(file: string, progress: Progress): Promise<OsmArea[]> {
  if (isPbf(file)) return (await readPbfAreas(file, isTold, 'land use', progress)).areas;
  return readGeoJsonFeatures(file).flatMap((feature): OsmArea[] => {
    const polygons = isTold(feature.tags) ? geometryPolygons(file, feature) : null;
    return polygons?.flat().every(isSimpleRing) ? [{ id: feature.id, polygons, tags: feature.tags }] : [];
  });
}
