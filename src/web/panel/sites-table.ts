/** Table of sites with a column for each number, which a click on its name sorts; sites without a number come last. */
import { explainFailure } from '../explain-failure.ts';
import type { SiteCount } from '../sites/site-counter.ts';
import type { CountedSite, ResultOf } from '../sites/sites-as-files.ts';
import { texts } from '../text/texts.ts';
import { means, shortDuration, shortName } from '../text/wording.ts';
import { cellOf } from './answer-table.ts';
import { button, byId, create } from './elements.ts';

export class SitesTable {
  readonly #box = byId('sites-table');
  readonly #body = create('tbody', '');
  #columns: readonly string[] = [];
  #heads: readonly HTMLTableCellElement[] = [];
  #shown: { readonly sites: readonly CountedSite[]; readonly resultOf: ResultOf } | null = null;
  /** `null` in the order of the table that was brought in. */
  #sorted: { readonly column: string; readonly direction: 1 | -1 } | null = null;

  constructor() {
    // Keyboards can scroll it.
    this.#box.tabIndex = 0;
    this.#box.setAttribute('role', 'group');
    this.#box.setAttribute('aria-label', texts.sites);
  }

  show(sites: readonly CountedSite[], resultOf: ResultOf): void {
    if (this.#shown?.sites !== sites) this.#begin(sites);
    this.#shown = { sites, resultOf };
    const rows = this.#arranged(sites, resultOf).map((site) => rowOf(site, this.#columns, resultOf));
    this.#body.replaceChildren(...rows);
  }

  #begin(sites: readonly CountedSite[]): void {
    this.#sorted = null;
    this.#columns = [...new Set(sites.flatMap(({ counts }) => counts.map(columnOf)))];
    this.#heads = [texts.site, ...this.#columns].map((column) => {
      const sort = button(column, 'quiet', () => this.#sortBy(column));
      return Object.assign(create('th', '', sort), { scope: 'col' });
    });
    const caption = create('caption', 'visually-hidden', texts.sites);
    const head = create('thead', '', create('tr', '', ...this.#heads));
    this.#box.replaceChildren(create('table', '', caption, head, this.#body));
  }

  /** Names rise first, numbers fall first. */
  #sortBy(column: string): void {
    const first = column === texts.site ? 1 : -1;
    const direction = this.#sorted?.column === column ? (-this.#sorted.direction as 1 | -1) : first;
    this.#sorted = { column, direction };
    for (const head of this.#heads) {
      head.ariaSort = head.textContent !== column ? null : direction === 1 ? 'ascending' : 'descending';
    }
    if (this.#shown) this.show(this.#shown.sites, this.#shown.resultOf);
  }

  #arranged(sites: readonly CountedSite[], resultOf: ResultOf): readonly CountedSite[] {
    if (!this.#sorted) return sites;
    const { column, direction } = this.#sorted;
    if (column === texts.site) {
      const { compare } = new Intl.Collator(undefined, { numeric: true });
      return sites.toSorted((a, b) => direction * compare(a.site.id, b.site.id));
    }
    const peopleAt = ({ counts }: CountedSite): number | null => {
      const count = counts.find((own) => columnOf(own) === column);
      const result = count && resultOf(count);
      return result?.kind === 'total' ? result.people : null;
    };
    return sites.toSorted((a, b) => {
      const [own, other] = [peopleAt(a), peopleAt(b)];
      if (own === null || other === null) return Number(own === null) - Number(other === null);
      return direction * (own - other);
    });
  }
}

/** Title of a count's column. */
export function columnOf({ row: { reach }, count }: SiteCount): string {
  const name = shortName(count.endpoint);
  return reach ? `${name}, ${shortDuration(reach.time_s)} ${means(reach.travel)}` : name;
}

function rowOf(
  { site: { id, place }, counts }: CountedSite,
  columns: readonly string[],
  resultOf: ResultOf,
): HTMLTableRowElement {
  const name = Object.assign(create('th', '', id), { scope: 'row' });
  if ('fault' in place) {
    const colSpan = Math.max(1, columns.length);
    return create('tr', '', name, Object.assign(create('td', 'none', place.fault), { colSpan }));
  }
  const cells = columns.map((column) => {
    const count = counts.find((own) => columnOf(own) === column);
    const result = count && resultOf(count);
    if (result?.kind === 'total') return cellOf(result, null);
    if (result?.kind !== 'refusal') return create('td', '');
    const { title, said } = explainFailure(result.refusal, texts);
    return Object.assign(create('td', 'none', title), { title: said });
  });
  return create('tr', '', name, ...cells);
}
