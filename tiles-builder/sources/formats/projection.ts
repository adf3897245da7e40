/**
 * Projects the coordinates of files to WGS84 degrees by proj4, but only from reference systems that PROJ's control points
 * confirm to 5 m.
 */
import { basename } from 'node:path';
import proj4, { type Converter } from 'proj4';
import type { Position } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { isRaster } from '../config/format-of.ts';
import { deviation_m, MOST_DEVIATION_M, referenceSystems } from './reference-systems.ts';

/** The reference system that a file states. Axes are x (east) and y (north), whatever it defines. */
export interface StatedCrs {
  readonly code?: string | undefined;
  readonly wkt?: string | undefined;
}

export type Project = (position: readonly number[]) => Position;

export const WGS84: StatedCrs = { code: 'OGC:CRS84' };

const SAME_AS_WGS84 = new Set(['OGC:CRS84', 'CRS84', 'OGC:CRS84H', 'EPSG:4326', 'EPSG:4979', 'OGC:CRS83']);
/** Control points are rounded to less; a smaller shift is the identity. */
const SAME_PLACE_M = 0.2;
const EXAMPLES = 'such as "EPSG:4326" for degrees of longitude and latitude';

/**
 * @param named configured CRS, which takes precedence
 * @returns `null` for WGS84 degrees
 * @throws BadInput for an unclear or unconfirmed CRS
 */
export function projectionOf(file: string, stated: StatedCrs, named: string | undefined): Project | null {
  const code = (named ?? stated.code ?? codeIn(stated.wkt))?.trim().toUpperCase();
  if (code !== undefined) {
    if (SAME_AS_WGS84.has(code)) return null;
    const system = referenceSystems().get(code);
    if (system && deviation_m(([x, y]) => [x, y], system.controlPoints) <= SAME_PLACE_M) return null;
    const definition = confirmedDefinition(code);
    if (definition !== null) return byDefinition(file, definition);
    if (named !== undefined || /^EPSG:\d+$/.test(code)) throw unconfirmed(file, code, code);
  }
  if (stated.wkt !== undefined && isSureWkt1(stated.wkt)) {
    const project = byDefinition(file, stated.wkt);
    for (const { controlPoints } of referenceSystems().values()) {
      if (deviation_m(project, controlPoints) <= MOST_DEVIATION_M) return project;
    }
  }
  const found = code ?? nameIn(stated.wkt);
  if (found !== undefined) throw unconfirmed(file, found, null);
  throw new BadInput(
    file,
    null,
    'does not say in which coordinate reference system its coordinates are',
    `Name it with "crs" in the configuration, ${EXAMPLES}.`,
  );
}

/** @returns PROJ string; `null` if control points do not confirm it */
export function confirmedDefinition(code: string): string | null {
  const system = referenceSystems().get(code);
  if (!system) return null;
  const { definition, controlPoints } = system;
  return deviation_m(byDefinition(code, definition), controlPoints) <= MOST_DEVIATION_M ? definition : null;
}

function unconfirmed(file: string, name: string, source: string | null): BadInput {
  const baseName = basename(file);
  const from = source === null ? '' : ` -s_srs ${source}`;
  const command = isRaster(file)
    ? `gdalwarp -r sum${from} -t_srs EPSG:4326 "${baseName}" "wgs84-${baseName}"`
    : `ogr2ogr${from} -t_srs EPSG:4326 "${baseName}.gpkg" "${baseName}"`;
  return new BadInput(
    file,
    null,
    `has coordinates in ${name}, which is not among the reference systems confirmed to ${MOST_DEVIATION_M} m`,
    `Convert the file: ${command}. Then use the new file, without "crs".`,
  );
}

export function byDefinition(file: string, definition: string): Project {
  let converter: Converter;
  try {
    converter = proj4(definition, 'WGS84');
  } catch {
    throw new BadInput(
      file,
      null,
      `its coordinate reference system ${nameIn(definition) ?? definition} cannot be read`,
      `Name it with "crs" in the configuration, ${EXAMPLES}.`,
    );
  }
  return ([x, y]) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [Number.NaN, Number.NaN];
    const [lon, lat] = converter.forward([x, y]);
    return [lon, lat];
  };
}

function codeIn(wkt: string | undefined): string | undefined {
  const [, authority, number] =
    /\b(?:AUTHORITY|ID)\s*\[\s*"(\w+)"\s*,\s*"?(\w+)"?\s*\]\s*\]\s*$/i.exec(wkt?.slice(-200) ?? '') ?? [];
  return authority === undefined ? undefined : `${authority}:${number}`;
}

const nameIn = (wkt: string | undefined): string | undefined =>
  /^\s*\w+\s*\[\s*"([^"]*)"/.exec(wkt ?? '')?.[1];

/** WKT 1 whose datum is near WGS84 or has a stated shift. */
function isSureWkt1(wkt: string): boolean {
  if (!/^\s*(PROJCS|GEOGCS)\s*\[/i.test(wkt)) return false;
  const [, axis, flattening] = /(?:SPHEROID|ELLIPSOID)\s*\[[^,]*,\s*([\d.]+)\s*,\s*([\d.]+)/i.exec(wkt) ?? [];
  const isModern = Number(axis) === 6_378_137 && Math.abs(Number(flattening) - 298.2572) < 0.0001;
  return isModern || /TOWGS84\s*\[/i.test(wkt);
}
