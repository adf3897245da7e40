import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { readLocations } from '../support/files/read-locations.ts';
import { engineOfTests, pingsOf, stopsOf, writeFile } from './timelines.ts';

const sql = engineOfTests();

const HEADER = 'device_id,timestamp,lon,lat';
const pings = (name: string, content: string | Uint8Array) =>
  readLocations(pingsOf(writeFile(name, content)), sql.engine);
const positions = () =>
  sql.engine.query(
    'SELECT time, lon / 1e6 AS lon, lat / 1e6 AS lat FROM pings WHERE fault = 0 ORDER BY time',
  );
const EXPECTED = [
  { time: 1705305600, lon: 7.5, lat: 43.75 },
  { time: 1705309200, lon: -7.25, lat: -43.5 },
];

describe('readLocations reads', () => {
  test('CSV with columns in any order, quoted, with others between and Windows line ends', async () => {
    const csv =
      'lat,note,"device_id",lon,timestamp\r\n43.75,"a, ""b""",x,7.5,1705305600\r\n-43.5,,x,-7.25,1705309200.4\r\n';
    expect(await pings('p.csv', csv)).toMatchObject({ usable: 2 });
    expect(await positions()).toEqual(EXPECTED);
  });

  test('ISO 8601 times with a blank, with a fraction, with an offset and without seconds', async () => {
    const times = ['2024-01-15 08:00:00.25', '2024-01-15T10:00+01:00', '2024-01-15T08:00:00-02:00'];
    const rows = times.map((time) => `x,${time},7.5,43.75\n`);
    expect(await pings('iso.csv', `${HEADER}\n${rows.join('')}`)).toMatchObject({ usable: 3 });
    expect(await sql.engine.query('SELECT time FROM pings ORDER BY time')).toEqual([
      { time: 1705305600 },
      { time: 1705309200 },
      { time: 1705312800 },
    ]);
  });

  test('gzipped CSV with times in milliseconds and in ISO 8601', async () => {
    const csv = `${HEADER}\nx,1705305600000,7.5,43.75\nx,2024-01-15T10:00:00+01:00,-7.25,-43.5\n`;
    await pings('p.csv.gz', gzipSync(csv));
    expect(await positions()).toEqual(EXPECTED);
  });

  test.each([
    ['CSV', 'p.csv', `\ufeff${HEADER}\nx,1705305600,7.5,43.75\n`],
    [
      'JSON',
      'p.ndjson',
      `\ufeff${JSON.stringify({ device_id: 1, timestamp: 1705305600, lon: 7.5, lat: 43.75 })}\n`,
    ],
  ])('%s with a byte order mark', async (_, name, content) => {
    await pings(name, content);
    expect(await positions()).toEqual(EXPECTED.slice(0, 1));
  });

  test.each(['"7,5"', '0x10', '"1,234"', "1'234"])('no longitude out of %s', async (lon) => {
    await expect(pings('p.csv', `${HEADER}\nx,1705305600,${lon},43.75\n`)).rejects.toThrow(
      /line 2: lon is not a number/,
    );
  });

  test.each(['p*', '{p,q}', 'a\\b', "it's", 'a%20b', 'a"b`c'])(
    'the file and the column that are named, and no pattern: %j',
    async (name) => {
      const column = `"${name.replaceAll('"', '""')}"`;
      const csv = `device_id,timestamp,${column},lat\nx,1705305600,7.5,43.75\n`;
      const file = writeFile(`${name}.csv`, csv);
      for (const match of ['pq', 'p', 'ab']) writeFileSync(join(dirname(file), `${match}.csv`), csv);
      await readLocations({ ...pingsOf(file), lon: name }, sql.engine);
      expect(await positions()).toEqual(EXPECTED.slice(0, 1));
    },
  );

  test('newline-delimited JSON', async () => {
    const rows = [
      { device_id: 1, timestamp: 1705305600, lon: 7.5, lat: 43.75, more: [1] },
      { device_id: 1, timestamp: '2024-01-15T09:00:00Z', lon: '-7.25', lat: -43.5 },
    ];
    await pings('p.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await positions()).toEqual(EXPECTED);
  });

  test('Parquet with a DateTime column', async () => {
    const file = writeFile('p.parquet', '').replace('p.parquet', 'q.parquet');
    await sql.engine.command(
      `INSERT INTO FUNCTION file({file:String}, 'Parquet') SELECT 'x' AS device_id, arrayJoin([(1705305600, 7.5, 43.75), (1705309200, -7.25, -43.5)]) AS p, toDateTime64(p.1, 3, 'UTC') AS timestamp, p.2 AS lon, p.3 AS lat`,
      { file },
    );
    await readLocations(pingsOf(file), sql.engine);
    expect(await positions()).toEqual(EXPECTED);
  });

  test('stops, and drops those that end before they start', async () => {
    const csv = 'device_id,start,end,lon,lat\na,100,200,7,43\na,300,200,7,43\na,0,99999999,7,43\n';
    const report = await readLocations(stopsOf(writeFile('s.csv', csv)), sql.engine);
    expect(report).toMatchObject({ usable: 1, implausible_duration: 2 });
  });

  test('and counts what it drops: values missing, out of range, not accurate enough', async () => {
    const csv = `${HEADER},accuracy\na,1,7,43,10\na,2,7,91,10\na,3,181,43,10\na,,7,43,10\na,5,7,,10\na,6,7,43,500\na,-7,7,43,\n`;
    const report = await readLocations(
      { ...pingsOf(writeFile('p.csv', csv)), accuracy: 'accuracy' } as ReturnType<typeof pingsOf>,
      sql.engine,
    );
    expect(report).toEqual({
      usable: 1,
      incomplete: 2,
      unreadable: 0,
      out_of_range: 3,
      inaccurate: 1,
      implausible_duration: 0,
    });
  });
});

describe('readLocations refuses', () => {
  const cases: [string, string, string, RegExp][] = [
    ['a missing column', 'p.csv', 'device,timestamp,lon,lat\n', /p\.csv, line 1: has no column device_id/],
    [
      'a missing key',
      'p.ndjson',
      '{"device_id":1,"lon":1,"lat":2}\n',
      /p\.ndjson, line 1: has no column timestamp/,
    ],
    ['an empty file', 'p.csv', '', /p\.csv: the file is empty/],
    ['a file of its header alone', 'p.csv', `${HEADER}\n`, /p\.csv: there is no row/],
    [
      'a word for a number',
      'p.csv',
      `${HEADER}\na,1,7,43\na,2,east,43\n`,
      /line 3: lon is not a number: east/,
    ],
    [
      'a word for a time',
      'p.csv',
      `${HEADER}\na,noon,7,43\n`,
      /line 2: timestamp is not Unix seconds or an ISO 8601 time such as 2024-01-15T09:00:00Z: noon/,
    ],
    [
      'a date whose day and month may be mistaken',
      'p.csv',
      `${HEADER}\na,03/04/2024 09:00:00,7,43\n`,
      /line 2: timestamp is not Unix seconds or an ISO 8601 time .*: 03\/04\/2024 09:00:00/,
    ],
    ['a date without a time', 'p.csv', `${HEADER}\na,2024-01-15,7,43\n`, /such as .*: 2024-01-15/],
    ['a row without all columns', 'p.csv', `${HEADER}\na,1,7,43\nb,2\n`, /p\.csv, row 2: Cannot parse/],
    ['broken JSON', 'p.ndjson', '{"device_id":1,"timestamp":1,"lon":7,"lat":43}\n{"device_id":', /row 2/],
    [
      'rows that cannot be used',
      'p.csv',
      `${HEADER}\na,1,777,43\n`,
      /no row can be used: .*"out_of_range":1/,
    ],
    ['an unknown ending', 'p.xlsx', 'x', /read from \.csv/],
    ['Parquet that is none', 'p.parquet', 'not parquet at all', /p\.parquet: /],
  ];
  test.each(cases)('%s', async (_, name, content, message) => {
    const failure = await pings(name, content).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(BadInput);
    expect((failure as Error).message).toMatch(message);
  });

  test('a file that is not there', async () => {
    await expect(readLocations(pingsOf('/nowhere/p.csv'), sql.engine)).rejects.toThrow(
      /p\.csv: is not there/,
    );
  });
});
