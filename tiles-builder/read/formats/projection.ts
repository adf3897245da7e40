/** From the coordinates of a file to degrees of WGS84. */
import proj4, { type Converter } from 'proj4';
import projections from 'proj4-list';
import type { Position } from '../../../src/geo/positions.ts';
import { BadInput } from '../../failures/bad-input.ts';

/** What a file says of its coordinates, which are x (east) before y (north) in files, whatever a register of CRS says. */
export interface StatedCrs {
  /** Such as `EPSG:2154`. */
  readonly code?: string | undefined;
  /** Well-known text. */
  readonly wkt?: string | undefined;
}

export type Project = (position: readonly number[]) => Position;

/** Longitude and latitude of WGS84. */
export const WGS84: StatedCrs = { code: 'OGC:CRS84' };

const SAME_AS_WGS84 = new Set(['OGC:CRS84', 'CRS84', 'OGC:CRS84H', 'EPSG:4326', 'EPSG:4979', 'OGC:CRS83']);
const EXAMPLES = 'such as "EPSG:4326" for degrees of longitude and latitude';

/**
 * @param named the CRS that the configuration names, which counts before what the file says
 * @returns `null` where the coordinates are degrees of WGS84 already
 * @throws BadInput where it is not clear where the coordinates are, or they cannot be brought to WGS84 within a few metres
 */
export function projectionOf(file: string, stated: StatedCrs, named: string | undefined): Project | null {
  const code = named ?? stated.code ?? codeIn(stated.wkt);
  if (code !== undefined) {
    const upper = code.trim().toUpperCase();
    const isKnown = SAME_AS_WGS84.has(upper) || projections[upper] !== undefined;
    if (named !== undefined || isKnown) return byCode(file, upper);
  }
  if (stated.wkt !== undefined && isSureWkt1(stated.wkt)) return byDefinition(file, stated.wkt);
  const found = code ?? nameIn(stated.wkt);
  throw new BadInput(
    file,
    null,
    found === undefined
      ? 'does not say in which coordinate reference system its coordinates are'
      : `has coordinates in ${found}, which cannot be brought to WGS84 with certainty`,
    `Name it with "crs" in the configuration, ${EXAMPLES}, or convert the file with ogr2ogr -t_srs EPSG:4326.`,
  );
}

function byCode(file: string, code: string): Project | null {
  if (SAME_AS_WGS84.has(code)) return null;
  const definition = projections[code]?.[1];
  if (definition === undefined) {
    throw new BadInput(
      file,
      null,
      `"crs": ${code} is not known`,
      `Name an EPSG code, ${EXAMPLES}, or convert the file with ogr2ogr -t_srs EPSG:4326.`,
    );
  }
  if (!hasSureDatum(definition)) {
    throw new BadInput(
      file,
      null,
      `has coordinates in ${code}, which cannot be brought to WGS84 within a few metres here`,
      'Convert the file with ogr2ogr -t_srs EPSG:4326.',
    );
  }
  return /\+proj=longlat\b/.test(definition) && NO_SHIFT.test(definition)
    ? null
    : byDefinition(file, definition);
}

function byDefinition(file: string, definition: string): Project {
  let converter: Converter;
  try {
    converter = proj4(definition, 'WGS84');
  } catch {
    // What the library says of it is the whole definition.
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

const NO_SHIFT = /\+datum=(WGS84|NAD83)\b|\+towgs84=0,0,0(,0,0,0,0)?(\s|$)/;
/** Shifts that proj4 knows by the name of a datum. */
const DATUMS = /\+datum=(WGS84|NAD83|GGRS87|potsdam|carthage|hermannskogel|ire65|nzgd49|OSGB36)\b/;

/** Whether a definition says how to come to WGS84; without that, or without the grid that it names, places are up to 200 m off. */
function hasSureDatum(definition: string): boolean {
  if (/\+proj=geocent\b|\+axis=/.test(definition)) return false;
  const grids = /\+nadgrids=(\S+)/.exec(definition)?.[1];
  if (grids !== undefined) return grids === '@null';
  return DATUMS.test(definition) || /\+towgs84=|\+ellps=(GRS80|WGS84)\b/.test(definition);
}

/** The code at the end of well-known text, which is that of the whole. */
function codeIn(wkt: string | undefined): string | undefined {
  const [, authority, number] =
    /\b(?:AUTHORITY|ID)\s*\[\s*"(\w+)"\s*,\s*"?(\w+)"?\s*\]\s*\]\s*$/i.exec(wkt?.slice(-200) ?? '') ?? [];
  return authority === undefined ? undefined : `${authority}:${number}`;
}

const nameIn = (wkt: string | undefined): string | undefined =>
  /^\s*\w+\s*\[\s*"([^"]*)"/.exec(wkt ?? '')?.[1];

/** Well-known text of the first kind whose datum is WGS84's but for a metre, or that says how to come there. */
function isSureWkt1(wkt: string): boolean {
  if (!/^\s*(PROJCS|GEOGCS)\s*\[/i.test(wkt)) return false;
  const [, axis, flattening] = /(?:SPHEROID|ELLIPSOID)\s*\[[^,]*,\s*([\d.]+)\s*,\s*([\d.]+)/i.exec(wkt) ?? [];
  const isModern = Number(axis) === 6_378_137 && Math.abs(Number(flattening) - 298.2572) < 0.0001;
  return isModern || /TOWGS84\s*\[/i.test(wkt);
}
