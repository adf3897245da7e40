/** Writes files of made-up sources: GeoJSON, CSV and a configuration. */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import type { Tags } from '../base/records.ts';

const ROWS_AT_ONCE = 5_000;
/** Fast, as locations are read once. */
const GZIP_LEVEL = 1;

/** Makes a feature as Overpass exports it, with tags as properties. */
export function osmFeature(id: string, tags: Tags, geometry: Geometry): Feature {
  return { type: 'Feature', id, properties: { '@id': id, ...tags }, geometry };
}

export const polygonGeometry = (polygon: Polygon): Geometry => ({
  type: 'Polygon',
  coordinates: polygon.map((ring) => ring.map(([lon, lat]: Position) => [lon, lat])),
});

export function writeFeatures(folder: string, name: string, features: Feature[]): void {
  const collection: FeatureCollection = { type: 'FeatureCollection', features };
  writeText(folder, name, JSON.stringify(collection));
}

export function writeCoverage(folder: string, name: string, coverage: Polygon): void {
  const feature: Feature = { type: 'Feature', properties: {}, geometry: polygonGeometry(coverage) };
  writeText(folder, name, JSON.stringify(feature));
}

export async function writeRowsGzipped(
  folder: string,
  name: string,
  header: string,
  rows: Iterable<string>,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pieces = Readable.from(joinRows(header, rows));
  await pipeline(pieces, createGzip({ level: GZIP_LEVEL }), createWriteStream(join(folder, name)));
}

export function writeConfig(folder: string, config: object, name = 'config.json'): string {
  writeText(folder, name, `${JSON.stringify(config, null, 2)}\n`);
  return join(folder, name);
}

export function writeRows(folder: string, name: string, header: string, rows: Iterable<string>): void {
  writeText(folder, name, [header, ...rows, ''].join('\n'));
}

function writeText(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

function* joinRows(header: string, rows: Iterable<string>): Generator<string> {
  let piece = [header];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS_AT_ONCE) continue;
    yield `${piece.join('\n')}\n`;
    piece = [];
  }
  if (piece.length > 0) yield `${piece.join('\n')}\n`;
}
