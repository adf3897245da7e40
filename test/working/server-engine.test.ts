/** The same statements over HTTP: a small server on the loopback address hands them to the embedded engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Session } from 'chdb';
import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPlaces } from '../../tiles-builder/working/find-places.ts';
import { openSqlEngine } from '../../tiles-builder/working/open-sql-engine.ts';
import { readLocations } from '../../tiles-builder/working/read-locations.ts';
import { UnusableEngine } from '../../tiles-builder/working/sql-engine.ts';
import { drawDay, dropTables, type Place, pingsCsv, pingsOf, removeFiles, writeFile } from './timelines.ts';

const HOME: Place = [7.42, 43.74];
const folder = mkdtempSync(join(tmpdir(), 'server-'));
let server: Server;
let session: Session;
let url: string;
/** What the server puts before each statement's own settings. */
let longitudeFirst = false;

beforeAll(async () => {
  session = new Session(join(folder, 'data'));
  server = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(body),
      (error: Error) => {
        const code = /^Code: (\d+)/.exec(error.message)?.[1] ?? '1002';
        response.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end(error.message);
      },
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  session.close();
  rmSync(folder, { recursive: true, force: true });
  removeFiles();
});

/** ClickHouse's HTTP interface as far as the client uses it: statement, parameters, database, data of an insert. */
async function answer(request: IncomingMessage): Promise<string> {
  const { searchParams } = new URL(request.url!, url);
  const body = await buffer(request);
  const inUrl = searchParams.get('query');
  const parameters = Object.fromEntries(
    [...searchParams]
      .filter(([name]) => name.startsWith('param_'))
      .map(([name, value]) => [name.slice(6), value]),
  );
  let sql = inUrl ?? body.toString();
  await session.queryAsync(`USE ${searchParams.get('database') ?? 'default'}`);
  await session.queryAsync(`SET geotoh3_argument_order = '${longitudeFirst ? 'lon_lat' : 'lat_lon'}'`);
  const format = /\nFORMAT (\w+)\s*$/.exec(sql)?.[1];
  if (inUrl !== null && format !== undefined) {
    const data = join(folder, 'data-of-insert');
    writeFileSync(data, body);
    sql = sql
      .replace(/\nFORMAT \w+\s*$/, '\nSETTINGS input_format_skip_unknown_fields = 1')
      .replace('input(', `file('${data}', '${format}', `);
  }
  const result = await session.queryBindAsync(sql.replace(/\s*FORMAT JSONEachRow\s*$/, ''), parameters, {
    format: 'JSONEachRow',
  });
  return result.text();
}

const databases = async (): Promise<string> =>
  (await session.queryAsync("SELECT name FROM system.databases WHERE name LIKE 'locations_%'")).text();

describe('ClickHouse over HTTP', () => {
  test('reads a file that is on this side, finds places and leaves nothing behind', async () => {
    const days = ['2024-01-15', '2024-01-16', '2024-01-17'];
    const csv = pingsCsv(
      days.flatMap((day) => drawDay('a', day, '+01:00', [[HOME, '########################']])),
      10,
      20,
    );
    const engine = await openSqlEngine(url);
    try {
      expect(await databases()).not.toBe('');
      const report = await readLocations(pingsOf(writeFile('p.csv.gz', gzipSync(csv))), engine);
      expect(report.usable).toBe(csv.split('\n').length - 1);
      const { panel } = await findPlaces(engine, 'pings', 'Europe/Paris');
      expect(panel).toHaveLength(1);
      expect(cellToParent(panel[0].home, 9)).toBe(latLngToCell(HOME[1], HOME[0], 9));
      expect(panel[0].occupation).toBe(panel[0].home);
    } finally {
      await engine.close();
    }
    expect(await databases()).toBe('');
  });

  test('takes names of files and columns literally', async () => {
    const [lon, lat] = ['a\\b', 'a\nb`c'];
    const csv = `device_id,timestamp,${lon},"${lat}"\na,1,7,43\n`;
    const engine = await openSqlEngine(url);
    try {
      for (const name of ['p*.csv', 'a\\{b}\n?%20.CSV.GZ']) {
        const file = writeFile(name, /GZ$/.test(name) ? gzipSync(csv) : csv);
        expect(await readLocations({ ...pingsOf(file), lon, lat }, engine)).toMatchObject({ usable: 1 });
        await dropTables(engine);
      }
    } finally {
      await engine.close();
    }
  });

  test('says which file is cut', async () => {
    const engine = await openSqlEngine(url);
    try {
      const rows = Array.from({ length: 100_000 }, (_, i) => `device-${i * 7919},${i},7,43`);
      const whole = gzipSync(`device_id,timestamp,lon,lat\n${rows.join('\n')}\n`);
      const file = writeFile('cut.csv.gz', whole.subarray(0, whole.length - 1000));
      await expect(readLocations(pingsOf(file), engine)).rejects.toMatchObject({
        name: 'BadInput',
        message: expect.stringMatching(/cut\.csv\.gz: cannot be unzipped/),
      });
    } finally {
      await engine.close();
    }
  });

  test('tells a damaged file from a failure of the server', async () => {
    const engine = await openSqlEngine(url);
    try {
      const file = writeFile('p.csv', 'device_id,timestamp,lon,lat\na,1,7,43\nb,2\n');
      await expect(readLocations(pingsOf(file), engine)).rejects.toThrow(/p\.csv, row 2: Cannot parse/);
    } finally {
      await engine.close();
    }
  });

  test('refuses a server that takes longitude first', async () => {
    longitudeFirst = true;
    try {
      await expect(openSqlEngine(url)).rejects.toMatchObject({
        message: expect.stringMatching(/takes longitude first in geoToH3/),
        advice: expect.stringMatching(/25\.6 or newer/),
      });
    } finally {
      longitudeFirst = false;
    }
    expect(await databases()).toBe('');
  });

  test('says which server does not answer', async () => {
    await expect(openSqlEngine('http://127.0.0.1:9')).rejects.toThrow(/ClickHouse at 127\.0\.0\.1:9: /);
    await expect(openSqlEngine('not a url')).rejects.toBeInstanceOf(UnusableEngine);
  });
});
