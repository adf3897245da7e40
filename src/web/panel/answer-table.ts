/** Makes the table of counts with interval bars: rows of places and travel times, columns of endpoints. */
import type { Row } from '../calls-of.ts';
import { type AnsweredRow, type CountResult, type Total, totalsOf } from '../count-result.ts';
import { paintAsPlace } from '../map/colours.ts';
import { letterOf } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import {
  area,
  bounds,
  density,
  means,
  people,
  placeTitle,
  reachText,
  shortDuration,
  shortName,
} from '../text/wording.ts';
import { countElement, endOfScale, intervalBar } from './count-element.ts';
import { button, create } from './elements.ts';
import { warningsOf } from './warnings.ts';

export interface PlaceEvents {
  readonly removePlace: (index: number) => void;
  readonly countTogether: () => void;
}

export function answerTable(
  rows: readonly AnsweredRow[],
  unions: readonly AnsweredRow[],
  events: PlaceEvents,
): HTMLElement {
  const columns = [texts.reach, ...rows[0].row.counts.map(({ endpoint }) => shortName(endpoint))];
  const hasPlaces = rows.at(-1)!.row.index > 0;
  const ends = rows[0].results.map((_, column) => endOfColumn(rows, column));
  const groups = Map.groupBy(rows, ({ row }) => row.index);
  const bodies = [...groups.values()].map((group) => {
    const lines = group.map((answered) => lineOf(answered, ends));
    if (hasPlaces) lines.unshift(placeLine(group[0].row, columns.length, events));
    return create('tbody', '', ...lines);
  });
  if (hasPlaces) bodies.push(...unionOf(rows, unions, columns.length, events));
  const table = create(
    'table',
    '',
    create('caption', 'visually-hidden', texts.comparison),
    create('thead', '', create('tr', '', ...columns.map((text) => head('col', text)))),
    ...bodies,
  );
  const hasParts = totalsOf([...rows, ...unions]).some(({ total }) => total.details.length > 1);
  const notes = [
    texts.intervals,
    ...(hasParts ? [texts.sumOfParts] : []),
    ...(columns.includes(texts.workingShort)
      ? [texts.workingNote(texts.workingShort, texts.workingMeans)]
      : []),
    ...(rows.some(({ row }) => row.reach?.travel === 'motorized') ? [texts.freeFlow] : []),
  ];
  const wide = create('div', 'wide', table, ...notes.map((text) => create('p', 'hint', text)));
  wide.tabIndex = 0;
  wide.setAttribute('role', 'group');
  wide.setAttribute('aria-label', texts.comparison);
  return wide;
}

/** Offers the union once each place has its numbers. */
function unionOf(
  rows: readonly AnsweredRow[],
  unions: readonly AnsweredRow[],
  columns: number,
  { countTogether }: PlaceEvents,
): HTMLTableSectionElement[] {
  const isAnswered = rows.every(({ results }) => results.every(({ kind }) => kind === 'total'));
  if (unions.length === 0 && !isAnswered) return [];
  const ask = unions.length === 0 ? [button(texts.countTogether, '', countTogether)] : [];
  const title = headOfGroup(columns, texts.together, ...ask);
  return [create('tbody', 'sum', create('tr', '', title), ...unions.map((union) => lineOf(union)))];
}

/** @param ends of the scales of bars, by columns */
function lineOf({ row, results }: AnsweredRow, ends?: readonly number[]): HTMLTableRowElement {
  const reach = reachParts(row).map((part) => create('span', '', part));
  const cells = results.map((result, column) => cellOf(result, ends?.[column] ?? null));
  return create('tr', '', head('row', ...reach, ...areasOf(results)), ...cells);
}

function head(scope: string, ...content: readonly (Node | string)[]): HTMLTableCellElement {
  const cell = create('th', '', ...content);
  cell.scope = scope;
  return cell;
}

const headOfGroup = (columns: number, ...content: readonly (Node | string)[]): HTMLTableCellElement =>
  Object.assign(head('rowgroup', create('div', '', ...content)), { colSpan: columns });

function placeLine(
  { index, place }: Row,
  columns: number,
  { removePlace }: PlaceEvents,
): HTMLTableRowElement {
  const remove = button('×', 'quiet', () => removePlace(index));
  remove.setAttribute('aria-label', texts.remove(letterOf(index)));
  const title = create('span', 'name', placeTitle(place));
  const letter = create('b', 'letter', letterOf(index));
  paintAsPlace(letter, index);
  return create('tr', 'place', headOfGroup(columns, letter, title, remove));
}

const reachParts = ({ reach }: Row): string[] =>
  reach ? [`${shortDuration(reach.time_s)} `, means(reach.travel)] : [texts.zone];

export const titleOf = ({ place, reach }: Row): string =>
  reach ? `${placeTitle(place)}, ${reachText(reach)}` : placeTitle(place);

function areasOf(results: readonly CountResult[]): HTMLElement[] {
  const total = results.find((result) => result.kind === 'total');
  return total ? [create('small', '', area(total.area_m2))] : [];
}

/** @param end of the bar's scale; `null` without a bar */
export function cellOf(result: CountResult, end: number | null): HTMLElement {
  switch (result.kind) {
    case 'pending':
      return create('td', 'pending', texts.pending);
    case 'refusal':
      return create('td', 'none', texts.noAnswer);
    case 'total': {
      const warnings = warningsOf(result).filter(({ isOfDataset }) => !isOfDataset);
      const lines = [
        bounds(result),
        density(result.people, result.area_m2),
        ...warnings.map(({ title }) => title),
        ...addsOf(result),
      ];
      const { interval } = supportedCount(result.people, result.interval);
      return create(
        'td',
        '',
        countElement(result),
        ...(end === null ? [] : intervalBar(result.people, interval, end)),
        ...lines.map((line) => create('small', '', line)),
      );
    }
  }
}

/** What each place of a union adds to those before it; unknown where roads go on. */
const addsOf = ({ adds = [], isCut, interval }: Total): string[] =>
  isCut
    ? []
    : adds.flatMap((added, index) =>
        index === 0
          ? []
          : [texts.adds(letterOf(index), people(supportedCount(Math.max(0, added), interval).people))],
      );

const endOfColumn = (rows: readonly AnsweredRow[], column: number): number =>
  endOfScale(
    rows.map(({ results }) => {
      const result = results[column];
      return result.kind === 'total' ? supportedCount(result.people, result.interval).interval : null;
    }),
  );
