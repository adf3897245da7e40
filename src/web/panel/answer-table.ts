/** Table of counts with interval bars: rows of places and travel times, columns of endpoints. */
import { sumOfIntervals } from '../../clients/javascript/client.ts';
import type { Row } from '../calls-of.ts';
import type { AnsweredRow, CountResult } from '../count-result.ts';
import { letterOf, type Place } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { area, bounds, density, means, placeTitle, shortDuration, shortName } from '../text/wording.ts';
import { countElement, endOfScale, intervalBar } from './count-element.ts';
import { button, create } from './elements.ts';
import { letterElement } from './letter-element.ts';
import { overlappingPlaces } from './overlapping-places.ts';
import { warningsOf } from './warnings.ts';

export interface PlaceEvents {
  readonly removePlace: (index: number) => void;
  readonly renamePlace: (index: number, name: string) => void;
}

export interface Order {
  /** Column of numbers by which places lie, the most people first; `null` as they were asked. */
  readonly by: number | null;
  readonly sortBy: (column: number) => void;
}

export function answerTable(rows: readonly AnsweredRow[], events: PlaceEvents, order: Order): HTMLElement {
  const columns = [texts.reach, ...rows[0].row.counts.map(({ endpoint }) => shortName(endpoint))];
  const hasPlaces = rows.at(-1)!.row.index > 0;
  const headOf = (text: string, column: number): HTMLTableCellElement => {
    if (!hasPlaces || column < 0) return head('col', text);
    const sort = button(text, 'quiet', () => order.sortBy(column));
    sort.setAttribute('aria-label', texts.sortBy(text));
    const cell = head('col', sort);
    if (column === order.by) cell.ariaSort = 'descending';
    return cell;
  };
  const ends = rows[0].results.map((_, column) => endOfColumn(rows, column));
  const groups = Map.groupBy(rows, ({ row }) => row.index);
  const bodies = sorted([...groups.values()], order.by).map((group) => {
    const lines = group.map(({ row, results }) => lineOf(row, results, ends));
    if (hasPlaces) lines.unshift(placeLine(group[0].row, columns.length, events));
    return create('tbody', '', ...lines);
  });
  const sums = hasPlaces ? sumsOf([...groups.values()]) : [];
  if (sums.length > 0) {
    const line = head('rowgroup', create('div', '', texts.together));
    line.colSpan = columns.length;
    const lines = sums.map(({ row, results }) =>
      lineOf(
        row,
        results,
        results.map(() => null),
      ),
    );
    bodies.push(create('tbody', 'sum', create('tr', '', line), ...lines));
  }
  const table = create(
    'table',
    '',
    create('caption', 'visually-hidden', texts.comparison),
    create('thead', '', create('tr', '', ...columns.map((text, i) => headOf(text, i - 1)))),
    ...bodies,
  );
  const totals = rows.flatMap(({ results }) => results.filter((result) => result.kind === 'total'));
  const note =
    sums.length > 0 || totals.some(({ details }) => details.length > 1)
      ? texts.intervalsWithParts
      : texts.intervals;
  const notes = [
    note,
    ...(columns.includes(texts.workingShort) ? [workingNote()] : []),
    ...(rows.some(({ row }) => row.reach?.travel === 'motorized') ? [texts.freeFlow] : []),
  ];
  const wide = create('div', 'wide', table, ...notes.map((text) => create('p', 'hint', text)));
  wide.tabIndex = 0;
  wide.setAttribute('role', 'group');
  wide.setAttribute('aria-label', texts.comparison);
  return wide;
}

function lineOf(
  row: Row,
  results: readonly CountResult[],
  ends: readonly (number | null)[],
): HTMLTableRowElement {
  const reach = reachParts(row).map((part) => create('span', '', part));
  const cells = results.map((result, column) => cellOf(result, ends[column]));
  return create('tr', '', head('row', ...reach, ...areasOf(results)), ...cells);
}

/** Places by the number of their last line, the longest time; those without one last. */
function sorted(
  groups: readonly (readonly AnsweredRow[])[],
  column: number | null,
): (readonly AnsweredRow[])[] {
  if (column === null) return [...groups];
  const peopleIn = (group: readonly AnsweredRow[]): number => {
    const result = group.at(-1)!.results[column];
    return result.kind === 'total' ? result.people : -1;
  };
  return groups.toSorted((a, b) => peopleIn(b) - peopleIn(a));
}

/** Sums over places that do not overlap, a row for each reach; none while a number is missing. */
function sumsOf(groups: readonly (readonly AnsweredRow[])[]): AnsweredRow[] {
  const isAlike = groups.every(({ length }) => length === groups[0].length);
  if (!isAlike || overlappingPlaces(groups.flat()).length > 0) return [];
  const sums = groups[0].map(({ row, results }, line) => ({
    row,
    results: results.map((_, column) => sumOf(groups.map((group) => group[line].results[column]))),
  }));
  return sums.every(({ results }) => results.every(({ kind }) => kind === 'total')) ? sums : [];
}

function sumOf(results: readonly CountResult[]): CountResult {
  const totals = results.filter((result) => result.kind === 'total');
  if (totals.length < results.length) return { kind: 'pending' };
  return {
    ...totals[0],
    people: totals.reduce((sum, { people }) => sum + people, 0),
    area_m2: totals.reduce((sum, { area_m2 }) => sum + area_m2, 0),
    interval: sumOfIntervals(totals.map(({ interval }) => interval)),
    isCut: totals.some(({ isCut }) => isCut),
    details: totals.flatMap(({ details }) => details),
  };
}

const workingNote = (): string => texts.workingNote(texts.workingShort, texts.workingMeans);

function head(scope: string, ...content: readonly (Node | string)[]): HTMLTableCellElement {
  const cell = create('th', '', ...content);
  cell.scope = scope;
  return cell;
}

function placeLine(
  { index, place }: Row,
  columns: number,
  { removePlace, renamePlace }: PlaceEvents,
): HTMLTableRowElement {
  const remove = button('×', 'quiet', () => removePlace(index));
  remove.setAttribute('aria-label', texts.remove(letterOf(index)));
  const title = nameField(place, letterOf(index), (name) => renamePlace(index, name));
  const cell = head('rowgroup', create('div', '', letterElement(index), title, remove));
  cell.colSpan = columns;
  return create('tr', 'place', cell);
}

function nameField(place: Place, letter: string, rename: (name: string) => void): HTMLElement {
  const shown = placeTitle(place);
  const field = create('span', 'name', shown);
  field.contentEditable = 'plaintext-only';
  field.setAttribute('role', 'textbox');
  field.setAttribute('aria-label', texts.nameOf(letter));
  field.title = texts.nameOf(letter);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.textContent = shown;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    field.blur();
  });
  field.addEventListener('blur', () => {
    const name = field.textContent.trim();
    if (name !== shown) rename(name);
  });
  return field;
}

const reachParts = ({ reach }: Row): string[] =>
  reach ? [`${shortDuration(reach.time_s)} `, means(reach.travel)] : [texts.zone];

const reachOf = (row: Row): string => reachParts(row).join('');

export const titleOf = (row: Row): string =>
  row.reach ? `${placeTitle(row.place)}, ${reachOf(row)}` : placeTitle(row.place);

function areasOf(results: readonly CountResult[]): HTMLElement[] {
  const total = results.find((result) => result.kind === 'total');
  return total ? [create('small', '', area(total.area_m2))] : [];
}

/** @param end of the bar's scale; `null` without a bar */
function cellOf(result: CountResult, end: number | null): HTMLElement {
  switch (result.kind) {
    case 'pending':
      return create('td', 'pending', texts.pending);
    case 'cancelled':
    case 'refusal':
      return create('td', 'none', texts.noAnswer);
    case 'total': {
      const warnings = warningsOf(result).filter(({ isOfDataset }) => !isOfDataset);
      const lines = [
        bounds(result),
        density(result.people, result.area_m2),
        ...warnings.map(({ title }) => title),
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

const endOfColumn = (rows: readonly AnsweredRow[], column: number): number =>
  endOfScale(
    rows.map(({ results }) => {
      const result = results[column];
      return result.kind === 'total' ? supportedCount(result.people, result.interval).interval : null;
    }),
  );
