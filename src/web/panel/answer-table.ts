/** Table of counts with interval bars: rows of places and travel times, columns of endpoints. */
import type { Row } from '../calls-of.ts';
import { type AnsweredRow, areaOf_m2, type CountResult } from '../count-result.ts';
import { letterOf, type Place } from '../question.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { area, bounds, density, means, placeTitle, shortDuration, shortName } from '../text/wording.ts';
import { countElement, endOfScale, intervalBar } from './count-element.ts';
import { button, create } from './elements.ts';
import { letterElement } from './letter-element.ts';
import { warningsOf } from './warnings.ts';

export interface PlaceEvents {
  readonly removePlace: (index: number) => void;
  readonly renamePlace: (index: number, name: string) => void;
}

export function answerTable(rows: readonly AnsweredRow[], events: PlaceEvents): HTMLElement {
  const columns = [texts.reach, ...rows[0].row.counts.map(({ endpoint }) => shortName(endpoint))];
  const hasPlaces = rows.at(-1)!.row.index > 0;
  const ends = rows[0].results.map((_, column) => endOfColumn(rows, column));
  const groups = Map.groupBy(rows, ({ row }) => row.index);
  const bodies = [...groups.values()].map((group) => {
    const lines = group.map(({ row, results }) =>
      create(
        'tr',
        '',
        head('row', ...reachParts(row).map((part) => create('span', '', part)), ...areasOf(results)),
        ...results.map((result, column) => cellOf(result, ends[column])),
      ),
    );
    if (hasPlaces) lines.unshift(placeLine(group[0].row, columns.length, events));
    return create('tbody', '', ...lines);
  });
  const table = create(
    'table',
    '',
    create('caption', 'visually-hidden', texts.comparison),
    create('thead', '', create('tr', '', ...columns.map((text) => head('col', text)))),
    ...bodies,
  );
  const totals = rows.flatMap(({ results }) => results.filter((result) => result.kind === 'total'));
  const note = totals.some(({ answers }) => answers.length > 1) ? texts.intervalsWithParts : texts.intervals;
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
  return total ? [create('small', '', area(areaOf_m2(total)))] : [];
}

function cellOf(result: CountResult, end: number): HTMLElement {
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
        density(result.people, areaOf_m2(result)),
        ...warnings.map(({ title }) => title),
      ];
      const { interval } = supportedCount(result.people, result.interval);
      return create(
        'td',
        '',
        countElement(result),
        ...intervalBar(result.people, interval, end),
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
