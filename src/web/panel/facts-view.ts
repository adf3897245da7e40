/** Shows facts of an answer: area and density of a single number, the data sources of all, and the map's legend. */
import type { Details } from '../../clients/javascript/index.ts';
import { TRAVELS } from '../../format/tile-sets.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import { type AnsweredRow, type Total, totalsOf } from '../count-result.ts';
import { texts } from '../text/texts.ts';
import { area, density, lettersOf, regionName, role, sourceName } from '../text/wording.ts';
import { byId, create } from './elements.ts';

/** The table of several numbers has their areas and densities itself. */
export function showFacts(rows: readonly AnsweredRow[], regions: readonly MapRegion[]): void {
  const counted = totalsOf(rows);
  const byVersion = Map.groupBy(
    counted.flatMap(({ row: { index }, total }) =>
      total.details.flatMap(({ datasets }) => datasets.map((dataset) => ({ index, dataset }))),
    ),
    ({ dataset }) => dataset.version,
  );
  byId('facts').replaceChildren(
    ...(rows.length === 1 && counted.length > 0 ? [factsOf(counted[0].total)] : []),
    ...[...byVersion.values()].map((answers) => {
      const isCompared = rows.length > 1 && byVersion.size > 1;
      return provenance(answers[0].dataset, regions, isCompared ? lettersOf(answers) : '');
    }),
  );
}

function factsOf({ people, area_m2 }: Total): HTMLElement {
  const fact = (name: string, value: string): HTMLElement =>
    create('div', '', create('dt', '', name), create('dd', '', value));
  const perKm2 = density(people, area_m2);
  return create('dl', 'facts', fact(texts.area, area(area_m2)), fact(texts.density, perKm2));
}

function provenance(
  dataset: Details['datasets'][number],
  regions: readonly MapRegion[],
  letters: string,
): HTMLElement {
  const census = dataset.sources.find((source) => source.role === 'census')?.vintage;
  const vintage = census ? texts.census(census) : texts.vintageUnknown;
  const data = texts.dataOf(regionName(dataset.region), vintage);
  const summary = create('summary', '', letters ? texts.lettered(letters, data) : data);
  const list = create('ul', 'sources');
  for (const source of dataset.sources) {
    const known = sourceName(source) || texts.notStated;
    list.append(create('li', '', create('b', '', role(source.role)), ` ${known}`));
  }
  const built = create('p', '', texts.builtOn(dataset.version, dataset.built_at.slice(0, 10)));
  const details = create('details', 'provenance', summary, list, built);
  if (dataset.sources.some((source) => source.role === 'workplaces')) {
    list.after(create('p', '', texts.registersMean));
  }
  if (!regions.some(({ version }) => version === dataset.version)) {
    details.append(create('p', '', texts.renewed));
  }
  return details;
}

/**
 * Shows the entries of the map's legend that answers for the current place have.
 * @param isCompared places have colours, and travel modes kinds of lines alone
 */
export function showLegend(rows: readonly AnsweredRow[], isCompared: boolean): void {
  const reached = totalsOf(rows).flatMap(({ row }) => (row.isKept ? [] : [row.reach?.travel]));
  byId('legend').classList.toggle('compared', isCompared);
  for (const travel of TRAVELS) {
    byId(`legend-${travel}`).hidden = !reached.includes(travel);
  }
}
