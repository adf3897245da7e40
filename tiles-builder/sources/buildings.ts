/** Footprints of buildings from `.osm.pbf` or GeoJSON. */
import type { Building, Progress, Tags } from '../records.ts';
import { isBuilding } from './is-building.ts';
import { isPbf } from './osm.ts';
import { geometryPolygons, readGeoJsonFeatures } from './osm-geojson.ts';
import { readPbfAreas } from './pbf-areas.ts';
import { isSimpleRing } from './rings.ts';

/**
 * Reads footprints. Of a GeoJSON file in which no feature has a property `building`, every polygon is one.
 * Footprints without a valid outline are left out; their number is told as progress.
 * @throws BadInput
 */
export async function readBuildings(file: string, progress: Progress): Promise<Building[]> {
  const { buildings, invalid } = isPbf(file)
    ? await readPbfBuildings(file, progress)
    : readGeoJsonBuildings(file, progress);
  if (invalid > 0)
    progress(`${invalid} buildings left out, their outlines are incomplete or cross themselves`);
  return buildings;
}

async function readPbfBuildings(
  file: string,
  progress: Progress,
): Promise<{ buildings: Building[]; invalid: number }> {
  const { areas, invalid } = await readPbfAreas(file, isBuilding, 'buildings', progress);
  return { buildings: areas.map(({ id, polygons, tags }) => ({ id, footprint: polygons, tags })), invalid };
}

function readGeoJsonBuildings(file: string, progress: Progress): { buildings: Building[]; invalid: number } {
  const features = readGeoJsonFeatures(file);
  const tagged = features.some(({ properties }) => 'building' in properties);
  const wanted = (tags: Tags): boolean => (tagged ? isBuilding(tags) : true);
  const buildings: Building[] = [];
  let invalid = 0;
  features.forEach((feature, index) => {
    const footprint = wanted(feature.tags) ? geometryPolygons(file, feature) : null;
    if (footprint?.flat().every(isSimpleRing)) {
      buildings.push({ id: feature.id, footprint, tags: feature.tags });
    } else if (footprint) invalid++;
    progress('reading buildings', index + 1, features.length);
  });
  return { buildings, invalid };
}
