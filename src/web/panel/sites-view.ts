/** Shows the panel that counts a table of sites: progress, pause, a table of results, files. */
import type { Feature } from 'geojson';
import type { PopulationCount } from '../../clients/javascript/index.ts';
import { type Row, rowsOf } from '../calls-of.ts';
import { answeredRows } from '../count-result.ts';
import { explainFailure } from '../explain-failure.ts';
import { saveCsv, saveGeojson } from '../export/save-file.ts';
import { type Question, withPlace } from '../question.ts';
import type { Site } from '../sites/read-sites.ts';
import { SiteCounter, type SitesProgress } from '../sites/site-counter.ts';
import { type CountedSite, sitesAsCsv, sitesAsGeojson } from '../sites/sites-as-files.ts';
import { sitesOnMap } from '../sites/sites-on-map.ts';
import { texts } from '../text/texts.ts';
import { bounds, counted, durations, means, people, shortName, waitingText } from '../text/wording.ts';
import { byId } from './elements.ts';
import { columnOf, SitesTable } from './sites-table.ts';

const FILE = 'population-count-sites';
const SECOND_MS = 1_000;
const REFRESH_MS = 250;

export interface SitesEvents {
  readonly service: () => PopulationCount;
  /** Asks for a key if there is none. */
  readonly hasKey: () => boolean;
  readonly changed: () => void;
}

interface Work {
  readonly question: Question;
  readonly rows: ReadonlyMap<Site, readonly Row[]>;
  readonly counter: SiteCounter;
  isBegun: boolean;
}

export class SitesView {
  readonly #section = byId<HTMLElement>('sites');
  readonly #count = byId<HTMLButtonElement>('count-sites');
  readonly #table = new SitesTable();
  readonly #events: SitesEvents;
  #sites: readonly Site[] = [];
  #work: Work | null = null;
  #onMap: readonly Feature[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refresh: ReturnType<typeof setTimeout> | null = null;

  constructor(events: SitesEvents) {
    this.#events = events;
    this.#count.addEventListener('click', () => this.#goOnOrPause());
    byId('count-sites-again').addEventListener('click', () => {
      this.#work?.counter.askAgain();
      this.#changed();
    });
    byId('save-sites-csv').addEventListener('click', () => saveCsv(FILE, sitesAsCsv(this.#counted())));
    byId('save-sites-geojson').addEventListener('click', () =>
      saveGeojson(FILE, sitesAsGeojson(this.#counted())),
    );
    byId('close-sites').addEventListener('click', () => this.take([]));
    addEventListener('beforeunload', (event) => {
      if (this.#work?.isBegun) event.preventDefault();
    });
  }

  /** @param sites none to cancel */
  take(sites: readonly Site[]): void {
    this.#work?.counter.pause();
    this.#work = null;
    this.#sites = sites;
    this.#changed();
    if (sites.length > 0) this.#section.scrollIntoView({ block: 'nearest' });
  }

  get isKeyRefused(): boolean {
    return this.#work?.counter.progress().pausedBy?.status === 401;
  }

  /** Features for the map; it is another object after each change. */
  get onMap(): readonly Feature[] {
    this.#onMap ??= sitesOnMap(this.#counted(), saidOf);
    return this.#onMap;
  }

  show(question: Question): void {
    clearTimeout(this.#timer);
    this.#section.hidden = this.#sites.length === 0;
    if (this.#sites.length === 0) return;
    const work = this.#workOn(question);
    const faults = this.#sites.filter(({ place }) => 'fault' in place).length;
    byId('sites-title').textContent = texts.sitesFound(this.#sites.length, people(this.#sites.length));
    byId('sites-asked').textContent =
      `${this.#wordsOf(work.question)}${faults > 0 ? `. ${texts.sitesWithoutPlace(faults)}` : ''}`;
    const progress = work.counter.progress();
    this.#showProgress(progress, work.isBegun);
    byId('sites-table').hidden = progress.done === 0;
    const isChanged = this.#onMap === null;
    if (progress.done > 0 && isChanged) this.#table.show(this.#counted());
    if (!progress.isPaused) this.#timer = setTimeout(() => this.show(work.question), SECOND_MS);
  }

  #workOn(question: Question): Work {
    const { endpoints, travels, times_s } = this.#work?.question ?? {};
    const isSame =
      endpoints === question.endpoints && travels === question.travels && times_s === question.times_s;
    if (this.#work && (isSame || this.#work.isBegun)) return this.#work;
    const rows = new Map(
      this.#sites.map((site) => {
        const { place } = site;
        return [site, 'fault' in place ? [] : rowsOf(withPlace({ ...question, kept: [] }, place))];
      }),
    );
    const counts = [...rows.values()].flat().flatMap((row) => row.counts);
    const counter = new SiteCounter(counts, this.#events.service, () => this.#changedSoon());
    this.#onMap = null;
    this.#work = { question, rows, counter, isBegun: false };
    return this.#work;
  }

  #showProgress(progress: SitesProgress, isBegun: boolean): void {
    const { all, done, refused, isPaused } = progress;
    const isWhole = done === all;
    const bar = byId<HTMLProgressElement>('sites-progress');
    bar.max = Math.max(1, all);
    bar.value = done;
    bar.hidden = !isBegun;
    const without = refused > 0 ? people(refused) : '';
    byId('sites-done').textContent = texts.sitesDone(people(done - refused), people(all), without);
    const status = byId('sites-status');
    const said = this.#statusOf(progress);
    if (status.textContent !== said) status.textContent = said;
    this.#count.hidden = isWhole;
    this.#count.textContent = !isBegun ? texts.countSites : isPaused ? texts.goOn : texts.pause;
    byId('count-sites-again').hidden = refused === 0 || !(isPaused || isWhole);
    for (const id of ['save-sites-csv', 'save-sites-geojson']) byId(id).hidden = done === 0;
  }

  #statusOf({ pausedBy, isPaused }: SitesProgress): string {
    if (pausedBy) {
      const { title, advice } = explainFailure(pausedBy, texts);
      return `${title}. ${advice}`;
    }
    return isPaused ? '' : waitingText(this.#events.service().resumes_ms);
  }

  #wordsOf({ endpoints, travels, times_s }: Question): string {
    const counts = endpoints.map(shortName).join(', ');
    const isReached = this.#sites.some(({ place }) => 'option' in place && place.option === 'isochrone');
    return isReached ? `${counts} · ${durations(times_s)} ${travels.map(means).join(', ')}` : counts;
  }

  #goOnOrPause(): void {
    if (!this.#work) return;
    const { counter } = this.#work;
    if (!counter.progress().isPaused) counter.pause();
    else if (this.#events.hasKey()) {
      this.#work.isBegun = true;
      void counter.goOn();
    }
    this.#changed();
  }

  #counted(): CountedSite[] {
    const { rows, counter } = this.#work ?? {};
    return [...(rows ?? [])].map(([site, own]) => ({ site, rows: answeredRows(own, counter!.resultOf) }));
  }

  #changedSoon(): void {
    this.#refresh ??= setTimeout(() => this.#changed(), REFRESH_MS);
  }

  #changed(): void {
    clearTimeout(this.#refresh ?? undefined);
    this.#refresh = null;
    this.#onMap = null;
    this.#events.changed();
  }
}

/** Numbers of a site, or why there is none, and its own columns. */
function saidOf({ site, rows }: CountedSite): string[] {
  const numbers = rows.flatMap(({ row, results }) =>
    results.flatMap((result, i) => {
      if (result.kind === 'refusal') return [explainFailure(result.refusal, texts).title];
      const title = columnOf(row, row.counts[i].endpoint);
      return result.kind === 'total' ? [texts.lettered(title, `${counted(result)} (${bounds(result)})`)] : [];
    }),
  );
  const own = Object.entries(site.own).filter(([, cell]) => cell !== '');
  return [...numbers, ...own.map(([column, cell]) => texts.lettered(column, cell))];
}
