/** Spells a question in one of many equivalent ways. */
import type { Position } from '../../../src/geo/positions.ts';
import type { Random } from '../../../tiles-builder/base/numbers/random.ts';
import type { Question } from './random-question.ts';

export function spellPlainly({ area, details }: Question): string {
  const pairs: [string, string][] =
    'rings' in area
      ? [
          [
            'zone',
            JSON.stringify({ type: 'Polygon', coordinates: area.rings.map((ring) => [...ring, ring[0]]) }),
          ],
        ]
      : Object.entries(area).map(([name, value]) => [name, String(value)]);
  if (details) pairs.push(['details', 'true']);
  return new URLSearchParams(pairs).toString();
}

/** Query string with every equivalent variation. */
export function spellRandomly({ area, details }: Question, random: Random): string {
  const pairs: [string, string][] =
    'rings' in area
      ? [['zone', spellZone(area.rings, random)]]
      : [
          ['lon', spellParameter(spellNumber(nudge(area.lon, 5, random), random), random)],
          ['lat', spellParameter(spellNumber(nudge(area.lat, 5, random), random), random)],
          ['travel', padded(area.travel, random)],
          ['time', spellParameter(spellTime(area.time, random), random)],
        ];
  if (details || random.chance(0.3)) pairs.push(['details', padded(String(details), random)]);
  const strangers = ['utm_source', 'Zone', 'LON', 'callback', '', 'zone[]', 'détails', '__proto__'];
  while (random.chance(0.3)) pairs.push([oneOf(strangers, random), String(random.integer(0, 9))]);
  return shuffled(pairs, random)
    .map(([name, value]) => `${percentEncoded(name, random)}=${percentEncoded(value, random)}`)
    .join(random.chance(0.1) ? '&&' : '&');
}

function spellZone(rings: readonly (readonly Position[])[], random: Random): string {
  const [shell, ...holes] = rings;
  const spelled = [shell!, ...shuffled(holes, random)].map((ring) => spellRing(ring, random));
  const space = (): string => (random.chance(0.1) ? oneOf([' ', '\n', '\t', '\r\n  '], random) : '');
  const list = (items: readonly string[]): string =>
    `[${space()}${items.join(`${space()},${space()}`)}${space()}]`;
  const object = (members: readonly (readonly [string, string])[]): string =>
    `{${space()}${shuffled(members, random)
      .map(([name, value]) => `${escapedText(name, random)}${space()}:${space()}${value}`)
      .join(`${space()},`)}${space()}}`;
  const coordinates = list(spelled.map((ring) => list(ring.map((numbers) => list(numbers)))));
  const foreign = [
    ...(random.chance(0.2) ? [['bbox', '[1,2,3,4]'] as const] : []),
    ...(random.chance(0.2) ? [['crs', oneOf(WGS84_CRS, random)] as const] : []),
  ];
  const geometry = object([
    ['type', escapedText('Polygon', random)],
    ['coordinates', coordinates],
    ...foreign,
  ]);
  const mark = random.chance(0.1) ? '\uFEFF' : '';
  if (random.chance(0.5)) return mark + space() + geometry + space();
  return `${mark}${object([
    ['type', escapedText('Feature', random)],
    ['geometry', geometry],
    ['properties', oneOf(['{}', 'null', '{"name":"x","type":"Point","coordinates":[0,0]}'], random)],
    ...foreign,
  ])}`;
}

const WGS84_CRS = [
  'null',
  '{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}',
  '{"type":"name","properties":{"name":"EPSG:4326"}}',
];

/** From any start, in any direction, with repetitions. */
function spellRing(ring: readonly Position[], random: Random): string[][] {
  // The last position must equal the first.
  const nudged = ring.map((position) => position.map((degrees) => nudge(degrees, 6, random)));
  const start = random.integer(0, ring.length - 1);
  const turned = [...nudged.slice(start), ...nudged.slice(0, start)];
  const directed = random.chance(0.5) ? turned : turned.reverse();
  const repeated = directed.flatMap((position) => (random.chance(0.1) ? [position, position] : [position]));
  const hasHeight = random.chance(0.2);
  return [...repeated, directed[0]].map((position) => [
    ...position.map((text) => spellNumber(text, random)),
    ...(hasHeight ? [String(random.integer(-10, 3_000))] : []),
  ]);
}

/** Sometimes with insignificant decimals. */
function nudge(degrees: number, decimals: number, random: Random): string {
  if (random.chance(0.7)) return degrees.toFixed(decimals);
  return (degrees + random.between(-0.4, 0.4) * 10 ** -decimals).toFixed(decimals + random.integer(2, 6));
}

/** Equivalent JSON. */
function spellNumber(text: string, random: Random): string {
  if (random.chance(0.7)) return `${text}${random.chance(0.2) ? '000' : ''}`;
  const [whole, fraction] = text.split('.') as [string, string];
  const shift = random.integer(1, fraction.length - 1);
  const digits = `${whole}${fraction.slice(0, shift)}`.replace(/^(-?)0+(?=\d)/, '$1');
  return `${digits}.${fraction.slice(shift)}${oneOf(['e', 'E'], random)}-${random.chance(0.2) ? '0' : ''}${shift}`;
}

function spellTime(time: number, random: Random): string {
  if (random.chance(0.6)) return String(time);
  return random.chance(0.5)
    ? `${time}.${'0'.repeat(random.integer(1, 3))}`
    : `${time / 100}e${oneOf(['', '+', '+0'], random)}2`;
}

/** Also with plus sign and leading zeros. */
function spellParameter(text: string, random: Random): string {
  const [, sign, digits] = /^(-?)(.*)$/.exec(text)!;
  const plus = sign === '' && random.chance(0.2) ? '+' : sign;
  return padded(`${plus}${'0'.repeat(random.chance(0.2) ? 2 : 0)}${digits}`, random);
}

const escapedText = (text: string, random: Random): string =>
  `"${[...text]
    .map((character) =>
      random.chance(0.05) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
    )
    .join('')}"`;

const padded = (text: string, random: Random): string =>
  `${random.chance(0.1) ? ' ' : ''}${text}${random.chance(0.1) ? oneOf([' ', '\t', '\r\n'], random) : ''}`;

/** Also encodes characters that need not be. */
function percentEncoded(text: string, random: Random): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === ' ' && random.chance(0.5)) return '+';
    const isPlain = /[A-Za-z0-9\-._~{}[\]:,"]/.test(character);
    if (isPlain && !random.chance(0.05)) return character;
    const hexadecimal = byte.toString(16).padStart(2, '0');
    return `%${random.chance(0.5) ? hexadecimal.toUpperCase() : hexadecimal}`;
  }).join('');
}

const shuffled = <T>(items: readonly T[], random: Random): T[] => random.order(items, () => 1);
const oneOf = <T>(items: readonly T[], random: Random): T => items[random.integer(0, items.length - 1)];
