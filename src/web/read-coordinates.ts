/** Parses typed coordinates in either order, by regular expressions; letters or bounds of data tell the order. */
import type { BoundingBox, Position } from '../geo/positions.ts';

/** Compass letter before, or optionally after. */
const AFTER_LETTER = /([NSEWO])\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?/giu;
const BEFORE_LETTER = /([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEWO])?/giu;
/** Decimal commas, with another separator. */
const DECIMAL_COMMAS = /\d,\d.*[;\s].*\d,\d/u;

interface Angle {
  readonly degrees: number;
  /** From a letter. */
  readonly axis: 'lon' | 'lat' | null;
}

/**
 * @param known bounds of data, which decide the order
 * @returns possible [longitude, latitude]
 */
export function readCoordinates(text: string, known: readonly BoundingBox[]): Position[] {
  const angles = anglesIn(text);
  if (angles.length !== 2) return [];
  const [a, b] = angles;
  const readings = (
    [
      [a, b],
      [b, a],
    ] as const
  )
    .filter(([lon, lat]) => lon.axis !== 'lat' && lat.axis !== 'lon')
    .map(([lon, lat]): Position => [lon.degrees, lat.degrees])
    .filter(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  const distinct = readings.filter(
    ([lon, lat], i) => i === 0 || lon !== readings[0][0] || lat !== readings[0][1],
  );
  const inData = distinct.filter((position) => known.some((box) => holds(box, position)));
  return inData.length === 1 ? inData : distinct;
}

function anglesIn(text: string): Angle[] {
  const withPoints = DECIMAL_COMMAS.test(text) ? text.replace(/(\d),(?=\d)/gu, '$1.') : text;
  const plain = withPoints.replace(/[,;()[\]]/gu, ' ').trim();
  const isAfter = /^[a-z]/iu.test(plain);
  const number = isAfter ? AFTER_LETTER : BEFORE_LETTER;
  if (plain.replace(number, '').trim() !== '') return [];
  return [...plain.matchAll(number)].map(([, first, second]) => {
    const [letter, digits] = isAfter ? [first, second] : [second ?? '', first];
    const side = letter.toUpperCase();
    const sign = ['S', 'W', 'O'].includes(side) ? -1 : 1;
    const axis = side === '' ? null : side === 'N' || side === 'S' ? 'lat' : 'lon';
    return { degrees: sign * Number(digits), axis };
  });
}

const holds = ({ west, east, south, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;
