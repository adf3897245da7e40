import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../../../src/limits.ts';
import '../../../src/web/sites/read-sites.ts';
import { PROPERTIES, SITE_COLUMNS } from '../../../src/clients/count-columns.ts';
import { type AskedCall, refusal, success, unserved } from '../answers.ts';
import { MapStandIn } from '../map-stand-in.ts';
import { pass, type Visit, type VisitOptions, visit } from '../visit.ts';

const SITES = 700;
const SITES_PER_DEGREE = 1_000;
const RETRY_AFTER_S = 7;
const SOURCES = 'roads 2026 the mappers; census 2020 the town hall';
const lonOf = (i: number): string => (11 + i / SITES_PER_DEGREE).toFixed(3);
const isRefused = ({ parameters }: AskedCall): boolean => Number(parameters.lon.slice(-3)) % 50 === 7;
const peopleAt = ({ endpoint, parameters: { lon, time } }: AskedCall): number =>
  Math.round(Number(lon) * 1_000) + Number(time) + (endpoint === 'livingcount' ? 0 : 500_000);

function standIn(): Required<Pick<VisitOptions, 'answer'>> & {
  readonly tooMany: number[];
  readonly asked: number[];
} {
  const tooMany: number[] = [];
  const asked: number[] = [];
  return {
    tooMany,
    asked,
    answer: (call) => {
      asked.push(Date.now());
      if (asked.length % 97 === 0) {
        tooMany.push(Date.now());
        return refusal(429, 'Too many requests', { 'Retry-After': String(RETRY_AFTER_S) });
      }
      return isRefused(call) ? unserved('no-road') : success(call, { people: peopleAt(call) });
    },
  };
}

const TABLE = ['name\tlongitude\tlatitude', ...Array.from({ length: SITES }, (_, i) => `=site ${i}\t${lonOf(i)}\t57.5`)].join('\n'); // biome-ignore format: one line
const paste = async (page: Visit, text: string): Promise<void> => {
  await page.type('#geojson', text);
  await page.press('Use it');
};
const textOfFile = (page: Visit): Promise<string> => page.files.at(-1)!.content.text();
async function finish(page: Visit): Promise<void> {
  for (let i = 0; i < 60 && page.sees('#count-sites'); i++) await pass(5_000);
}

test('700 sites are counted, each with the number of the service or its reason', async () => {
  const service = standIn();
  const page = await visit({ answer: service.answer });
  await paste(page, TABLE);
  await pass(20);
  expect(page.text('#sites-title')).toBe('700 sites');
  expect(page.text('#sites-asked')).toBe('Living · 10 minutes on foot');
  expect(page.text('#sites-done')).toBe('0 of 700 numbers.');
  expect([page.calls.length, page.sees('#save-sites-csv')]).toEqual([0, false]);

  await page.press('Count');
  await pass(5_000);
  expect(page.get<HTMLProgressElement>('#sites-progress').value).toBeGreaterThan(40);
  await page.press('Pause');
  await pass(1_000 * RETRY_AFTER_S);
  const before = page.calls.length;
  await pass(60_000);
  expect(page.calls).toHaveLength(before);
  await page.press('CSV', '#sites');
  expect((await textOfFile(page)).trim().split('\r\n')).toHaveLength(1 + before - service.tooMany.length);

  await page.press('Go on');
  await finish(page);
  expect(page.text('#sites-done')).toBe('686 of 700 numbers, 14 without an answer.');

  expect(service.tooMany.length).toBeGreaterThan(5);
  expect(service.asked).toHaveLength(SITES + service.tooMany.length);
  const waits = service.asked.slice(1).map((at, i) => [service.asked[i], at] as const);
  const underWay = 6;
  for (const [earlier, later] of waits)
    if (later > earlier && service.tooMany.includes(earlier))
      expect(later - earlier).toBeGreaterThanOrEqual(1_000 * RETRY_AFTER_S);
  for (let i = 0; i + CALLS_PER_KEY + underWay < service.asked.length; i++)
    expect(service.asked[i + CALLS_PER_KEY + underWay] - service.asked[i]).toBeGreaterThanOrEqual(
      1_000 * RATE_PERIOD_S,
    );

  await page.press('CSV', '#sites');
  expect(page.files.at(-1)!.name).toBe('population-count-sites.csv');
  const lines = parse(await textOfFile(page), { bom: true, columns: true }) as Record<string, string>[];
  expect(lines).toHaveLength(SITES);
  const call = (i: number): AskedCall => ({
    endpoint: 'livingcount',
    parameters: { lon: String(Number(lonOf(i))), lat: '57.5', time: '600' },
    authorization: null,
  });
  for (const [i, line] of lines.entries()) {
    const people = peopleAt(call(i));
    expect(line).toMatchObject({
      id: `'=site ${i}`,
      travel: 'pedestrian',
      time_s: '600',
      count: 'livingcount',
    });
    if (i % 50 === 7) expect([line.people, line.low, line.error]).toEqual(['', '', 'made no-road']);
    else {
      const { low, high, coverage, cut, region, error } = line;
      expect(line.people).toBe(String(people));
      expect([low, high]).toEqual([String(people - 10), String(people + 20)]);
      expect([coverage, cut, region, error]).toEqual(['1', 'false', 'little-town', '']);
      expect(line.sources).toBe(SOURCES);
    }
  }
  await page.press('GeoJSON', '#sites');
  const { features } = JSON.parse(await textOfFile(page)) as GeoJSON.FeatureCollection;
  expect(features).toHaveLength(SITES);
  for (const [i, { geometry, properties }] of features.entries()) {
    expect(geometry).toEqual({ type: 'Point', coordinates: [Number(lonOf(i)), 57.5] });
    expect(properties!.id).toBe(`=site ${i}`);
    expect(properties!.people).toBe(i % 50 === 7 ? null : peopleAt(call(i)));
  }
  const onMap = page.map.features('sites').map(({ properties }) => properties!);
  const most = Math.max(...onMap.map((_, i) => (i % 50 === 7 ? 0 : peopleAt(call(i)))));
  for (const [i, { size }] of onMap.entries())
    expect(size ** 2).toBeCloseTo(i % 50 === 7 ? 0 : peopleAt(call(i)) / most);
  const states = onMap.map(({ state }) => state);
  expect(states.filter((state) => state === 'refused')).toHaveLength(14);
  expect(states.filter((state) => state === 'counted')).toHaveLength(686);
}, 120_000);

test('both counts at all times are asked at each site, and a zone once for each count', async () => {
  const page = await visit({
    answer: (call) => success(call, { people: call.parameters.zone ? 77 : peopleAt(call) }),
  });
  await page.choose('endpoint', 'both');
  await page.turn('#bands', true);
  await paste(
    page,
    'id;lon;lat;wkt\nstop;11,5;57,5;\nquarter;;;"POLYGON ((11.4 57.4, 11.5 57.4, 11.5 57.5, 11.4 57.4))"\n',
  );
  await pass(20);
  expect(page.text('#sites-done')).toMatch(/^0 of 8 numbers/);
  await page.press('Count');
  await page.choose('endpoint', 'livingcount');
  await finish(page);
  await page.press('CSV', '#sites');
  const lines = parse(await textOfFile(page), { bom: true, columns: true }) as Record<string, string>[];
  expect(lines.map(({ id, time_s, count, people }) => [id, time_s, count, people])).toEqual([
    ...[300, 600, 900].flatMap((time) => [
      ['stop', String(time), 'livingcount', String(11_500 + time)],
      ['stop', String(time), 'workingcount', String(511_500 + time)],
    ]),
    ['quarter', '', 'livingcount', '77'],
    ['quarter', '', 'workingcount', '77'],
  ]);
  expect(Object.keys(lines[0])).toEqual([...SITE_COLUMNS, 'area_m2']);
  expect(lines[0]).toMatchObject({
    lon: '11.5',
    lat: '57.5',
    wkt: '',
    travel: 'pedestrian',
    sources: SOURCES,
  });
  const zone = 'POLYGON ((11.4 57.4,11.5 57.4,11.5 57.5,11.4 57.4))';
  expect(lines.at(-1)).toMatchObject({ lon: '', lat: '', wkt: zone, travel: '' });
  await page.press('GeoJSON', '#sites');
  const { features } = JSON.parse(await textOfFile(page)) as GeoJSON.FeatureCollection;
  for (const { properties } of features) expect(Object.keys(properties!)).toEqual([...PROPERTIES, 'area_m2']);
  expect(features.at(-1)!.geometry).toEqual({
    type: 'Polygon',
    coordinates: [[[11.4, 57.4], [11.5, 57.4], [11.5, 57.5], [11.4, 57.4]]], // biome-ignore format: one line
  });
});

test('the table has each number with its bounds, or the reason, and is sorted by a click on a column', async () => {
  const people: Record<string, number> = { '11.1': 5, '11.2': 70_000, '11.3': 300 };
  const page = await visit({
    answer: (call) =>
      people[call.parameters.lon]
        ? success(call, { people: people[call.parameters.lon] })
        : unserved('no-road'),
  });
  await paste(page, 'name,lon,lat\nb 10,11.1,57.5\nb 9,11.2,57.5\nc,11.4,57.5\nd,north,57.5\na,11.3,57.5\n');
  await pass(20);
  expect(page.sees('#sites-table')).toBe(false);
  await page.press('Count');
  await finish(page);
  const lines = (): string[] =>
    [...document.querySelectorAll('#sites-table tbody tr')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent).join(' '),
    );
  const table = ['b 10 5-5 – 253 / km²', 'b 9 70,00069,990 – 70,02035,000 / km²', 'c There is no road near this point', 'd Longitude and latitude are not numbers of degrees.', 'a 300290 – 320150 / km²']; // biome-ignore format: one line
  expect(lines()).toEqual(table);
  const head = (name: string): string | null =>
    [...document.querySelectorAll('#sites-table th')].find(({ textContent }) => textContent === name)!
      .ariaSort;
  const [b10, b9, c, d, a] = table;
  const living = 'Living, 10 min on foot';
  await page.press(living);
  expect([lines(), head(living)]).toEqual([[b9, a, b10, c, d], 'descending']);
  await page.press(living);
  expect([lines(), head(living)]).toEqual([[b10, a, b9, c, d], 'ascending']);
  await page.press('Site');
  expect([lines(), head('Site'), head(living)]).toEqual([[a, b9, b10, c, d], 'ascending', null]);
});

test('a site says its name, number and own columns where it is pointed at, is no place to count at, and keeps its columns', async () => {
  const page = await visit();
  await paste(page, 'name,Rent,lon,lat,region\na,900 €,11.5,57.5,north\nb,,11.6,57.5,\n');
  await pass(20);
  await page.press('Count');
  await finish(page);
  expect(page.text('#sites-sizes')).toBe('Size by people: 310 1,200');
  page.map.inView.add('site-points');
  await page.click([11.5, 57.5]);
  expect(page.calls).toHaveLength(2);
  const said = ['a', 'Living, 10 min on foot: 1,234 (1,224 – 1,254)', 'Rent: 900 €', 'region: north'];
  expect(MapStandIn.popup.split('\n')).toEqual(said);
  page.map.inView.clear();
  page.map.point('mousemove', [11.7, 57.5]);
  expect(MapStandIn.popup).toBe('');
  await page.press('CSV', '#sites');
  const lines = parse(await textOfFile(page), { bom: true, columns: true }) as Record<string, string>[];
  expect(lines.map(({ id, region, Rent, own_region }) => [id, region, Rent, own_region])).toEqual([
    ['a', 'little-town', '900 €', 'north'],
    ['b', 'little-town', '', ''],
  ]);
  await page.press('GeoJSON', '#sites');
  const { features } = JSON.parse(await textOfFile(page)) as GeoJSON.FeatureCollection;
  expect(features[0].properties).toMatchObject({ id: 'a', Rent: '900 €', own_region: 'north' });
});

test('the documentation tells the columns in their order', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../src/web/docs/sites.md'), 'utf8');
  const firstCells = docs.split('\n').flatMap((line) => (/^\| (`.*?) \|/.exec(line) ?? []).slice(1));
  expect(firstCells.join().match(/(?<=`)\w+(?=`)/g)).toEqual(SITE_COLUMNS);
});

test('a lost connection and a refused key pause the count, and nothing of it is lost', async () => {
  let state: 'up' | 'down' | 'refused' = 'up';
  const page = await visit({
    answer: (call) => {
      if (state === 'down') throw new TypeError('no connection');
      return state === 'refused' ? refusal(401, 'Unknown key') : success(call, { people: peopleAt(call) });
    },
  });
  await paste(page, TABLE.split('\n').slice(0, 201).join('\n'));
  await pass(20);
  await page.press('Count');
  await pass(1_000);
  state = 'down';
  await pass(2_000);
  expect(page.text('#sites-status')).toMatch(/^The service cannot be reached/);
  state = 'refused';
  await page.press('Go on');
  await pass(1_000);
  expect(page.text('#sites-status')).toMatch(/^This key is not known here/);
  expect(page.text('#open-key')).toBe('Wrong key');
  state = 'up';
  await page.press('Go on');
  await finish(page);
  expect(page.text('#sites-done')).toBe('200 of 200 numbers.');
  await page.press('Close');
  expect(page.sees('#sites')).toBe(false);
  expect(page.map.features('sites')).toHaveLength(0);
});

test('refused numbers are asked again, and a storage that fails is waited for', async () => {
  let failures = 0;
  let isMended = false;
  const page = await visit({
    answer: (call) => {
      if (isMended || call.parameters.lon === '11') return success(call, { people: 5 });
      if (call.parameters.lon === '11.002') return unserved('no-road');
      failures++;
      return refusal(503, 'Storage does not answer', { 'Retry-After': '5' });
    },
  });
  await paste(page, TABLE.split('\n').slice(0, 4).join('\n'));
  await pass(20);
  await page.press('Count');
  await finish(page);
  expect([failures, page.text('#sites-done')]).toEqual([4, '1 of 3 numbers, 1 without an answer.']);
  expect(page.text('#sites-status')).toMatch(/^The data cannot be read right now/);
  isMended = true;
  await page.press('Ask again', '#sites');
  await finish(page);
  expect(page.text('#sites-done')).toBe('3 of 3 numbers.');
});

test('what is no table is said to be none', async () => {
  const page = await visit();
  await paste(page, 'Dear all,\nplease find attached\n');
  expect(page.text('#bring-in-fault')).toMatch(/^This is neither GeoJSON nor a table/);
  await paste(page, `name,lon,lat\n${'a,11.5,57.5\n'.repeat(1_001)}`);
  expect(page.text('#bring-in-fault')).toMatch(/^The table has 1001 sites; at most 1000/);
});

test('a count pauses where the key is forgotten, and goes on with another one', async () => {
  const page = await visit({ answer: (call) => success(call, { people: peopleAt(call) }) });
  await paste(page, TABLE.split('\n').slice(0, 201).join('\n'));
  await pass(20);
  await page.press('Count');
  await pass(1_000);
  page.button('Key ✓').click();
  await page.press('Forget it');
  expect([page.text('#count-sites'), page.text('#open-key')]).toEqual(['Go on', 'Enter key']);
  const before = page.calls.length;
  await pass(30_000);
  expect(page.calls).toHaveLength(before);
  await page.press('Go on');
  await page.type('#key', 'pc_other:b');
  await page.submit('#key-form');
  await page.press('Go on');
  await finish(page);
  expect(page.text('#sites-done')).toBe('200 of 200 numbers.');
  expect(page.calls.at(-1)!.authorization).toBe(`Basic ${btoa('pc_other:b')}`);
});

test('without a key the page asks for one before it counts', async () => {
  const page = await visit({ withKey: false });
  await paste(page, 'name,lon,lat\na,11.5,57.5\n');
  await pass(20);
  await page.press('Count');
  expect([page.calls.length, page.get<HTMLDialogElement>('#key-dialog').open]).toEqual([0, true]);
});
