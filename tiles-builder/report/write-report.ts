/** Writes a dataset's report as HTML: totals, density maps, intervals, balance, coverage, sources and their checks, sizes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { getHexagonAreaAvg, UNITS } from 'h3-js';
import { html, raw } from 'hono/html';
import { type CountInterval, countInterval, livingInterval } from '../../src/count/count-interval.ts';
import { FEWEST_SHOWN } from '../../src/density/shown-cells.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { LAYERS, type Layer, TRAVELS } from '../../src/format/tile-sets.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { whole } from '../base/numbers/whole-number.ts';
import type { Progress } from '../base/records.ts';
import { manifestIn, readBuiltAt } from '../dataset/dataset-folder.ts';
import { findingsOf, type SourceExamination } from '../living/examine/examine-sources.ts';
import { examineSources } from '../pipeline/examine-alone.ts';
import { describeOverlaps, type RegionOverlap } from '../publish/region-overlaps.ts';
import type { Config } from '../sources/config/config.ts';
import { type CountRange, intervalPlot } from './draw-intervals.ts';
import {
  coverageMap,
  DENSITIES_PER_KM2,
  type Drawing,
  densityClasses,
  densityMap,
  drawingOf,
  type MarkedPlace,
  type Markup,
} from './draw-map.ts';
import { type LayerPeople, readPeople } from './read-people.ts';
import { landArea_km2, readWater } from './read-water.ts';
import { type SetSizes, tileSizes } from './tile-sizes.ts';

export interface ReportSummary {
  readonly file: string;
  readonly version: string;
  /** Persons by layer; `null` without it. */
  readonly people: Readonly<Record<Layer, number | null>>;
  /** `null` without a configuration. */
  readonly examination: SourceExamination | null;
  readonly sizes: readonly SetSizes[];
}

const LAYER_TITLES: Record<Layer, string> = { living: 'Inhabitants', working: 'People in working hours' };

export interface ReportOptions {
  /** Compares totals with this census. */
  readonly config?: Config | null;
  readonly overlaps?: readonly RegionOverlap[];
}

export async function writeReport(
  folder: string,
  file: string,
  { config = null, overlaps = [] }: ReportOptions,
  progress: Progress,
): Promise<ReportSummary> {
  const manifest = manifestIn(folder);
  const living = await readPeople('living', folder, manifest, progress);
  const working = await readPeople('working', folder, manifest, progress);
  if (config && config.name !== manifest.region) {
    throw new BadInput(config.file, 'name', `the dataset is of the region ${manifest.region}`);
  }
  const examination = config && (await examineSources(config, { progress, scratch: dirname(resolve(file)) }));
  const sizes = tileSizes(folder, manifest);
  progress('Write the report');
  const built_at = readBuiltAt(folder);
  const page = pageOf({
    folder,
    manifest,
    built_at,
    people: { living, working },
    config,
    overlaps,
    examination,
    sizes,
  });
  writeFileSync(file, String(await page));
  const people = { living: living?.people ?? null, working: working?.people ?? null };
  return { file, version: manifest.version, people, examination, sizes };
}

interface Reported {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly built_at: string;
  readonly people: Readonly<Record<Layer, LayerPeople | null>>;
  readonly config: Config | null;
  readonly overlaps: readonly RegionOverlap[];
  readonly examination: SourceExamination | null;
  readonly sizes: readonly SetSizes[];
}

function pageOf(reported: Reported): Markup {
  const { folder, manifest, built_at, people, config, overlaps, examination, sizes } = reported;
  const { roads, living, working } = manifest.coverage;
  const zones = { roads, ...(living && { living }), ...(working && { working }) };
  const drawing = drawingOf(Object.values(zones));
  const water = manifest.basemap ? readWater(folder, manifest.basemap.name, drawing.box) : [];
  const style = readFileSync(join(import.meta.dirname, 'report.css'), 'utf8');
  const simulated = manifest.simulated
    ? html`<p class="note">The people in this dataset are simulated.</p>`
    : '';
  const figures = LAYERS.flatMap((layer) => {
    const found = people[layer];
    if (!found) return [];
    const land_km2 = whole(landArea_km2(manifest.coverage[layer] ?? [], water));
    return [
      html`<div><dt>${LAYER_TITLES[layer]}</dt><dd>${whole(found.people)}</dd><p>on ${land_km2} km² of land</p></div>`,
    ];
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${manifest.region}: population dataset</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${titled(manifest.region)}</h1>
<p>Population dataset of ${built_at.slice(0, 10)}, version ${manifest.version}, time zone ${manifest.timezone}.</p>
${simulated}
<dl class="figures">${figures}</dl>
${LAYERS.map((layer) => densitySection(layer, manifest, people[layer], drawing, water))}
${intervalSection(manifest, people)}
${totalsSection(manifest, people, examination)}
${registersSection(manifest)}
<h2>Coverage</h2>
<p>Inside its coverage a kind of data is complete. Outside, nothing is known, and the service gives no number.</p>
${coverageMap(drawing, water, zones, examination ? placesOf(examination) : [])}
<p class="legend">${Object.entries(zones).map(
    ([name, zone]) =>
      html`<span class="entry"><span class="key ${name}"></span>${COVERAGE_TITLES[name as keyof typeof COVERAGE_TITLES]}: ${whole(landArea_km2(zone, water))} km² of land</span> `,
  )}${examination ? placesLegend(examination) : ''}</p>
${overlapsSection(drawing, water, zones, overlaps)}
<h2>Sources</h2>
${table(
  ['for', 'file', 'as of', 'attribution'],
  manifest.sources.map(({ role, file, vintage, attribution }) => [
    role,
    file,
    vintage ?? '–',
    attribution ?? '–',
  ]),
)}
${config && examination ? findingsSection(config, examination) : ''}
<h2>Files</h2>
<p>For whoever runs the service.</p>
${table(
  ['road network', 'junctions', 'road segments', 'tiles', 'separator tiles'],
  TRAVELS.map((travel) => {
    const { nodes, edges, tiles, separator_tiles } = manifest.roads[travel];
    return [TRAVEL_TITLES[travel], whole(nodes), whole(edges), whole(tiles), whole(separator_tiles)];
  }),
)}
${table(
  ['tile set', 'objects', 'size', 'median object', 'largest object'],
  sizes.map(({ set, objects, bytes, median_bytes, largest_bytes }) => [
    set,
    whole(objects),
    ...[bytes, median_bytes, largest_bytes].map(kilobytes),
  ]),
)}
</main>
</body>
</html>
`;
}

const COVERAGE_TITLES = { roads: 'streets', living: 'inhabitants', working: 'people in working hours' };
const TRAVEL_TITLES: Record<(typeof TRAVELS)[number], string> = {
  pedestrian: 'on foot',
  motorized: 'by car',
};

const titled = (region: string): string => region.charAt(0).toUpperCase() + region.slice(1);

const PLACE_TITLES = {
  contradicted: 'census unit with people, but no home on the map',
  unlisted: 'homes that no census unit lists',
};

function placesLegend(examination: SourceExamination): Markup[] {
  const marked = new Set(placesOf(examination).map(({ name }) => name));
  return Object.entries(PLACE_TITLES)
    .filter(([name]) => marked.has(name))
    .map(([name, title]) => html`<span class="entry"><span class="key ${name}"></span>${title}</span> `);
}

function placesOf({ census }: SourceExamination): MarkedPlace[] {
  return census.flatMap(({ contradicted, unlisted }) => [
    ...contradicted.map(({ id, people, position }) => ({
      name: 'contradicted',
      position,
      label: `${id}: ${whole(people)} people, no home on the map`,
    })),
    ...unlisted.map(({ expected_people, homes, position }) => ({
      name: 'unlisted',
      position,
      label: `${whole(homes)} homes for some ${whole(expected_people)} people, in no census unit`,
    })),
  ]);
}

function overlapsSection(
  drawing: Drawing,
  water: Zone,
  zones: Readonly<Record<string, Zone>>,
  overlaps: readonly RegionOverlap[],
): Markup | '' {
  if (overlaps.length === 0) return '';
  const maps = overlaps.map(({ region, coverage }) => {
    const { roads, living, working } = coverage;
    const others = { 'other-roads': roads, 'other-people': [...(living ?? []), ...(working ?? [])] };
    return html`<h3>${region}</h3>${coverageMap(drawing, water, { ...zones, ...others }, [], `Map of the overlap with ${region}`)}`;
  });
  return html`<h2>Other regions</h2>
<p>These regions were live when the report was written, and cover some of the same places.</p>
<ul>${describeOverlaps(overlaps).map((line) => html`<li>${line}</li>`)}</ul>
${maps}
<p class="legend"><span class="key other-roads"></span>roads of the other region <span class="key other-people"></span>its people</p>`;
}

function findingsSection(config: Config, examination: SourceExamination): Markup {
  const items = findingsOf(config, examination).map(
    ({ about, level, message }) => html`<li class="${level}">${about}: ${message}</li>`,
  );
  return html`<h2>Checks of the sources</h2><ul>${items}</ul>`;
}

function totalsSection(
  manifest: Manifest,
  people: Readonly<Record<Layer, LayerPeople | null>>,
  examination: SourceExamination | null,
): Markup {
  const { living } = people;
  if (!living) return html`<h2>Balance of the census</h2><p>No census: inhabitants cannot be counted.</p>`;
  const { census } = manifest;
  const rows = (examination?.census ?? []).flatMap((own) =>
    [
      [`${basename(own.file)}, ${whole(own.units)} census units`, own.listed_people],
      ['– outside the coverage, or counted from a finer census', own.elsewhere_people],
      ['– in census units without homes on the map', own.contradicted_people],
      ['= inhabitants of the census counted', own.counted_people],
    ]
      .filter(([, number]) => number !== 0)
      .map(([name, number]) => [String(name), whole(Number(number))]),
  );
  const ofCensus =
    rows.length === 0 && census
      ? [
          ['census, inside the coverage and outside', whole(census.listed_people)],
          ['census inside the coverage', whole(census.inside_millipersons / MILLIPERSONS)],
        ]
      : [];
  const hint =
    examination !== null
      ? ''
      : html`<p>With <code>--config CONFIG.json</code> the report reads the sources again and compares.</p>`;
  return html`<h2>Balance of the census</h2>
${table(['of', 'people'], [...rows, ...ofCensus, ['in the dataset', whole(living.people)]])}${hint}`;
}

function registersSection({ registers }: Manifest): Markup | '' {
  if (!registers) return '';
  const { staff, pupils, at_home, people_nowhere, bands_deviation, min_people, smallest_group_people } =
    registers;
  const rows = Object.entries({
    'at workplaces': staff,
    'at schools': pupils,
    'at home in working hours': at_home,
    'listed and counted nowhere: without a place, beyond what a site may have, or too few for a figure':
      people_nowhere,
  });
  const bands =
    bands_deviation > 0
      ? ` Bands leave ${(100 * bands_deviation).toFixed(1)} % of all people counted open: one deviation.`
      : '';
  const smallest = smallest_group_people > 0 ? `; the smallest is of ${whole(smallest_group_people)}` : '';
  return html`<h2>Registers</h2>
${table(
  ['people', 'working'],
  rows.map(([name, people]) => [name, whole(people)]),
)}
<p>No figure of sites is of fewer than ${whole(min_people)} people${smallest}.${bands}</p>`;
}

function densitySection(
  layer: Layer,
  manifest: Manifest,
  people: LayerPeople | null,
  drawing: Drawing,
  water: Zone,
): Markup | '' {
  if (!people) return '';
  const title = `${LAYER_TITLES[layer]} per km²`;
  const keys = densityClasses(people.byCell).map((step) => {
    const [from, to] = [DENSITIES_PER_KM2[step], DENSITIES_PER_KM2[step + 1]];
    const text = to === undefined ? `${whole(from)} and more` : `${whole(from)} to ${whole(to)}`;
    return html`<span class="entry"><span class="key d${step}"></span>${text}</span> `;
  });
  const undrawn =
    layer === 'working' ? ` Those with fewer than ${whole(FEWEST_SHOWN.working)} people are not drawn.` : '';
  return html`<h2>${title}</h2>
${densityMap(drawing, water, people.byCell, manifest.coverage[layer] ?? [], `Map: ${title}`)}
<p class="legend">${keys}</p>
<p class="legend">Hexagons of ${area(getHexagonAreaAvg(people.resolution, UNITS.km2))} (H3 resolution ${people.resolution}); the line is the edge of the coverage.${undrawn}</p>`;
}

const area = (km2: number): string => (km2 < 1 ? `${whole(km2 * 100)} ha` : `${km2.toFixed(1)} km²`);

/** Below, intervals are wider than their counts. */
const LEAST_PLOTTED = 10;
const POINTS = 60;

const OF_HALVES = html`<p>For zones with half the people of one census unit whose homes are on the map. Zones of whole units have exactly their people.</p>`;

/** Of residents, in half a census unit. */
function plottedInterval(
  { living, working }: Manifest['error_model'],
  layer: Layer,
): ((people: number) => CountInterval) | null {
  if (layer === 'working') return working && ((people) => countInterval(working, people));
  const halfOf = (people: number) => ({
    cut: [{ inside: people, outside: people, observedToExpected: 1 }],
    isWhole: false,
    edgeVariance: 0,
    borderChange: 0,
  });
  return living && ((people) => livingInterval(living, people, halfOf(people)));
}

function intervalSection({ error_model }: Manifest, people: Reported['people']): Markup {
  const parts = LAYERS.flatMap((layer) => {
    const intervalOf = plottedInterval(error_model, layer);
    const total = people[layer]?.people ?? 0;
    if (!intervalOf || total < 2 * LEAST_PLOTTED) return [];
    const rangeAt = (count: number): CountRange => ({ people: count, ...intervalOf(count) });
    const plotted = Array.from({ length: POINTS + 1 }, (_, i) =>
      rangeAt(LEAST_PLOTTED * (total / LEAST_PLOTTED) ** (i / POINTS)),
    );
    const listed = [100, 1_000, 10_000, 100_000, 1_000_000].filter((count) => count < total);
    const rows = listed.map(rangeAt).map((range) => [range.people, range.low, range.high].map(whole));
    const title = LAYER_TITLES[layer];
    return [
      html`<h3>${title}</h3>${layer === 'living' ? OF_HALVES : ''}${intervalPlot(plotted, `Plot: 90 % interval of ${title.toLowerCase()} by count`)}
${rows.length > 0 ? table(['counted', 'at least', 'at most'], rows) : ''}`,
    ];
  });
  if (parts.length === 0) return html`<h2>How accurate</h2><p>No interval is known.</p>`;
  return html`<h2>How accurate</h2>
<p>The true number of a zone should lie in the shaded range nine times out of ten (90 % interval). The range is in percent of the count.</p>${parts}`;
}

const kilobytes = (bytes: number): string =>
  `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}
