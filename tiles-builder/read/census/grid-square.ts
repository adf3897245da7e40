/**
 * Squares of the European grid, named by their south-west corner in EPSG:3035 metres.
 * Source: INSPIRE Data Specification on Geographical Grid Systems, and the spellings that INSEE and Eurostat use.
 */
import proj4 from 'proj4';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import type { GridSquare } from '../../records.ts';

/** ETRS89 Lambert azimuthal equal-area, centred on 52° N 10° E. */
const EPSG_3035 =
  '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';
const toWgs84 = proj4(EPSG_3035, 'WGS84');

const LONG_ID = /^(?:[A-Z]{2}_)?CRS(\d+)RES(\d+)(m|km)N(\d+)E(\d+)$/;
const SHORT_ID = /^(\d+)(m|km)N(\d+)E(\d+)$/;
const MAX_SIZE_M = 100_000;

/**
 * Reads `CRS3035RES200mN2893400E3763200`, the same after a country's code and `_`, or the short `1kmN2689E4337`, in
 * which as many zeros are left out of the coordinates as the size in metres has.
 * @returns the reason where the id is none of these
 */
export function parseGridSquare(id: string): GridSquare | string {
  const long = LONG_ID.exec(id);
  const short = SHORT_ID.exec(id);
  if (!long && !short) return `"${id}" is no id of a grid square such as CRS3035RES200mN2893400E3763200`;
  if (long && long[1] !== '3035')
    return `"${id}" is a square of EPSG:${long[1]}; only EPSG:3035 is supported`;
  const [digits, unit, north, east] = (long ? long.slice(2) : short!.slice(1)) as [
    string,
    string,
    string,
    string,
  ];
  const size_m = Number(digits) * (unit === 'km' ? 1000 : 1);
  const zerosLeftOut = long ? '' : (/0*$/.exec(String(size_m))?.[0] ?? '');
  const square = { size_m, east_m: Number(east + zerosLeftOut), north_m: Number(north + zerosLeftOut) };
  if (!(size_m > 0 && size_m <= MAX_SIZE_M))
    return `"${id}" has a size of ${size_m} m, at most ${MAX_SIZE_M} m`;
  if (square.east_m % size_m !== 0 || square.north_m % size_m !== 0) {
    return `"${id}" has a corner that is no multiple of its size`;
  }
  return square;
}

/** Whether a square's id says in which projection its numbers are; the short one does not. */
export const namesProjection = (id: string): boolean => LONG_ID.test(id);

/** The square's long id, in which every square has one spelling. */
export const gridSquareId = ({ size_m, east_m, north_m }: GridSquare): string =>
  `CRS3035RES${size_m}mN${north_m}E${east_m}`;

/** Beyond this length an edge gets positions between, as straight lines of the grid are bent on the map. */
const MAX_SQUARE_EDGE_M = 1_000;

/** The square's outline, counterclockwise. */
export function squareOutline({ size_m, east_m, north_m }: GridSquare): Ring {
  return projectRing(
    [
      [east_m, north_m],
      [east_m + size_m, north_m],
      [east_m + size_m, north_m + size_m],
      [east_m, north_m + size_m],
      [east_m, north_m],
    ],
    MAX_SQUARE_EDGE_M,
  );
}

/**
 * A closed ring of EPSG:3035 metres in WGS84 degrees with seven decimals, which is a centimetre.
 * @param maxEdge_m longer edges get positions between
 */
export function projectRing(ring: readonly Position[], maxEdge_m: number): Ring {
  const projected: Position[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [eastA, northA] = ring[i - 1];
    const [eastB, northB] = ring[i];
    const pieces = Math.max(1, Math.ceil(Math.hypot(eastB - eastA, northB - northA) / maxEdge_m));
    for (let piece = 0; piece < pieces; piece++) {
      const share = piece / pieces;
      projected.push(projectPosition([eastA + (eastB - eastA) * share, northA + (northB - northA) * share]));
    }
  }
  projected.push(projected[0]);
  return projected;
}

/** Where a position lies on the grid: metres east and north of EPSG:3035. */
export const gridPlaceOf = ([lon, lat]: Position): Position =>
  toWgs84.inverse([lon, lat]) as [number, number];

/** Metres of EPSG:3035 in WGS84 degrees with seven decimals. */
export function projectPosition(place: Position): Position {
  const [lon, lat] = toWgs84.forward([place[0], place[1]]) as [number, number];
  return [Number(lon.toFixed(7)), Number(lat.toFixed(7))];
}
