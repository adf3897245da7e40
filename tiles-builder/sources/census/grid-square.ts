/** Parses ids of statistical grid squares by regular expressions, and projects squares by proj4. Sources: READING.md. */
import proj4, { type Converter } from 'proj4';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import type { GridSquare } from '../../base/records.ts';
import { confirmedDefinition } from '../formats/projection.ts';

/** ETRS89 Lambert azimuthal equal-area, centred on 52° N 10° E. */
export const EUROPEAN_GRID = 'EPSG:3035';

const MAX_SIZE_M = 100_000;

/** Values for ids that do not state them. */
export interface DeclaredGrid {
  readonly projection?: string | undefined;
  readonly square_m?: number | undefined;
}

interface NamedSquare extends DeclaredGrid {
  readonly east_m: number;
  readonly north_m: number;
}

/** 1kmN2689E4337: coordinates lack the size's trailing zeros. */
const SHORT_INSPIRE_ID = /^(\d+)(m|km)N(\d+)E(\d+)$/;

const SPELLINGS: readonly { readonly id: RegExp; read(groups: readonly string[]): NamedSquare | null }[] = [
  {
    // INSPIRE: CRS3035RES200mN2893400E3763200, with optional country prefix.
    id: /^(?:[A-Z]{2}_)?CRS(\d+)RES(\d+)(m|km)N(\d+)E(\d+)$/,
    read: ([code, digits, unit, north, east]) => ({
      projection: `EPSG:${code}`,
      square_m: metres(digits, unit),
      ...{ east_m: Number(east), north_m: Number(north) },
    }),
  },
  {
    id: SHORT_INSPIRE_ID,
    read: ([digits, unit, north, east]) => shortened(metres(digits, unit), east, north),
  },
  {
    // Denmark: 1km_6223_576.
    id: /^(\d+)(m|km)_(\d+)_(\d+)$/,
    read: ([digits, unit, north, east]) => ({
      projection: 'EPSG:25832',
      ...shortened(metres(digits, unit), east, north),
    }),
  },
  {
    // Netherlands: E1215N4875, in hectometres.
    id: /^E(\d{4})N(\d{4})$/,
    read: ([east, north]) => ({
      projection: 'EPSG:28992',
      ...{ east_m: 100 * Number(east), north_m: 100 * Number(north) },
    }),
  },
  {
    // Norway: 22600006649000, easting plus 2,000,000 m, then northing.
    id: /^(\d{7})(\d{7})$/,
    read: ([east, north]) => ({
      projection: 'EPSG:25833',
      ...{ east_m: Number(east) - 2_000_000, north_m: Number(north) },
    }),
  },
  {
    // Sweden: 3695006398000.
    id: /^(\d{6})(\d{7})$/,
    read: ([east, north]) => ({
      projection: 'EPSG:3006',
      ...{ east_m: Number(east), north_m: Number(north) },
    }),
  },
  {
    // Great Britain: SU4212.
    id: /^([A-HJ-Z])([A-HJ-Z])(\d{2}|\d{4}|\d{6})$/,
    read: ([first, second, digits]) => britishSquare(first, second, digits),
  },
];

const metres = (digits: string, unit: string): number => Number(digits) * (unit === 'km' ? 1_000 : 1);

function shortened(square_m: number, east: string, north: string): NamedSquare {
  const zeros = /0*$/.exec(String(square_m))?.[0] ?? '';
  return { square_m, east_m: Number(east + zeros), north_m: Number(north + zeros) };
}

/** Letters name 500 km, then 100 km squares, in rows of five from the north-west. */
function britishSquare(first: string, second: string, digits: string): NamedSquare | null {
  const [outer, inner] = [first, second].map((letter) => 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(letter));
  const half = digits.length / 2;
  const square_m = 100_000 / 10 ** half;
  const place = (hundreds_km: number, part: string): number =>
    100_000 * hundreds_km + square_m * Number(part);
  const column = 5 * ((outer % 5) - 2) + (inner % 5);
  const row = 5 * (3 - Math.floor(outer / 5)) + 4 - Math.floor(inner / 5);
  if (column < 0 || row < 0) return null;
  return {
    ...{ projection: 'EPSG:27700', square_m },
    ...{ east_m: place(column, digits.slice(0, half)), north_m: place(row, digits.slice(half)) },
  };
}

/**
 * Short INSPIRE ids default to the European grid.
 * @returns message where the id is no square, contradicts `declared`, or is incomplete
 */
export function parseGridSquare(id: string, declared: DeclaredGrid = {}): GridSquare | string {
  for (const { id: spelling, read } of SPELLINGS) {
    const groups = spelling.exec(id)?.slice(1);
    const named = groups && read(groups);
    if (named) return gridSquare(`"${id}"`, named, declared);
  }
  return `"${id}" is no id of a grid square such as CRS3035RES200mN2893400E3763200`;
}

export function gridSquare(name: string, named: NamedSquare, declared: DeclaredGrid): GridSquare | string {
  const { east_m, north_m } = named;
  const projection = named.projection ?? declared.projection ?? EUROPEAN_GRID;
  if (declared.projection !== undefined && projection !== declared.projection)
    return `${name} is a square of ${projection}, and the configuration says "projection": "${declared.projection}"`;
  const size_m = named.square_m ?? declared.square_m;
  if (size_m === undefined) return `${name} does not say how wide the square is; name that by "square_m"`;
  if (declared.square_m !== undefined && size_m !== declared.square_m)
    return `${name} has a size of ${size_m} m, and the configuration says "square_m": ${declared.square_m}`;
  if (!(size_m > 0 && size_m <= MAX_SIZE_M))
    return `${name} has a size of ${size_m} m, at most ${MAX_SIZE_M} m`;
  if (east_m % size_m !== 0 || north_m % size_m !== 0)
    return `${name} has a corner that is no multiple of its size`;
  return { projection, size_m, east_m, north_m };
}

/** Tells whether the id of a square names its projection. */
export const namesProjection = (id: string): boolean => !SHORT_INSPIRE_ID.test(id);

/** Returns the INSPIRE id. */
export const gridSquareId = ({ projection, size_m, east_m, north_m }: GridSquare): string =>
  `CRS${projection.replace('EPSG:', '')}RES${size_m}mN${north_m}E${east_m}`;

const converters = new Map<string, Converter>();

function converterOf(projection: string): Converter {
  const known = converters.get(projection);
  if (known) return known;
  const definition = confirmedDefinition(projection);
  if (definition === null) throw new Error(`${projection} is not confirmed`);
  const converter = proj4(definition, 'WGS84');
  converters.set(projection, converter);
  return converter;
}

/** Projected straight edges are curves. */
const MAX_SQUARE_EDGE_M = 1_000;

/** Returns the outline in degrees, counterclockwise. */
export function squareOutline({ projection, size_m, east_m, north_m }: GridSquare): Ring {
  return projectRing(
    [
      [east_m, north_m],
      [east_m + size_m, north_m],
      [east_m + size_m, north_m + size_m],
      [east_m, north_m + size_m],
      [east_m, north_m],
    ],
    MAX_SQUARE_EDGE_M,
    projection,
  );
}

/** Projects grid metres to WGS84 degrees, rounded to 1e-7; densifies edges above `maxEdge_m`. */
export function projectRing(ring: readonly Position[], maxEdge_m: number, projection: string): Ring {
  const projected: Position[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [eastA, northA] = ring[i - 1];
    const [eastB, northB] = ring[i];
    const pieces = Math.max(1, Math.ceil(Math.hypot(eastB - eastA, northB - northA) / maxEdge_m));
    for (let piece = 0; piece < pieces; piece++) {
      const share = piece / pieces;
      projected.push(
        projectPosition([eastA + (eastB - eastA) * share, northA + (northB - northA) * share], projection),
      );
    }
  }
  projected.push(projected[0]);
  return projected;
}

/** Returns grid metres east and north. */
export const gridPlaceOf = ([lon, lat]: Position, projection: string): Position =>
  converterOf(projection).inverse([lon, lat]) as [number, number];

/** Projects grid metres to WGS84 degrees, rounded to 1e-7. */
export function projectPosition(place: Position, projection: string): Position {
  const [lon, lat] = converterOf(projection).forward([place[0], place[1]]) as [number, number];
  return [Number(lon.toFixed(7)), Number(lat.toFixed(7))];
}
