/**
 * Finds a country's OpenStreetMap extract in the index of Geofabrik, and writes the polygon along which it was cut. Source:
 * https://download.geofabrik.de/technical.html
 */
import { writeFileSync } from 'node:fs';
import type { Geometry, MultiPolygon, Polygon } from 'geojson';
import * as v from 'valibot';
import { type BoundingBox, boundingBoxOf } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean } from '../base/failures/nearest-name.ts';
import { readJson } from '../base/files/read-json.ts';
import { nameOfCountry, slugOf } from './catalogue.ts';

export const INDEX = 'https://download.geofabrik.de/index-v1.json';
export const OSM_LICENCE = 'Open Database License 1.0';
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors, ODbL';

const codes = v.optional(v.array(v.string()), []);

const indexSchema = v.object({
  features: v.array(
    v.object({
      properties: v.object({
        id: v.string(),
        name: v.string(),
        parent: v.optional(v.string()),
        'iso3166-1:alpha2': codes,
        'iso3166-2': codes,
        urls: v.looseObject({ pbf: v.optional(v.string()) }),
      }),
      geometry: v.nullish(v.custom<Geometry>((input) => typeof input === 'object')),
    }),
  ),
});

export interface Extract {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly polygon: Polygon | MultiPolygon;
}

export type Region = v.InferOutput<typeof indexSchema>['features'][number];

/** @throws BadInput if it is not the index */
export function readIndex(indexFile: string): Region[] {
  const parsed = v.safeParse(indexSchema, readJson(indexFile));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new BadInput(indexFile, v.getDotPath(issue), `is no index of Geofabrik: ${issue.message}`);
  }
  return parsed.output.features;
}

/**
 * @param only id or name of a part of the country; `null` for all of it
 * @throws BadInput if the index has none
 */
export function findExtract(regions: readonly Region[], iso: string, only: string | null): Extract {
  const country = regionOf(regions, iso);
  if (country === undefined) {
    const name = nameOfCountry(iso);
    throw new BadInput(
      INDEX,
      iso,
      `Geofabrik has no extract of ${name}`,
      'Build it from files of your own: see the documentation.',
    );
  }
  if (only === null) return extractOf(country);
  const parts = regions.filter((region) => isWithin(region, country, regions));
  const part = parts.find(({ properties: { id, name } }) =>
    [shortId(id), slugOf(name)].includes(slugOf(only)),
  );
  if (part !== undefined) return extractOf(part);
  const known = parts.map(({ properties }) => shortId(properties.id)).sort();
  throw new BadInput(INDEX, iso, `has no part ${only}`, didYouMean(only, known));
}

/** Returns that region with the country's code that has the fewest countries. */
function regionOf(regions: readonly Region[], iso: string): Region | undefined {
  const codesOf = ({ properties }: Region): readonly string[] => properties['iso3166-1:alpha2'];
  return regions
    .filter((region) => codesOf(region).includes(iso))
    .sort((a, b) => codesOf(a).length - codesOf(b).length)[0];
}

/** Lists the largest parts of the country that have an extract, for `--only`; there are none if it is not divided. */
export function partsOf(regions: readonly Region[], iso: string): string[] {
  const country = regionOf(regions, iso)?.properties.id;
  return regions
    .filter(({ properties }) => properties.parent === country)
    .map(({ properties }) => shortId(properties.id))
    .sort();
}

/** Shortens the id `us/california` to `california`. */
const shortId = (id: string): string => slugOf(id.slice(id.lastIndexOf('/') + 1));

function isWithin(region: Region, country: Region, regions: readonly Region[]): boolean {
  let parent = region.properties.parent;
  for (let depth = 0; parent !== undefined && depth < 8; depth++) {
    if (parent === country.properties.id) return true;
    parent = regions.find(({ properties }) => properties.id === parent)?.properties.parent;
  }
  return false;
}

function extractOf({ properties, geometry }: Region): Extract {
  const { id, name, urls } = properties;
  if (urls.pbf === undefined || !(geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon'))
    throw new BadInput(INDEX, id, 'names no .osm.pbf, or no polygon');
  return { id, name, address: urls.pbf, polygon: geometry };
}

export function writePolygon(
  id: string,
  geometry: { readonly type: string; readonly coordinates: unknown },
  file: string,
): void {
  writeFileSync(file, `${JSON.stringify({ type: 'Feature', properties: { id }, geometry })}\n`);
}

export function boxOfPolygon(polygon: Polygon | MultiPolygon): BoundingBox {
  const polygons = polygon.type === 'Polygon' ? [polygon.coordinates] : polygon.coordinates;
  return boundingBoxOf(polygons.flat() as [number, number][][]);
}
