/** A dataset on one page that needs nothing else: coverage, totals, density maps, errors, tile sizes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { html, raw } from 'hono/html';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { LAYERS, type Layer, TRAVELS } from '../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { examineSources } from '../build/examine-alone.ts';
import type { Config } from '../config/config.ts';
import { manifestIn, readBuiltAt } from '../dataset/dataset-folder.ts';
import { findingsOf, type SourceExamination } from '../examine/examine-sources.ts';
import { BadInput } from '../failures/bad-input.ts';
import { whole } from '../numbers/whole-number.ts';
import { describeOverlaps, type RegionOverlap } from '../publish/region-overlaps.ts';
import type { Progress } from '../records.ts';
import {
  coverageMap,
  DENSITIES_PER_KM2,
  type Drawing,
  densityMap,
  drawingOf,
  type MarkedPlace,
  type Markup,
} from './draw-map.ts';
import { type LayerPeople, readPeople } from './read-people.ts';
import { type SetSizes, tileSizes } from './tile-sizes.ts';

export interface ReportSummary {
  /** The page. */
  readonly file: string;
  readonly version: string;
  /** Persons in the tiles, by layer; `null` where the dataset has no such data. */
  readonly people: Readonly<Record<Layer, number | null>>;
  /** What the sources say of each other; `null` without a configuration. */
  readonly examination: SourceExamination | null;
  readonly sizes: readonly SetSizes[];
}

const LAYER_TITLES: Record<Layer, string> = { living: 'People living', working: 'People working' };

/** What a report shows beside the dataset. */
export interface ReportOptions {
  /** What the dataset was built from, to hold its totals against the census; `null` leaves that out. */
  readonly config?: Config | null;
  /** Live regions that cover some of what it covers. */
  readonly overlaps?: readonly RegionOverlap[];
}

/**
 * @throws BadInput, StorageUnavailable, DamagedTile
 */
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

/** What a report is made of. */
interface Reported {
  readonly manifest: Manifest;
  readonly built_at: string;
  readonly people: Readonly<Record<Layer, LayerPeople | null>>;
  readonly config: Config | null;
  readonly overlaps: readonly RegionOverlap[];
  readonly examination: SourceExamination | null;
  readonly sizes: readonly SetSizes[];
}

function pageOf({ manifest, built_at, people, config, overlaps, examination, sizes }: Reported): Markup {
  const { roads, living, working } = manifest.coverage;
  const zones = { roads, ...(living && { living }), ...(working && { working }) };
  const drawing = drawingOf(Object.values(zones));
  const style = readFileSync(join(import.meta.dirname, 'report.css'), 'utf8');
  const simulated = manifest.simulated
    ? html`<p class="note">The people in this dataset are simulated.</p>`
    : '';
  const totals = LAYERS.flatMap((layer) => {
    const found = people[layer];
    return found ? [[LAYER_TITLES[layer], whole(found.people)]] : [];
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${manifest.version}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${manifest.region}</h1>
<p>Version ${manifest.version}, built ${built_at}, time zone ${manifest.timezone}.</p>
${simulated}
<dl class="figures">${totals.map(([name, total]) => html`<div><dt>${name}</dt><dd>${total}</dd></div>`)}</dl>
${config && examination ? findingsSection(config, examination) : ''}
<h2>Sources</h2>
${table(
  ['role', 'file', 'vintage', 'attribution'],
  manifest.sources.map(({ role, file, vintage, attribution }) => [
    role,
    file,
    vintage ?? '–',
    attribution ?? '–',
  ]),
)}
<h2>Coverage</h2>
${coverageMap(drawing, zones, examination ? placesOf(examination) : [])}
<p class="legend">${Object.entries(zones).map(
    ([name, zone]) =>
      html`<span class="key ${name}"></span>${name}: ${whole(areaOfZone_m2(zone) / 1e6)} km² `,
  )}${examination ? PLACES_LEGEND : ''}</p>
${overlapsSection(drawing, zones, overlaps)}
${totalsSection(manifest, people, examination)}
${registersSection(manifest)}
${LAYERS.map((layer) => densitySection(layer, manifest, people[layer], drawing))}
${errorSection(manifest)}
<h2>Roads</h2>
${table(
  ['travel', 'nodes', 'edges', 'tiles', 'tiles above them'],
  TRAVELS.map((travel) => {
    const { nodes, edges, tiles, separator_tiles } = manifest.roads[travel];
    return [travel, whole(nodes), whole(edges), whole(tiles), whole(separator_tiles)];
  }),
)}
<h2>Tile sizes</h2>
${table(
  ['set', 'objects', 'together', 'median', 'largest'],
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

const PLACES_LEGEND = html` <span class="key contradicted"></span>people without a home on the map <span class="key unlisted"></span>homes that no census unit lists`;

/** What to mark on the map: units that the map contradicts, and homes that the census does not list. */
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

/** The coverage of people of each region that overlaps, over the dataset's own. */
function overlapsSection(
  drawing: Drawing,
  zones: Readonly<Record<string, Zone>>,
  overlaps: readonly RegionOverlap[],
): Markup | '' {
  if (overlaps.length === 0) return '';
  const maps = overlaps.map(({ region, coverage }) => {
    const { roads, living, working } = coverage;
    const others = { 'other-roads': roads, 'other-people': [...(living ?? []), ...(working ?? [])] };
    return html`<h3>${region}</h3>${coverageMap(drawing, { ...zones, ...others }, [], `Map of the overlap with ${region}`)}`;
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
  return html`<h2>What the sources say of each other</h2><ul>${items}</ul>`;
}

function totalsSection(
  manifest: Manifest,
  people: Readonly<Record<Layer, LayerPeople | null>>,
  examination: SourceExamination | null,
): Markup {
  const { living } = people;
  if (!living) return html`<h2>Totals</h2><p>No census: livingcount answers 422.</p>`;
  const rows = (examination?.census ?? []).flatMap((census) => [
    [`${basename(census.file)}: ${whole(census.units)} units`, whole(census.listed_people)],
    ['… counted', whole(census.counted_people)],
    ['… where the map does not reach, or a finer census counts', whole(census.elsewhere_people)],
    ['… in units that the map contradicts', whole(census.contradicted_people)],
  ]);
  const ofCensus = manifest.census
    ? [
        [
          'the census inside the coverage, as the build read it',
          whole(manifest.census.inside_millipersons / MILLIPERSONS),
        ],
        ['the census inside the coverage and outside', whole(manifest.census.listed_people)],
      ]
    : [];
  const hint =
    examination !== null
      ? ''
      : html`<p>With <code>--config CONFIG.json</code> the report reads the sources again and holds this against them.</p>`;
  return html`<h2>Totals</h2>
${table(['of', 'people'], [['all tiles together', whole(living.people)], ...ofCensus, ...rows])}${hint}`;
}

/** What people working rest on where nobody has device locations. */
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
): Markup | '' {
  if (!people) return '';
  const title = `${LAYER_TITLES[layer]}, density`;
  const keys = DENSITIES_PER_KM2.map(
    (from, step) => html`<span class="entry"><span class="key d${step}"></span>${whole(from)}</span> `,
  );
  return html`<h2>${title}</h2>
${densityMap(drawing, people.byCell, manifest.coverage[layer] ?? [], `Map: ${title}`)}
<p class="legend">people a km² from ${keys}; H3 cells at resolution ${people.resolution}</p>`;
}

function errorSection({ error_model }: Manifest): Markup {
  const tables = LAYERS.flatMap((layer) => {
    const model = error_model[layer];
    if (!model) return [];
    const rows = model.knots.map(({ people, low, high }) => [whole(people), whole(low), whole(high)]);
    return [html`<h3>${LAYER_TITLES[layer]}</h3>${table(['count', 'low', 'high'], rows)}`];
  });
  const none = html`<p>No error model: answers have no interval.</p>`;
  return html`<h2>Errors</h2>
${tables.length > 0 ? html`<p>The true number lies in the range nine times out of ten.</p>${tables}` : none}`;
}

const kilobytes = (bytes: number): string =>
  `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`;

/** The first column is text, the others are aligned as figures. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}
