/** Table of sites with a column for each number, which a click on its name sorts; sites without a number come last. */
import type { CountResult } from '../count-result.ts';
import { explainFailure } from '../explain-failure.ts';
import type { SiteCount } from '../sites/site-counter.ts';
import type { CountedSite, ResultOf } from '../sites/sites-as-files.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { bounds, means, shortDuration, shortName } from '../text/wording.ts';
import { countElement } from './count-element.ts';
import { button, byId, create } from './elements.ts';
import { warningsOf } from './warnings.ts';

interface Cell {
  readonly count: SiteCount;
  readonly element: HTMLTableCellElement;
  shown: CountResult;
}

interface TableRow {
  readonly id: string;
  readonly element: HTMLTableRowElement;
  /** By title of the column. */
  readonly cells: ReadonlyMap<string, Cell>;
}

export class SitesTable {
  readonly #box = byId('sites-table');
  #sites: readonly CountedSite[] | null = null;
  #rows: readonly TableRow[] = [];
  #heads: readonly HTMLTableCellElement[] = [];
  #body = create('tbody', '');
  /** `null` in the order of the table that was brought in. */
  #sorted: { readonly column: string; readonly direction: 1 | -1 } | null = null;

  constructor() {
    // Keyboards can scroll it.
    this.#box.tabIndex = 0;
    this.#box.setAttribute('role', 'group');
    this.#box.setAttribute('aria-label', texts.sites);
  }

  show(sites: readonly CountedSite[], resultOf: ResultOf): void {
    if (this.#sites !== sites) this.#make(sites);
    let isChanged = false;
    for (const cell of this.#rows.flatMap(({ cells }) => [...cells.values()])) {
      const result = resultOf(cell.count);
      if (result === cell.shown || (result.kind === 'pending' && cell.shown.kind === 'pending')) continue;
      cell.shown = result;
      this.#fill(cell);
      isChanged = true;
    }
    if (isChanged && this.#sorted) this.#arrange();
  }

  #make(sites: readonly CountedSite[]): void {
    this.#sites = sites;
    this.#sorted = null;
    const columns = [...new Set(sites.flatMap(({ counts }) => counts.map(columnOf)))];
    this.#rows = sites.map((site) => rowOf(site, columns));
    this.#body = create('tbody', '', ...this.#rows.map(({ element }) => element));
    this.#heads = [texts.site, ...columns].map((column) => {
      const cell = create(
        'th',
        '',
        button(column, 'quiet', () => this.#sortBy(column)),
      );
      cell.scope = 'col';
      return cell;
    });
    const caption = create('caption', 'visually-hidden', texts.sites);
    this.#box.replaceChildren(
      create('table', '', caption, create('thead', '', create('tr', '', ...this.#heads)), this.#body),
    );
  }

  #fill({ element, shown }: Cell): void {
    element.className = shown.kind === 'total' ? '' : 'none';
    if (shown.kind === 'total') {
      const { interval } = supportedCount(shown.people, shown.interval);
      const warnings = warningsOf(shown).filter(({ isOfDataset }) => !isOfDataset);
      const lines = [...(interval ? [bounds(shown)] : []), ...warnings.map(({ title }) => title)];
      element.replaceChildren(countElement(shown), ...lines.map((line) => create('small', '', line)));
    } else if (shown.kind === 'refusal') {
      element.textContent = explainFailure(shown.refusal, texts).title;
      element.title = shown.refusal.message;
    } else element.replaceChildren();
  }

  /** Names rise first, numbers fall first. */
  #sortBy(column: string): void {
    const first = column === texts.site ? 1 : -1;
    const direction = this.#sorted?.column === column ? (-this.#sorted.direction as 1 | -1) : first;
    this.#sorted = { column, direction };
    for (const head of this.#heads) {
      head.ariaSort = head.textContent !== column ? null : direction === 1 ? 'ascending' : 'descending';
    }
    this.#arrange();
  }

  #arrange(): void {
    const { column, direction } = this.#sorted!;
    const peopleIn = ({ cells }: TableRow): number | null => {
      const result = cells.get(column)?.shown;
      return result?.kind === 'total' ? result.people : null;
    };
    const rows = this.#rows.toSorted((a, b) => {
      if (column === texts.site) return direction * a.id.localeCompare(b.id, undefined, { numeric: true });
      const [own, other] = [peopleIn(a), peopleIn(b)];
      if (own === null || other === null) return Number(own === null) - Number(other === null);
      return direction * (own - other);
    });
    this.#body.append(...rows.map(({ element }) => element));
  }
}

/** Title of a count's column. */
export function columnOf({ row: { reach }, count }: SiteCount): string {
  const name = shortName(count.endpoint);
  return reach ? `${name}, ${shortDuration(reach.time_s)} ${means(reach.travel)}` : name;
}

function rowOf({ site: { id, place }, counts }: CountedSite, columns: readonly string[]): TableRow {
  const name = create('th', '', id);
  name.scope = 'row';
  const cells = new Map(
    counts.map((count): [string, Cell] => [
      columnOf(count),
      { count, element: create('td', ''), shown: { kind: 'pending' } },
    ]),
  );
  if (!('fault' in place)) {
    const all = columns.map((column) => cells.get(column)?.element ?? create('td', ''));
    return { id, cells, element: create('tr', '', name, ...all) };
  }
  const fault = create('td', 'none', place.fault);
  fault.colSpan = Math.max(1, columns.length);
  return { id, cells, element: create('tr', '', name, fault) };
}
