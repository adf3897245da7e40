/** Shows facts of an answer: area and density of a single number, and the data sources of all. */
import type { Details } from '../../clients/javascript/index.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import type { AnsweredRow, Total } from '../count-result.ts';
import { letterOf } from '../question.ts';
import { texts } from '../text/texts.ts';
import { area, density, regionName, role, share, vintageName } from '../text/wording.ts';
import { byId, create } from './elements.ts';
import { coveredShare } from './warnings.ts';

/** The table of several numbers has their areas and densities itself. */
export function showFacts(rows: readonly AnsweredRow[], regions: readonly MapRegion[]): void {
  const counted = rows.flatMap(({ row, results }) =>
    results.flatMap((result) => (result.kind === 'total' ? [{ index: row.index, total: result }] : [])),
  );
  const byVersion = Map.groupBy(
    counted.flatMap(({ index, total }) =>
      total.details.flatMap(({ datasets }) => datasets.map((dataset) => ({ index, dataset }))),
    ),
    ({ dataset }) => dataset.version,
  );
  byId('facts').replaceChildren(
    ...(rows.length === 1 && counted.length > 0 ? [factsOf(counted.map(({ total }) => total))] : []),
    ...[...byVersion.values()].map((answers) => {
      const isCompared = rows.length > 1 && byVersion.size > 1;
      const letters = isCompared ? [...new Set(answers.map(({ index }) => letterOf(index)))] : [];
      return provenance(answers[0].dataset, regions, letters.join(', '));
    }),
  );
}

/** @param totals of one row, at least one */
function factsOf(totals: readonly Total[]): HTMLElement {
  const [first] = totals;
  const covered = Math.min(...totals.map(coveredShare));
  const facts = create('dl', 'facts');
  fact(facts, texts.area, area(first.area_m2));
  fact(facts, texts.density, density(first.people, first.area_m2));
  if (covered < 1) fact(facts, texts.inTheData, share(covered));
  return facts;
}

function fact(list: HTMLElement, name: string, value: string): void {
  list.append(create('div', '', create('dt', '', name), create('dd', '', value)));
}

function provenance(
  dataset: Details['datasets'][number],
  regions: readonly MapRegion[],
  letters: string,
): HTMLElement {
  const census = dataset.sources.find((source) => source.role === 'census')?.vintage;
  const vintage = census ? texts.census(vintageName(census)) : texts.vintageUnknown;
  const data = texts.dataOf(regionName(dataset.region), vintage);
  const summary = create('summary', '', letters ? texts.lettered(letters, data) : data);
  const list = create('ul', 'sources');
  for (const source of dataset.sources) {
    const vintage = source.vintage && vintageName(source.vintage);
    const known = [vintage, source.attribution].filter((part) => part !== null).join(', ');
    list.append(create('li', '', create('b', '', role(source.role)), ` ${known || texts.notStated}`));
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
