/** Reads GeoJSON: a FeatureCollection, Feature, geometry or sequence of Features. Source: RFC 7946, RFC 8142. */
import { BadInput } from '../../base/failures/bad-input.ts';
import { jsonPieces } from './json-pieces.ts';
import { inBatches, type Layer, type LayerSource, type StoredFeature, type StoredGeometry } from './layer.ts';
import { type StatedCrs, WGS84 } from './projection.ts';

export async function openGeoJson({ file, crs: named }: LayerSource): Promise<Layer> {
  const pieces = jsonPieces(file);
  const first = await pieces.next();
  await pieces.return(undefined);
  if (first.done) throw new BadInput(file, null, 'is not GeoJSON: it holds nothing');
  const { before, text } = first.value;
  const crs = crsOf(file, parse(file, null, before === null ? text : `${before}]}`));
  return {
    crs,
    properties: null,
    hasProperty: (name) => hasProperty(file, name),
    count: null,
    batches: () => inBatches(featuresOf(file, named === undefined ? crs : null)),
  };
}

async function* featuresOf(file: string, stated: StatedCrs | null): AsyncGenerator<StoredFeature> {
  let read = 0;
  for await (const piece of jsonPieces(file)) {
    const where = `feature ${read + 1}`;
    const json = parse(file, where, piece.text);
    if (piece.kind === 'feature' || isFeature(file, json)) {
      yield featureOf(file, where, json);
      read++;
    } else if (stated !== null && crsOf(file, json).code !== stated.code) {
      throw new BadInput(
        file,
        null,
        'names its CRS behind its features',
        'Name it with "crs" in the configuration.',
      );
    }
  }
}

function parse(file: string, where: string | null, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadInput(file, where, `is not JSON: ${(cause as Error).message}`);
  }
}

function isFeature(file: string, json: unknown): boolean {
  if (!isObject(json)) throw new BadInput(file, null, 'is not GeoJSON: an object expected');
  if (json.type !== 'FeatureCollection') return true;
  if (!Array.isArray(json.features)) throw new BadInput(file, null, 'is not GeoJSON: features are missing');
  return false;
}

function featureOf(file: string, where: string, json: unknown): StoredFeature {
  const isGeometry =
    isObject(json) && json.type !== 'Feature' && ('coordinates' in json || 'geometries' in json);
  const feature = isGeometry ? { type: 'Feature', properties: null, geometry: json } : json;
  if (!isObject(feature) || feature.type !== 'Feature') throw new BadInput(file, where, 'is not a Feature');
  const properties = isObject(feature.properties) ? feature.properties : {};
  const geometry = feature.geometry ?? null;
  if (geometry !== null && (!isObject(geometry) || typeof geometry.type !== 'string')) {
    throw new BadInput(file, where, 'its geometry has no type');
  }
  return {
    where,
    id: String(properties['@id'] ?? feature.id ?? where),
    properties,
    geometry: geometry as StoredGeometry | null,
  };
}

/** GeoJSON of 2008 allowed a CRS; RFC 7946 is WGS84. */
function crsOf(file: string, json: unknown): StatedCrs {
  const crs = isObject(json) ? json.crs : undefined;
  if (crs === undefined) return WGS84;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  if (typeof name !== 'string') return {};
  const [, authority, code] = /^(?:urn:ogc:def:crs:)?(EPSG|OGC):(?:[^:]*:)?(\w+)$/i.exec(name) ?? [];
  if (authority === undefined)
    throw new BadInput(
      file,
      null,
      `names the CRS ${name}, which is not known`,
      'Name it with "crs" in the configuration.',
    );
  return { code: `${authority}:${code}`.toUpperCase() };
}

async function hasProperty(file: string, name: string): Promise<boolean> {
  const quoted = JSON.stringify(name);
  for await (const { text, kind } of jsonPieces(file)) {
    if (!text.includes(quoted)) continue;
    const json = parse(file, null, text);
    if (kind === 'whole' && !isFeature(file, json)) continue;
    if (isObject(json) && isObject(json.properties) && name in json.properties) return true;
  }
  return false;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
