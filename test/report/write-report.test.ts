import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { manifestIn, writeManifest } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { type ReportSummary, writeReport } from '../../tiles-builder/report/write-report.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';

const folder = temporaryFolder();
const datasetFolder = join(folder, 'dataset');
const file = join(folder, 'report.html');
const quiet = (): void => {};
let town: GridTown;
let config: Config;
let summary: ReportSummary;
let page: string;

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'));
  const { locations, ...others } = readConfig(town.config);
  config = others;
  await buildDataset(config, datasetFolder, { progress: quiet });
  const { version: _, ...content } = manifestIn(datasetFolder);
  const living = { usual_people: 3_200, relative_error: 0.5 };
  const registers = {
    ...{ staff: 54_321, pupils: 1_234, at_home: 7_777, people_nowhere: 888 },
    ...{ bands_deviation: 0.0321, min_people: 10, smallest_group_people: 17 },
    groups: { own: '0'.repeat(64), followed: '0'.repeat(64) },
  };
  const shown = { ...content, registers, error_model: { living, working: null } };
  writeManifest(datasetFolder, shown, '2026-01-01T00:00:00.000Z');
  summary = await writeReport(datasetFolder, file, { config }, quiet);
  page = readFileSync(file, 'utf8');
});

test('sums the tiles up to the town, and compares them with the census', () => {
  expect(summary.people).toEqual({ living: expect.closeTo(town.people, 6), working: null });
  const [census] = summary.examination!.census;
  expect(census).toMatchObject({ listed_people: town.people, contradicted: [] });
  expect(census!.counted_people).toBeCloseTo(town.people, 6);
  expect(page).toContain(`${town.people.toLocaleString('en')} counted`);
  expect(page).toContain(`<dd>${town.people.toLocaleString('en')}</dd>`);
});

test('explains the classes that occur, and no others', () => {
  const drawn = new Set([...page.matchAll(/<path class="(d\d)"/g)].map(([, name]) => name));
  const explained = [...page.matchAll(/<span class="key (d\d)"/g)].map(([, name]) => name);
  expect(explained).toEqual([...drawn].sort());
});

test('draws every cell with people, and the people on the map add up', () => {
  const titles = [...page.matchAll(/<title>([\d.,]+) people/g)].map(([, people]) => Number(people));
  expect(titles.reduce((a, b) => a + b, 0)).toBeCloseTo(town.people, 0);
});

test('shows intervals up to the total, and tile sizes', () => {
  // 0.5 √(√(3200 / 200) 100 × 100) is 100, households make 20 of it; 16 may be unmapped.
  expect(page).toContain('<tr><td>100</td><td>0</td><td>204</td></tr>');
  const [, plot] = /<path class="interval"[^>]*>(.*?)<\/svg>/s.exec(page)!;
  const ticks = [...plot.matchAll(/text-anchor="middle">([\d,]+)</g)].map(([, text]) => text);
  expect(ticks.at(-1)).toBe(town.people.toLocaleString('en'));
  const counted = /<h2>How accurate<\/h2>.*?<table>(.*?)<\/table>/s.exec(page)![1];
  const counts = [...counted.matchAll(/<tr><td>([\d,]+)/g)].map(([, text]) =>
    Number(text.replaceAll(',', '')),
  );
  expect(Math.max(...counts)).toBeLessThan(town.people);
  expect(summary.sizes.map(({ set }) => set)).toEqual(['pedestrian', 'motorized', 'living', 'basemap']);
});

test('says what registers have given, and what not', () => {
  for (const figure of ['54,321', '1,234', '7,777', '888']) expect(page).toContain(`<td>${figure}</td>`);
  expect(page).toContain('No figure of sites is of fewer than 10 people; the smallest is of 17.');
  expect(page).toContain('Bands leave 3.2 % of all people counted open');
});

test('says nothing of the smallest figure of sites where there is none', async () => {
  const without = join(folder, 'without-groups');
  cpSync(datasetFolder, without, { recursive: true });
  const { version: _, ...content } = manifestIn(without);
  const registers = { ...content.registers!, smallest_group_people: 0 };
  writeManifest(without, { ...content, registers }, '2026-01-01T00:00:00.000Z');
  const html = join(folder, 'without-groups.html');
  await writeReport(without, html, {}, quiet);
  expect(readFileSync(html, 'utf8')).toContain('No figure of sites is of fewer than 10 people. Bands');
});

test('draws and lists what the sources say against each other', async () => {
  const sources = join(folder, 'sources');
  const rows = readFileSync(join(sources, 'census.csv'), 'utf8').trim();
  writeFileSync(join(sources, 'claims.csv'), `${rows}\nCRS3035RES100mN3211000E4322000,900\n`);
  const [census] = config.census!;
  const { coverage: _, ...claims } = { ...census!, file: join(sources, 'claims.csv') };
  const contradicted = join(folder, 'contradicted.html');
  const reported = await writeReport(
    datasetFolder,
    contradicted,
    { config: { ...config, census: [claims] } },
    quiet,
  );
  expect(reported.examination!.census[0]).toMatchObject({
    contradicted_people: 900,
    counted_people: town.people,
  });
  const html = readFileSync(contradicted, 'utf8');
  expect(html.match(/<circle class="contradicted"/g)).toHaveLength(1);
  expect(html).toContain('<title>CRS3035RES100mN3211000E4322000: 900 people, no home on the map</title>');
  expect(html).toMatch(/<li class="advice">census: claims\.csv: 900 people in 1 census unit/);
  expect(page).not.toContain('<circle');
  const title = 'census unit with people, but no home on the map';
  expect([html.includes(title), page.includes(title)]).toEqual([true, false]);
});

test('is a page that loads and runs nothing', () => {
  expect(page).not.toMatch(/<(script|link|img|iframe)\b|src=|url\(|https?:/);
});

test('refuses the configuration of another region', async () => {
  const other = { ...config, name: 'elsewhere' };
  await expect(writeReport(datasetFolder, file, { config: other }, quiet)).rejects.toThrow(/region/);
});

test('draws live regions that overlap', async () => {
  const { coverage } = manifestIn(datasetFolder);
  const shifted = {
    ...coverage,
    roads: coverage.roads.map((polygon) =>
      polygon.map((ring) => ring.map(([lon, lat]): Position => [lon + 0.01, lat])),
    ),
  };
  const drawn = join(folder, 'overlaps.html');
  const shared_km2 = { roads: 12.3, living: 4.5, working: 0 };
  const overlap = { region: 'beside', version: 'beside-1', coverage: shifted, shared_km2 };
  await writeReport(datasetFolder, drawn, { overlaps: [overlap] }, quiet);
  const html = readFileSync(drawn, 'utf8');
  expect(html).toContain(
    'overlaps beside: roads 12 km², living 4.50 km². For living, the region that covers more',
  );
  const pathOf = (name: string): string | undefined =>
    new RegExp(`<path class="${name}"[^>]* d="([^"]*)"`).exec(html.split('Other regions')[1]!)?.[1];
  expect(pathOf('other-roads')).toMatch(/^M[\d.]+,/);
  expect(pathOf('other-roads')).not.toBe(pathOf('roads'));
  expect(pathOf('other-people')).toBe(pathOf('living'));
  expect(page).not.toContain('Other regions');
});
