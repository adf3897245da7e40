import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';
import { type ListedSite, readRegister } from '../../../tiles-builder/daytime/registers/read-register.ts';
import type { RegisterConfig } from '../../../tiles-builder/sources/config/config.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';

const scratch = scratchFolder();

async function read(text: string, settings: Partial<RegisterConfig> = {}, name = 'sites.csv') {
  const sites: ListedSite[] = [];
  const config = { file: scratch(name, text), people: 'staff', id: 'id', ...settings };
  const read = await readRegister(
    config,
    { isSchool: false, firstBand: 3 },
    tmpdir(),
    (site) => sites.push(site),
    () => {},
  );
  return { ...read, sites };
}

/** Message and advice, without folders. */
async function faultIn(...given: Parameters<typeof read>): Promise<string> {
  const error = await read(...given).then(
    () => new Error('none'),
    (cause: BadInput) => cause,
  );
  const { message, advice = null } = error as BadInput;
  return [message.replaceAll(/\S*\//g, ''), advice].filter(Boolean).join(' | ');
}

describe('a register', () => {
  test('has sites at places, some without one and some without a number', async () => {
    const { sites, rows, without_number } = await read(
      'id,staff,lon,lat\na,12,2.5,48.5\nb,3,,\nc,,2.5,48.6\nd,0,2.5,48.7\n',
    );
    expect(sites).toEqual([
      { name: 'a', isSchool: false, people: 12, band: null, present: 1, most: Infinity, place: [2.5, 48.5] },
      { name: 'b', isSchool: false, people: 3, band: null, present: 1, most: Infinity, place: null },
    ]);
    expect({ rows, without_number }).toEqual({ rows: 4, without_number: 1 });
  });

  test('of bands numbers them after those of other registers', async () => {
    const { sites } = await read('id,staff,lon,lat\na,12,2,48\nb,NN,2,48\nc,01,2,48\n', { bands: 'sirene' });
    expect(sites.map(({ name, people, band }) => [name, people, band! >= 3])).toEqual([
      ['a', 0, true],
      ['c', 0, true],
    ]);
    expect(sites[0].band).not.toBe(sites[1].band);
  });

  test('counts the rows that are asked for, and as many people as are there', async () => {
    const text = 'id,staff,state,there,lon,lat\na,10,A,0.5,2,48\na,10,F,0.5,2,48\nb,8,A,1,2,48\n';
    const { sites } = await read(text, { only: { state: ['A'] }, present: 'there' });
    expect(sites.map(({ name, present }) => [name, present])).toEqual([
      ['a', 0.5],
      ['b', 1],
    ]);
    expect((await read(text, { only: { state: 'A' }, present: 0.9 })).sites[1].present).toBe(0.9);
  });

  test('is put right by corrections, whose people have no limit', async () => {
    const corrections = scratch('corrections.csv', 'id,people,lon,lat\nhead,400,,\nlost,,2.25,48.25\n');
    const settings = { corrections, most_people: 100 };
    const { sites } = await read('id,staff,lon,lat\nhead,9000,2,48\nlost,700,,\n', settings);
    expect(sites.map(({ name, people, most, place }) => [name, people, most, place])).toEqual([
      ['head', 400, Infinity, [2, 48]],
      ['lost', 700, 100, [2.25, 48.25]],
    ]);
  });

  test('has polygons too', async () => {
    const ring = [
      [2, 48],
      [2.01, 48],
      [2.01, 48.01],
      [2, 48],
    ];
    const block = {
      type: 'Feature',
      properties: { id: 'x', staff: 30 },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
    const { sites } = await read(JSON.stringify(block), {}, 'blocks.geojson');
    expect(sites[0]).toMatchObject({ name: 'x', people: 30, place: [[ring]] });
  });

  const ROW = 'id,staff,lon,lat\na,12,2,48\n';
  test.each<[string, string, Partial<RegisterConfig>, string]>([
    [
      'a column that is not there',
      ROW,
      { people: 'staf' },
      'sites.csv, line 2: has no column staf | Did you mean staff?',
    ],
    [
      'a site that is listed twice',
      `${ROW}a,3,2,48\n`,
      {},
      'sites.csv, a: is listed twice | Its people would be counted twice: leave one out, or name the rows that count by "only".',
    ],
    [
      'a band that is unknown',
      'id,staff,lon,lat\na,20-49,2,48\n',
      { bands: { '20–49': [20, 49] } },
      'sites.csv, a: staff has "20-49", which is no band | Did you mean 20–49?',
    ],
    [
      'more who are there than there are',
      'id,staff,there,lon,lat\na,12,1.2,2,48\n',
      { present: 'there' },
      'sites.csv, a: there has 1.2, which is no share from 0 to 1',
    ],
  ])('is refused for %s', async (_, text, settings, said) => {
    expect(await faultIn(text, settings)).toBe(said);
  });

  test('is refused where corrections name a site that is in no row', async () => {
    const corrections = scratch('corrections.csv', 'id,people\nb,3\n');
    expect(await faultIn(ROW, { corrections })).toBe(
      'corrections.csv, b: is in no row of the register that counts',
    );
  });

  test('needs ids for corrections', async () => {
    const corrections = scratch('corrections.csv', 'id,people\na,3\n');
    expect(await faultIn(ROW, { corrections, id: undefined })).toBe(
      'sites.csv: needs "id" as well as "corrections" in the configuration',
    );
  });
});
