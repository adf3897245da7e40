import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { clickhouseAddress } from '../../tiles-builder/commands/clickhouse-address.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { runProcess } from '../support/processes/run-command.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const config = writeTwoStreets(at('sources'));

const tiles = (words: string, env: Record<string, string> = {}) =>
  runProcess('tiles-builder/commands/tiles.ts', words.split(' '), { env, cwd: folder });

describe('build --out through a symbolic link', () => {
  test('builds into its target, even if missing, and leaves the link', async () => {
    symlinkSync(at('later'), at('dangling'));
    symlinkSync('dangling', at('twice'));
    expect((await tiles(`build ${config} --out twice`)).code).toBe(0);
    expect(lstatSync(at('twice')).isSymbolicLink()).toBe(true);
    expect(lstatSync(at('later')).isDirectory()).toBe(true);
    expect(existsSync(join(at('later'), 'manifest.json'))).toBe(true);
    expect((await tiles('verify twice')).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('the address of a ClickHouse server', () => {
  const SECRET = 'hush-4711';
  const located = writeTwoStreets(at('located'), {
    census: { file: 'census.geojson', population: 'people' },
    locations: { file: 'pings.csv', kind: 'pings', time: 'time' },
  });

  test.each([
    ['doctor --json', `http://someone:${SECRET}@127.0.0.1:9`, {}],
    ['doctor', `someone:${SECRET}@127.0.0.1:9`, {}],
    ['doctor', 'http://127.0.0.1:9', { CLICKHOUSE_USER: 'someone', CLICKHOUSE_PASSWORD: SECRET }],
    ['build --verbose --json --out x', `http://someone:${SECRET}@127.0.0.1:9`, {}],
    ['build --verbose --out x', `ftp://someone:${SECRET}@127.0.0.1:9`, {}],
  ])('is never printed with its password: %s %s', async (words, url, env) => {
    const { code, stdout, stderr } = await tiles(`${words} ${located} --clickhouse ${url}`, env);
    expect(stdout + stderr).not.toContain(SECRET);
    expect(stdout + stderr).not.toContain('someone');
    expect(stdout + stderr).toMatch(/ClickHouse (at 127\.0\.0\.1:9|server is no URL)/);
    expect(code).toBe(words.startsWith('doctor') ? EXIT.input : EXIT.platform);
  });

  test('without user and password, takes them from the environment', () => {
    const environment = { CLICKHOUSE_USER: 'builder', CLICKHOUSE_PASSWORD: 'p@ss/word' };
    const [one, other] = ['http://db:8123', 'http://me:mi,ne@db:8123/other'].map((url) =>
      clickhouseAddress(url, environment)!.split('/locations_'),
    );
    expect([one[0], other[0]]).toEqual(['http://builder:p%40ss%2Fword@db:8123', 'http://me:mi,ne@db:8123']);
    expect(one[1]).not.toBe(other[1]);
    expect(clickhouseAddress(undefined, environment)).toBeUndefined();
    expect(() => clickhouseAddress(['http://a:1', 'http://b:2'], {})).toThrow(UsageError);
  });
});
