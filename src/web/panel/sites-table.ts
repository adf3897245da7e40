/**
 * Makes the table of sites with a column for each number; a click on its name sorts by it, and sites without a number come
 * last.
 */

import type { Endpoint } from '../../endpoints.ts';
import type { Row } from '../calls-of.ts';
import type { CountResult } from '../count-result.ts';
import { explainFailure } from '../explain-failure.ts';
import type { CountedSite } from '../sites/sites-as-files.ts';
import { texts } from '../text/texts.ts';
import { reachText, shortName } from '../text/wording.ts';
import { cellOf } from './answer-table.ts';
import { button, byId, create } from './elements.ts';

const { compare } = new Intl.Collator(undefined, { numeric: true });

interface Sorted {
  readonly column: string;
  readonly direction: 1 | -1;
}
interface Line {
  readonly site: CountedSite;
  /** Results by title of their column. */
  readonly results: ReadonlyMap<string, CountResult>;
}

/** Returns what shows the table of sites. */
export function sitesTable(): (sites: readonly CountedSite[]) => void {
  const box = byId('sites-table');
  // Keyboards can scroll it.
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', texts.sites);
  const body = create('tbody', '');
  let columns: readonly string[] = [];
  let heads: readonly HTMLTableCellElement[] = [];
  let shown: readonly CountedSite[] = [];
  /** `null` in the order of the table that was imported. */
  let sorted: Sorted | null = null;

  const begin = (): void => {
    sorted = null;
    heads = [texts.site, ...columns].map((column) => {
      const sort = button(column, 'quiet', () => sortBy(column));
      return Object.assign(create('th', '', sort), { scope: 'col' });
    });
    const caption = create('caption', 'visually-hidden', texts.sites);
    const head = create('thead', '', create('tr', '', ...heads));
    box.replaceChildren(create('table', '', caption, head, body));
  };

  /** Names rise first, numbers fall first. */
  const sortBy = (column: string): void => {
    const first = column === texts.site ? 1 : -1;
    const direction = sorted?.column === column ? (-sorted.direction as 1 | -1) : first;
    sorted = { column, direction };
    for (const head of heads) {
      head.ariaSort = head.textContent !== column ? null : direction === 1 ? 'ascending' : 'descending';
    }
    show(shown);
  };

  const show = (sites: readonly CountedSite[]): void => {
    shown = sites;
    const lines = sites.map((site) => ({ site, results: resultsOf(site) }));
    const before = columns.join();
    columns = [...new Set(lines.flatMap(({ results }) => [...results.keys()]))];
    if (columns.join() !== before) begin();
    const arranged = sorted ? lines.toSorted(byColumn(sorted)) : lines;
    body.replaceChildren(...arranged.map((line) => rowOf(line, columns)));
  };
  return show;
}

/** Lines without a number come last. */
const byColumn =
  ({ column, direction }: Sorted) =>
  (a: Line, b: Line): number => {
    const [own, other] = [cellIn(a, column), cellIn(b, column)];
    if (own === null || other === null) return Number(own === null) - Number(other === null);
    return direction * compare(own, other);
  };

function cellIn({ site: { site }, results }: Line, column: string): string | null {
  if (column === texts.site) return site.id;
  const result = results.get(column);
  return result?.kind === 'total' ? String(result.people) : null;
}

const resultsOf = ({ rows }: CountedSite): Map<string, CountResult> =>
  new Map(
    rows.flatMap(({ row, results }) =>
      results.map((result, i) => [columnOf(row, row.counts[i].endpoint), result]),
    ),
  );

/** Returns the title of a count's column. */
export function columnOf({ reach }: Row, endpoint: Endpoint): string {
  const name = shortName(endpoint);
  return reach ? `${name}, ${reachText(reach)}` : name;
}

function rowOf({ site: { site }, results }: Line, columns: readonly string[]): HTMLTableRowElement {
  const { id, place } = site;
  const name = Object.assign(create('th', '', id), { scope: 'row' });
  if ('fault' in place) {
    const colSpan = Math.max(1, columns.length);
    return create('tr', '', name, Object.assign(create('td', 'none', place.fault), { colSpan }));
  }
  const cells = columns.map((column) => {
    const result = results.get(column);
    if (result?.kind === 'total') return cellOf(result, null);
    if (result?.kind !== 'refusal') return create('td', '');
    const { title, said } = explainFailure(result.refusal, texts);
    return Object.assign(create('td', 'none', title), { title: said });
  });
  return create('tr', '', name, ...cells);
}
