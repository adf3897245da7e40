/** Parses numbers with decimal point or comma, and thousands separators; refuses ambiguous ones ("1,234"). */

import { BadInput } from '../base/failures/bad-input.ts';
import {
  DECIMALS,
  type Decimal,
  type NumberFormat,
  THOUSANDS,
  type Thousands,
} from './config/number-format.ts';

export interface NumberSource extends NumberFormat {
  readonly file: string;
}

const WRITTEN: Readonly<Record<Thousands, string>> = {
  ',': ',',
  '.': '\\.',
  ' ': ' \\u00a0\\u2009\\u202f',
  "'": "'\\u2019",
};

/** @throws BadInput for a blank, invalid, negative or ambiguous value */
export function requireNumber(
  source: NumberSource,
  where: string,
  column: string,
  value: unknown,
  advice: string | null = null,
): number {
  const number = numberIn(source, where, column, value);
  if (number !== null && number >= 0) return number;
  const { file, decimal, thousands } = source;
  const written = Object.entries({ decimal, thousands }).filter(([, sign]) => sign !== undefined);
  const format = written.map(([name, sign]) => `"${name}": "${sign}"`).join(' and ');
  if (isBlank(value)) throw new BadInput(file, where, `${column} is blank`, advice);
  if (number !== null) throw new BadInput(file, where, `${column} "${value}" is below 0`, advice);
  const fault = `${column} "${value}" is not a number${format && ` written with ${format}`}`;
  throw new BadInput(file, where, fault, advice);
}

/**
 * @returns `null` for a blank or non-numeric value
 * @throws BadInput for an ambiguous value
 */
export function numberIn(source: NumberSource, where: string, column: string, value: unknown): number | null {
  const [number, other] = readingsOf(value, source);
  if (other === undefined) return number ?? null;
  throw new BadInput(
    source.file,
    where,
    `${column} "${value}" may be ${number} or ${other}`,
    `Say which beside "file" in the configuration: "decimal": "." makes it ${number}, "decimal": "," makes it ${other}.`,
  );
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || String(value).trim() === '';

/** Returns all numbers that a text may mean, with decimal point first: "1,234" is 1.234 or 1234. Other text has none. */
export function readingsOf(value: unknown, format: NumberFormat = {}): readonly number[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [value] : [];
  if (typeof value !== 'string') return [];
  const text = value.trim().replace(/^\u2212/, '-');
  const readings = PATTERNS.get(keyOf(format))!.flatMap(({ decimal, pattern }) => {
    if (!pattern.test(text)) return [];
    const plain = decimal === '.' ? text : text.replaceAll('.', '').replace(',', '.');
    return Number(plain.replaceAll(/[^\d.eE+-]/g, ''));
  });
  return [...new Set(readings)].filter(Number.isFinite);
}

interface Pattern {
  readonly decimal: Decimal;
  readonly pattern: RegExp;
}

const keyOf = ({ decimal, thousands }: NumberFormat): string => `${decimal} ${thousands}`;

const PATTERNS: ReadonlyMap<string, readonly Pattern[]> = new Map(
  [undefined, ...DECIMALS].flatMap((decimal) =>
    [undefined, ...THOUSANDS].map((thousands) => [
      keyOf({ decimal, thousands }),
      DECIMALS.filter((sign) => sign !== thousands && (decimal ?? sign) === sign).map((sign) => ({
        decimal: sign,
        pattern: patternOf(sign, thousands === undefined ? THOUSANDS : [thousands]),
      })),
    ]),
  ),
);

function patternOf(decimal: Decimal, thousands: readonly Thousands[]): RegExp {
  const separators = thousands.filter((sign) => sign !== decimal).map((sign) => WRITTEN[sign]);
  const grouped = `[1-9]\\d{0,2}([${separators.join('')}])\\d{3}(?:\\1\\d{3})*`;
  const inIndia = '[1-9]\\d?,(?:\\d\\d,)+\\d{3}';
  const whole = thousands.includes(',') && decimal !== ',' ? `${grouped}|${inIndia}` : grouped;
  const fraction = `${WRITTEN[decimal]}\\d`;
  return new RegExp(
    `^[+-]?(?:(?:${whole})(?:${fraction}+)?|(?:\\d+(?:${WRITTEN[decimal]}\\d*)?|${fraction}+)(?:[eE][+-]?\\d+)?)$`,
  );
}
