/** Names with any characters are literal, or refused. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import type { SqlEngine } from '../../tiles-builder/daytime/sql-engine.ts';
import type { LocationsConfig } from '../../tiles-builder/sources/config/config.ts';
import { readLocations } from '../support/files/read-locations.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { dropTables, engineOfTests } from './timelines.ts';

const sql = engineOfTests();

const EXPECTED = [
  { time: 1705305600, lon: 7.5, lat: 43.75 },
  { time: 1705309200, lon: -7.25, lat: -43.5 },
];
const CSV = `device_id,timestamp,lon,lat\n${EXPECTED.map(({ time, lon, lat }) => `x,${time},${lon},${lat}\n`).join('')}`;
const DECOY = 'device_id,timestamp,lon,lat\ndecoy,1,2,3\n';
const COLUMNS = { device: 'device_id', time: 'timestamp', lon: 'lon', lat: 'lat' };

/** Of shells, SQL, URLs, archives and partitions. */
const NAMES = [
  'p*', '?', '{a,b}', '{1..3}', '[pq]', '**', '{', '}', "it's", 'a"b', 'a\\b', '\\', 'a\nb', 'a\tb', 'a%20b', '%', '%s',
  'é 漢 🌍', '-rf', '--', ' a b ', 'a;b', 'a`b', '$(touch x)', '#', 'a::b', 'a.zip :: b', '{_partition_id}', 'file:x', '~', '&|<>', 'ʼ',
]; // biome-ignore format: a list
/** What the pattern would match. */
const MATCHED = ['pOTHER', 'q', 'a', '1'];

const numRuns = process.env.FULL_COUNTS === '1' ? 100 : 4;
const nameOf = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(fc.constantFrom(...NAMES, 'a', 'b', '1'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength }),
  ); // biome-ignore format: a pair

async function positionsIn(engine: SqlEngine, locations: Partial<LocationsConfig> & { file: string }) {
  await readLocations({ kind: 'pings', ...COLUMNS, ...locations } as LocationsConfig, engine);
  const found = await engine.query(
    'SELECT time, lon / 1e6 AS lon, lat / 1e6 AS lat FROM pings WHERE fault = 0 ORDER BY time',
  );
  await dropTables(engine);
  return found;
}

/** Next to a match of its pattern with another content. */
async function inFolder<T>(path: string, content: string | Uint8Array, use: (file: string) => Promise<T>) {
  const folder = mkdtempSync(join(tmpdir(), 'literal-names-'));
  try {
    const file = join(folder, path);
    const ending = /\.\w+(\.gz)?$/.exec(path)?.[0] ?? '';
    for (const name of MATCHED) {
      for (const decoy of [join(folder, `${name}${ending}`), join(folder, name, `pings${ending}`)]) {
        mkdirSync(dirname(decoy), { recursive: true });
        writeFileSync(decoy, ending.endsWith('.gz') ? gzipSync(DECOY) : DECOY);
      }
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the locations are those of the file that is named, alone', () => {
  const read = (path: string) =>
    inFolder(path, /\.gz$/i.test(path) ? gzipSync(CSV) : CSV, (file) => positionsIn(sql.engine, { file }));

  test.each(NAMES)('%j', async (name) => {
    expect(await read(`${name}/${name}.CSV.GZ`)).toEqual(EXPECTED);
  });
});

const PROGRAM = `
  import { openSqlEngine } from ${JSON.stringify(join(projectFolder, 'tiles-builder/daytime/open-sql-engine.ts'))};
  import { readLocations } from ${JSON.stringify(join(projectFolder, 'test/support/files/read-locations.ts'))};
  const engine = await openSqlEngine();
  console.log(JSON.stringify(await readLocations(JSON.parse(process.argv[1]), engine)));
  await engine.close();
`;

test.each(['{a,b}*#%41?[c]'])(
  'the working directory is none of the data: a folder %j with files that are named like tables',
  async (name) => {
    const csv = join(mkdtempSync(join(tmpdir(), 'literal-names-')), 'p.csv');
    const cwd = join(dirname(csv), name);
    onTestFinished(() => rmSync(dirname(csv), { recursive: true }));
    writeFileSync(csv, CSV);
    mkdirSync(cwd);
    for (const table of ['pings', 'stops', 'locations']) writeFileSync(join(cwd, table), DECOY);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module-typescript',
        '-e',
        PROGRAM,
        JSON.stringify({ kind: 'pings', file: csv, ...COLUMNS }),
      ],
      { cwd, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ usable: EXPECTED.length });
  },
);

describe('columns are found by their names', () => {
  const ROLES = ['device', 'time', 'lon', 'lat'] as const;
  type Names = Readonly<Record<(typeof ROLES)[number], string>>;
  const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  /** Columns named as inside the statements. */
  const OTHERS = ['raw_lon', 'source', 'accuracy', 'start'];
  const rowsOf = (names: Names): Record<string, string | number>[] =>
    EXPECTED.map(({ time, lon, lat }) => ({
      ...Object.fromEntries(OTHERS.map((name) => [name, 5])),
      [names.device]: 'x',
      [names.time]: time,
      [names.lon]: lon,
      [names.lat]: lat,
    }));
  const csvOf = (names: Names): string => {
    const rows = rowsOf(names);
    const header = Object.keys(rows[0]);
    return [header, ...rows.map((row) => header.map((name) => String(row[name])))]
      .map((values) => `${values.map(quoted).join(',')}\n`)
      .join('');
  };
  const ndjsonOf = (names: Names): string =>
    rowsOf(names)
      .map((row) => JSON.stringify(row))
      .join('\n');
  const identifier = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

  const FORMATS: readonly (readonly [string, (names: Names) => Promise<unknown[]>])[] = [
    [
      'csv',
      (names) => inFolder('p.csv', csvOf(names), (file) => positionsIn(sql.engine, { file, ...names })),
    ],
    [
      'ndjson',
      (names) => inFolder('p.ndjson', ndjsonOf(names), (file) => positionsIn(sql.engine, { file, ...names })),
    ],
    [
      'parquet',
      (names) =>
        inFolder('made/p.ndjson', ndjsonOf(names), async (made) => {
          const file = join(dirname(made), 'p.parquet');
          const structure = Object.entries(rowsOf(names)[0]).map(
            ([name, value]) => `${identifier(name)} ${typeof value === 'string' ? 'String' : 'Float64'}`,
          );
          await sql.engine.command(
            "INSERT INTO FUNCTION file({file:String}, 'Parquet') SELECT * FROM file({made:String}, 'JSONEachRow', {structure:String})",
            { file, made, structure: structure.join(', ') },
          );
          return positionsIn(sql.engine, { file, ...names });
        }),
    ],
  ];

  test.each(NAMES)('%j', async (name) => {
    const lon = name.trim();
    const [[, read]] = FORMATS;
    expect(await read({ ...COLUMNS, device: `${lon}1`, lon, lat: `${lon}.${lon}` })).toEqual(EXPECTED);
  });

  describe.each(FORMATS)('%s', (_, read) => {
    test('names that the statements use themselves, and for something else', async () => {
      expect(await read({ device: 'lat', time: 'lon', lon: 'device', lat: 'time' })).toEqual(EXPECTED);
      expect(await read({ device: 'source', time: 'raw_time', lon: 'raw_lat', lat: 'raw_lon' })).toEqual(EXPECTED);
    }); // biome-ignore format: a line

    test('drawn at random, or refused', async () => {
      const drawn = fc.uniqueArray(nameOf(12), { minLength: 4, maxLength: 4 });
      let found = 0;
      await fc.assert(
        fc.asyncProperty(drawn, async ([device, time, lon, lat]) => {
          try {
            expect(await read({ device, time, lon, lat })).toEqual(EXPECTED);
            found++;
          } catch (error) {
            if (!(error instanceof BadInput)) throw error;
            await dropTables(sql.engine);
          }
        }),
        { numRuns },
      );
      expect(found).toBeGreaterThan(numRuns / 3);
    });
  });

  test('one column for two things', async () => {
    const csv = 'device_id,timestamp,both\nx,1705305600,7.5\n';
    expect(
      await inFolder('p.csv', csv, (file) => positionsIn(sql.engine, { file, lon: 'both', lat: 'both' })),
    ).toEqual([{ time: 1705305600, lon: 7.5, lat: 7.5 }]);
  });
});
