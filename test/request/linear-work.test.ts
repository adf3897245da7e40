/** Work grows linearly with a request's length. */
import { expect, test } from 'vitest';
import { MAX_QUERY_BYTES, MAX_ZONE_POSITIONS } from '../../src/limits.ts';
import { parseCountQuery } from '../../src/request/parse-count-query.ts';
import { credentialsOf } from '../../src/request/request-credentials.ts';
import { matchesEtag } from '../../src/response/matches-etag.ts';

const SHORT = 1_024;
const LONG = 16_384;
/** Quadratic work grows by 256. */
const MAX_GROWTH = 64;
const SAMPLES = 3;
const SAMPLE_MS = 0.3;

/** Other load only adds time. */
function leastTime_ms(run: () => unknown): number {
  let least_ms = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < SAMPLES; sample++) {
    let calls = 0;
    const start_ms = performance.now();
    let spent_ms = 0;
    do {
      run();
      calls++;
      spent_ms = performance.now() - start_ms;
    } while (spent_ms < SAMPLE_MS);
    least_ms = Math.min(least_ms, spent_ms / calls);
  }
  return least_ms;
}

/** Other load may have slowed the longer call. */
function growthOf(runOfLength: (length: number) => () => unknown): number {
  const short = runOfLength(SHORT);
  const long = runOfLength(LONG);
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && growth >= MAX_GROWTH; attempt++) {
    leastTime_ms(short);
    growth = Math.min(growth, leastTime_ms(long) / leastTime_ms(short));
  }
  return growth;
}

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

test('the measure sees work that grows with the square', () => {
  const quadratic = /^[ ]+|[ ]+$/g;
  // Growth beyond the limit is measured several times.
  expect(growthOf((length) => () => `1${fill(' ', length / 4)}1`.replace(quadratic, ''))).toBeGreaterThan(
    MAX_GROWTH,
  );
});

const PIECES = [
  ...[' ', '\t', '\r\n', '+', '-', '9', '0', '.', 'e', '9.', '1e', '-.', '[', ']', '[[', '{', '"', '\\', ','],
  ...[
    '\\u0020',
    '\u0000',
    '\ud800',
    '%',
    '%20',
    'é',
    'true',
    'pedestrian ',
    '{"a":',
    '[1,',
    '{"type":"Feature","geometry":',
  ],
];
const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['1', '1'],
  ['1.5', 'x'],
  ['{"type":"Polygon","coordinates":[[[', '1,2]]]}'],
  ['{"type":"Polygon","coordinates":', '[]}'],
];
/** For parameters without geometry. */
const PLAIN = 3;
const WALK = { lon: '10', lat: '52', travel: 'pedestrian', time: '600' };

test.for(['zone', 'lon', 'travel', 'time', 'details', 'apikey', 'x'])('%s', (name) => {
  for (const piece of PIECES) {
    for (const [before, after] of name === 'zone' ? AROUND : AROUND.slice(0, PLAIN)) {
      const growth = growthOf((length) => {
        const others = name === 'zone' ? {} : WALK;
        const parameters = new URLSearchParams({ ...others, [name]: before + fill(piece, length) + after });
        return () => parseCountQuery(parameters);
      });
      expect(growth, JSON.stringify([before, piece, after])).toBeLessThan(MAX_GROWTH);
    }
  }
});

test.for(['lon=1&', 'zone&', 'a&', 'a=b&', '&', '=&', '%&', '%41&', 'apikey=&'])('%s repeated', (piece) => {
  expect(growthOf((length) => () => parseCountQuery(new URLSearchParams(fill(piece, length))))).toBeLessThan(
    MAX_GROWTH,
  );
});

type Ring = readonly (readonly [number, number])[];
const closed = (ring: Ring): Ring => [...ring, ring[0]];

const ZONES: Readonly<Record<string, (positions: number) => readonly Ring[]>> = {
  'long edges side by side': (positions) => {
    const zigzag = Array.from(
      { length: positions - 4 },
      (_, i) => [i % 2 === 0 ? 0.1 : 9, (i % 2 === 0 ? 1 : 60) + Math.floor(i) / 100] as const,
    );
    return [closed([[0, 0], ...zigzag, [0, 80]])];
  },
  'small holes': (positions) => {
    const holes = Array.from({ length: Math.floor(positions / 4) }, (_, i) => {
      const [x, y] = [1 + (i % 20) / 10, 1 + Math.floor(i / 20) / 10];
      return closed([
        [x, y],
        [x, y + 0.05],
        [x + 0.05, y],
      ]);
    });
    const shell = closed([
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ]);
    return [shell, ...holes];
  },
};

test.for(Object.entries(ZONES))(
  'a zone of %s costs little more, where it fills the query, than one with as many positions as are served',
  ([, zoneOf]) => {
    const textOf = (positions: number): string =>
      JSON.stringify({ type: 'Polygon', coordinates: zoneOf(positions) });
    let positions = MAX_ZONE_POSITIONS;
    while (textOf(positions + 50).length < MAX_QUERY_BYTES) positions += 50;
    const timeOf = (text: string): number =>
      leastTime_ms(() => parseCountQuery(new URLSearchParams({ zone: text })));
    const served = textOf(MAX_ZONE_POSITIONS - 20);
    timeOf(served);
    // Pairs grow by 9, triples would by 27.
    expect(timeOf(textOf(positions)) / timeOf(served)).toBeLessThan(18);
  },
);

test.for(['"', '""', '"x"', ',', ' ', 'W/', '*', '"a", ', '\\"'])('If-None-Match of %s', (piece) => {
  expect(growthOf((length) => () => matchesEtag(`x${fill(piece, length)}x`, '"0"'))).toBeLessThan(MAX_GROWTH);
});

test.for([' ', 'A', '=', 'Basic ', 'Og=='])('Authorization of %s', (piece) => {
  for (const before of ['', ' ', 'Basic ', 'Basic A']) {
    const growth = growthOf((length) => {
      const request = new Request('http://count.test/', {
        headers: { Authorization: `${before}${fill(piece, length)}x` },
      });
      return () => credentialsOf(request);
    });
    expect(growth, before).toBeLessThan(MAX_GROWTH);
  }
});
