import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlEngine } from '../../tiles-builder/daytime/open-sql-engine.ts';
import { dropLeftDatabase } from '../../tiles-builder/daytime/server-engine.ts';
import { UnusableEngine } from '../../tiles-builder/daytime/sql-engine.ts';
import { readLocations } from '../support/files/read-locations.ts';
import { type ClickhouseServer, startClickhouse } from '../support/servers/clickhouse-server.ts';
import { dropTables, pingsOf, removeFiles, writeFile } from './timelines.ts';

const folder = mkdtempSync(join(tmpdir(), 'server-'));
let server: ClickhouseServer;
let url: string;

beforeAll(async () => {
  server = await startClickhouse(folder);
  url = server.url;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
  removeFiles();
});

describe('ClickHouse over HTTP', () => {
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

  test('says which server does not answer', async () => {
    await expect(openSqlEngine('http://127.0.0.1:9')).rejects.toThrow(/ClickHouse at 127\.0\.0\.1:9: /);
    await expect(openSqlEngine('not a url')).rejects.toBeInstanceOf(UnusableEngine);
  });

  test('gives the salt of device ids to the server as data, and in no statement', async () => {
    const engine = await openSqlEngine(url);
    try {
      const csv = 'device_id,timestamp,lon,lat\na,1,7,43\n';
      await readLocations(pingsOf(writeFile('salted.csv', csv)), engine);
      const [salt] = await engine.query<{ k0: string; k1: string }>(
        'SELECT toString(k0) AS k0, toString(k1) AS k1 FROM salt',
      );
      expect(salt!.k0).toMatch(/^\d+$/);
      const logged = server.statements.join('\n');
      expect(logged).toContain('INSERT INTO salt');
      expect(logged).not.toContain(salt!.k0);
      expect(logged).not.toContain(salt!.k1);
    } finally {
      await engine.close();
    }
  });

  test('drops the database of an ended process, and nothing of others', async () => {
    await openSqlEngine(url);
    await server.run('CREATE DATABASE locations_of_somebody_else');
    for (const _ of ['there', 'gone']) {
      await dropLeftDatabase(url);
      expect(await server.databases()).toEqual(['locations_of_somebody_else']);
    }
    await server.run('DROP DATABASE locations_of_somebody_else');
  });
});
