/** Parses typed coordinates in either order, in degrees; bounds of data decide the order. */
import type { BoundingBox, Position } from '../geo/positions.ts';

/** An angle in degrees, perhaps with a compass letter behind. */
const ANGLE = /([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEWO])?/giu;
/** Decimal commas, with another separator between the numbers. */
const DECIMAL_COMMAS = /\d,\d.*[;\s].*\d,\d/u;
/** South or west, in French ouest. */
const NEGATIVE = /[SWO]/iu;

/**
 * @param known bounds of data, which decide the order
 * @returns possible [longitude, latitude]
 */
export function readCoordinates(text: string, known: readonly BoundingBox[]): Position[] {
  const angles = anglesIn(text);
  if (angles.length !== 2) return [];
  const [a, b] = angles;
  const orders: readonly Position[] = a === b ? [[a, b]] : [[a, b], [b, a]]; // biome-ignore format: one line
  const readings = orders.filter(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  const inData = readings.filter((position) => known.some((box) => holds(box, position)));
  return inData.length === 1 ? inData : readings;
}

function anglesIn(text: string): number[] {
  const withPoints = DECIMAL_COMMAS.test(text) ? text.replace(/(\d),(?=\d)/gu, '$1.') : text;
  const plain = withPoints.replace(/[,;()[\]]/gu, ' ');
  if (plain.replace(ANGLE, '').trim() !== '') return [];
  return [...plain.matchAll(ANGLE)].map(
    ([, digits, letter = '']) => (NEGATIVE.test(letter) ? -1 : 1) * Number(digits),
  );
}

const holds = ({ west, east, south, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;
