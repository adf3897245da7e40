/** Hostile requests from a grammar of what breaks parsers. */
import type { Random } from '../../tiles-builder/base/numbers/random.ts';

export interface HostileRequest {
  readonly method: string;
  /** From the first slash on. */
  readonly url: string;
  /** A 400 or 422 names one of them. */
  readonly wrong: readonly string[];
}

const WALK = { lon: '9.99', lat: '52.01', travel: 'pedestrian', time: '600' };
const ZONE = '{"type":"Polygon","coordinates":[[[9.98,52],[9.99,52],[9.99,52.01],[9.98,52]]]}';
type Pair = readonly [name: string, value: string];
type Maker = (random: Random) => { readonly pairs: readonly Pair[]; readonly wrong: readonly string[] };

const oneOf = <T>(items: readonly T[], random: Random): T => items[random.integer(0, items.length - 1)];

/** Percent-encoded where a URL requires it. */
const TEXTS: readonly string[] = [
  '',
  '9'.repeat(400),
  `0.${'0'.repeat(2_000)}1`,
  '('.repeat(500),
  '9.9%202',
  ...`%20 %09 %00 %0D%0A %FF %C0%AF %ED%A0%80 %F4%90%80%80 % %2 %zz %25%30%30 %u0031
    NaN nan Infinity -Infinity 1e999 -1e999 1e 1e1000000 e5 0x10 0b1 0o7 1_000 1,5 1.2.3 --1 +-1 . - + 1..
    181 -180.00000001 90.0000001 59 59.999 -60 9007199254740993e400 %2B%2B1
    ١٢٣ １２ %EF%BC%91 ² ½ ∞ 1%C2%A0 %E2%80%8B1 %EF%BB%BF1 %E2%80%AEnairtsedep ｐedestrian 🚶 a%CC%80%CC%80%CC%80
    null undefined true, yes [] {} [1] [object%20Object] __proto__ constructor toString hasOwnProperty
    '%20OR%201=1-- 1;DROP%20TABLE%20people %27%22%60 $\u007b7*7} {{7*7}} $(id) \u0060id\u0060 |cat %3Cscript%3Ealert(1)%3C/script%3E
    ../../../../etc/passwd ..%2F..%2Fcurrent datasets/x/manifest.json file:///etc/passwd http://169.254.169.254/
    //evil.example C:%5Cwindows pedestrian%00 Pedestrian pedestrian,motorized motorized%0d%0aX-Evil:%201`.split(
    /\s+/,
  ),
];

const JSON_VALUES: readonly string[] =
  `null true 0 -1 1e999 -1e999 1e-400 180.0000001 -90.1 1.7976931348623157e308 5e-324 123456789012345678901234567890
    "9.98" "" "__proto__" [] {} [[]] [null] [9.98] [9.98,52,1,2,3] [52,"x"] {"0":9.98,"1":52,"length":2} [[9.98,52]]
    NaN Infinity undefined 01 .5 5. +5 0x1F 'x' // /*x*/ \\u0000 "\\ud800" "\\x" \u200b`.split(/\s+/);

const PIECES = [...'{}[],:"\\\u0000\ud800e-', '9'.repeat(30), ...JSON_VALUES];

const zoneMakers: readonly ((random: Random) => string)[] = [
  (random) => ZONE.slice(0, random.integer(0, ZONE.length - 1)),
  (random) => ZONE.slice(random.integer(1, ZONE.length)),
  (random) => {
    const at = random.integer(0, ZONE.length);
    return ZONE.slice(0, at) + oneOf(PIECES, random) + ZONE.slice(at);
  },
  (random) => {
    const numbers = [...ZONE.matchAll(/[\d.]+/g)];
    const { index, 0: text } = oneOf(numbers, random);
    return ZONE.slice(0, index) + oneOf(JSON_VALUES, random) + ZONE.slice(index + text.length);
  },
  (random) =>
    `{"type":${oneOf(['"Polygon"', '"polygon"', '"Feature"', '["Polygon"]', 'null', '"__proto__"'], random)},"coordinates":${oneOf(JSON_VALUES, random)}}`,
  (random) => oneOf(JSON_VALUES, random),
  (random) => {
    const depth = random.integer(1, 3_000);
    const [open, close] = oneOf(
      [
        ['[', ']'],
        ['{"type":"Feature","geometry":', '}'],
        ['{"a":', '}'],
      ] as const,
      random,
    );
    const most = Math.floor(7_000 / open.length);
    const levels = Math.min(depth, most);
    return (
      open.repeat(levels) +
      (random.chance(0.5) ? ZONE : '1') +
      (random.chance(0.8) ? close.repeat(levels) : '')
    );
  },
  (random) =>
    `{"type":"Polygon","coordinates":[${Array.from({ length: random.integer(2, 300) }, () => '[]').join()}]}`,
  (random) => `{"type":"Polygon","coordinates":[[${'[9.98,52],'.repeat(random.integer(4, 800))}[9.98,52]]]}`,
  (random) =>
    `{"__proto__":{"type":"Polygon"},"constructor":1,"type":"${oneOf(['Feature', 'FeatureCollection', 'GeometryCollection', 'MultiPolygon', 'Point', 'LineString', 'Sphere'], random)}","geometry":${oneOf([ZONE, 'null', '[]', '{"type":"Feature"}'], random)},"features":[],"geometries":[],"coordinates":[]}`,
  (random) => {
    const place = (): string =>
      `[${oneOf([random.between(9.97, 10), random.between(-200, 200), 180, -180, 0], random)},${oneOf([random.between(52, 52.02), random.between(-100, 100), 90, -90, 0], random)}]`;
    const ring = (): string => {
      const places = Array.from({ length: random.integer(0, 12) }, place);
      return `[${(random.chance(0.8) && places[0] ? [...places, places[0]] : places).join()}]`;
    };
    return `{"type":"Polygon","coordinates":[${Array.from({ length: random.integer(1, 4) }, ring).join()}]}`;
  },
];

const walkPairs = (): Pair[] => Object.entries(WALK);

const makers: readonly (readonly [Maker, number])[] = [
  [
    (random) => {
      const name = oneOf(['lon', 'lat', 'travel', 'time', 'details'], random);
      const others = walkPairs().filter(([other]) => other !== name);
      return { pairs: [...others, [name, oneOf(TEXTS, random)]], wrong: [name] };
    },
    6,
  ],
  [(random) => ({ pairs: [['zone', oneOf(TEXTS, random)]], wrong: ['zone'] }), 1],
  [
    (random) => ({ pairs: [['zone', encoded(oneOf(zoneMakers, random)(random), random)]], wrong: ['zone'] }),
    8,
  ],
  [
    (random) => {
      const name = oneOf(['lon', 'lat', 'travel', 'time', 'details', 'zone', 'apikey', 'apisecret'], random);
      const value = name === 'zone' ? encodeURIComponent(ZONE) : 'x';
      const again = random.chance(0.5)
        ? name
        : name.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
      return { pairs: [...walkPairs(), [name, value], [again, value]], wrong: [name] };
    },
    2,
  ],
  [
    (random) => {
      const name = oneOf(['lon', 'lat', 'travel', 'time'] as const, random);
      const endings = ['[]', '[0]', '.0', '%00', '%5B%5D'].map((ending) => name + ending);
      const spelled = oneOf([...endings, `%20${name}`, name.toUpperCase(), `;${name}`], random);
      return {
        pairs: walkPairs().map(([other, value]) => [other === name ? spelled : other, value]),
        wrong: [name],
      };
    },
    2,
  ],
  [
    (random) => {
      const kept = walkPairs().filter(() => random.chance(0.5));
      const both: Pair[] = random.chance(0.3) ? [['zone', encodeURIComponent(ZONE)]] : [];
      return { pairs: [...kept, ...both], wrong: ['zone', 'lon', 'lat', 'travel', 'time'] };
    },
    1,
  ],
  [
    (random) => ({
      pairs: Array.from({ length: random.integer(0, 60) }, (): Pair => [rawBytes(random), rawBytes(random)]),
      wrong: ['zone', 'lon', 'lat', 'travel', 'time', 'details', 'apikey', 'apisecret'],
    }),
    1,
  ],
];

/** The runtime forbids CONNECT and TRACE. */
const METHODS =
  'POST PUT DELETE PATCH OPTIONS HEAD PROPFIND PROPPATCH MKCOL COPY MOVE LOCK PURGE REPORT SEARCH'.split(' ');
const PATHS =
  `/ // /api /api/v1/ /api/v1/livingcount/ /api/v1//livingcount /api/v1/livingcount%00 /api/v1/%6Civingcount
  /api/v2/livingcount /api/v1/LIVINGCOUNT /api/v1/livingcount;x=1 /current /datasets/x/manifest.json /.env /results/count/0
  /%2e%2e/%2e%2e/etc/passwd /%ff /healthz/ /api/v1/livingcount%2f /\\evil.example /__proto__`.split(/\s+/);

export function hostileRequest(random: Random): HostileRequest {
  const { pairs, wrong } = random.pick(makers)(random);
  const path = random.chance(0.05)
    ? oneOf(PATHS, random)
    : `/api/v1/${random.chance(0.5) ? 'livingcount' : 'workingcount'}`;
  const query = random.order(pairs, () => 1).map(([name, value]) => `${name}=${value}`);
  if (random.chance(0.01)) query.push(`pad=${'x'.repeat(random.integer(10_000, 40_000))}`);
  return {
    method: random.chance(0.05) ? oneOf(METHODS, random) : 'GET',
    url: `${path}?${query.join(oneOf(['&', '&', '&', '&&', '&=&'], random))}`,
    wrong,
  };
}

/** Maybe a broken sequence. A lone surrogate becomes invalid UTF-8. */
function encoded(text: string, random: Random): string {
  const safe = encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffe')).replaceAll(
    '%EF%BF%BE',
    '%ED%A0%80',
  );
  return random.chance(0.05) ? safe.replace(/%(.)(.)/, '%$1') : safe;
}

const rawBytes = (random: Random): string =>
  Array.from(
    { length: random.integer(0, 8) },
    () => `%${random.integer(0, 255).toString(16).padStart(2, '0')}`,
  ).join('');
