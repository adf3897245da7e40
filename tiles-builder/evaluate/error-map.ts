/** Draws errors by square as SVG: red for too many, blue for too few. */
import { boundingBoxOf, type Position, type Ring, type Zone } from '../../src/geo/positions.ts';
import type { Building } from '../base/records.ts';

export interface CountedSquare {
  readonly id: string;
  readonly zone: Zone;
  readonly count: number;
  readonly truth: number;
}

const SIZE = 720;
const MARGIN_SHARE = 0.03;
const TOO_MANY = '#b2182b';
const TOO_FEW = '#2166ac';
const NUMBERED = 10;

export const worstSquares = (squares: readonly CountedSquare[]): CountedSquare[] =>
  [...squares].sort((a, b) => Math.abs(b.count - b.truth) - Math.abs(a.count - a.truth)).slice(0, NUMBERED);

/** An equirectangular map at the middle latitude. */
function drawingOf(zones: readonly Zone[]): {
  readonly width: number;
  readonly height: number;
  readonly place: (position: Position) => string;
} {
  const { west, south, east, north } = boundingBoxOf(zones.flat(2));
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [marginX, marginY] = [(east - west) * MARGIN_SHARE, (north - south) * MARGIN_SHARE];
  const across = (east - west + 2 * marginX) * shrink;
  const up = north - south + 2 * marginY;
  const scale = SIZE / Math.max(across, up);
  const x = (lon: number): number => (lon - west + marginX) * shrink * scale;
  const y = (lat: number): number => (north - lat + marginY) * scale;
  return {
    width: Math.ceil(across * scale),
    height: Math.ceil(up * scale),
    place: ([lon, lat]) => `${x(lon).toFixed(1)},${y(lat).toFixed(1)}`,
  };
}

/** Numbers the ten worst squares; colours are relative. */
export function drawErrors(squares: readonly CountedSquare[], buildings: readonly Building[]): string {
  const { width, height, place } = drawingOf(squares.map(({ zone }) => zone));
  const path = (rings: readonly Ring[]): string =>
    rings.map((ring) => `M${ring.map(place).join('L')}Z`).join('');
  const worst = worstSquares(squares);
  const largest = Math.abs(worst[0].count - worst[0].truth) || 1;
  const fills = squares.map(({ id, zone, count, truth }) => {
    const error = count - truth;
    const opacity = Math.sqrt(Math.abs(error) / largest).toFixed(3);
    const title = `${id}: ${Math.round(count)} counted, ${truth} true`;
    return `<path d="${path(zone.flat())}" fill="${error > 0 ? TOO_MANY : TOO_FEW}" fill-opacity="${opacity}" stroke="#ccc" stroke-width=".5"><title>${title}</title></path>`;
  });
  const footprints = buildings.map(({ footprint }) => path(footprint.flat())).join('');
  const numbers = worst.map(({ zone }, i) => {
    const [x, y] = place(zone[0][0][3]).split(',');
    return `<text x="${Number(x) + 2}" y="${Number(y) + 11}" font-size="11" font-family="sans-serif">${i + 1}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...fills,
    `<path d="${footprints}" fill="#333" fill-opacity=".45"/>`,
    ...numbers,
    '</svg>\n',
  ].join('\n');
}
