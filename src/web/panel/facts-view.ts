/** Shows facts of the current place: area, density, data sources. */
import type { MapRegion } from '../../routes/map-region.ts';
import type { AnsweredRow, Total } from '../count-result.ts';
import type { Answer } from '../outcome.ts';
import { letterOf } from '../question.ts';
import { texts } from '../text/texts.ts';
import { area, density, regionName, role, share, vintageName } from '../text/wording.ts';
import { byId, create } from './elements.ts';
import { coveredShare } from './warnings.ts';

export function showFacts(
  answered: AnsweredRow | undefined,
  regions: readonly MapRegion[],
  hasLetters: boolean,
): void {
  const totals = answered?.results.flatMap((result) => (result.kind === 'total' ? [result] : [])) ?? [];
  const letter = answered && hasLetters ? `${letterOf(answered.row.index)}: ` : '';
  byId('facts').replaceChildren(...(totals.length > 0 ? contentOf(totals, regions, letter) : []));
}

/** @param totals of one row, at least one */
function contentOf(totals: readonly Total[], regions: readonly MapRegion[], letter: string): HTMLElement[] {
  const [first] = totals;
  const area_m2 = first.answers.reduce((sum, { details }) => sum + details.area_m2, 0);
  const covered = Math.min(...totals.map(coveredShare));
  const facts = create('dl', 'facts');
  fact(facts, letter + texts.area, area(area_m2));
  fact(facts, letter + texts.density, density(first.people, area_m2));
  if (covered < 1) fact(facts, letter + texts.inTheData, share(covered));
  const byVersion = new Map(
    totals.flatMap(({ answers }) =>
      answers.map(({ details }) => [details.dataset.version, details] as const),
    ),
  );
  return [facts, ...[...byVersion.values()].map((details) => provenance(details, regions, letter))];
}

function fact(list: HTMLElement, name: string, value: string): void {
  list.append(create('div', '', create('dt', '', name), create('dd', '', value)));
}

function provenance(
  { dataset }: Answer['details'],
  regions: readonly MapRegion[],
  letter: string,
): HTMLElement {
  const census = dataset.sources.find((source) => source.role === 'census')?.vintage;
  const vintage = census ? texts.census(vintageName(census)) : texts.vintageUnknown;
  const summary = create('summary', '', letter + texts.dataOf(regionName(dataset.region), vintage));
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
