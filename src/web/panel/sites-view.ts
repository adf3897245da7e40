/** Shows the panel that counts a table of sites: progress, pause, a table of results, files. */
import type { Feature } from 'geojson';
import type { PopulationCount } from '../../clients/javascript/index.ts';
import { type Row, rowsOf } from '../calls-of.ts';
import { answeredRows } from '../count-result.ts';
import { explainFailure, inWords } from '../explain-failure.ts';
import { saveCsv, saveGeojson } from '../export/save-file.ts';
import { type Question, withPlace } from '../question.ts';
import type { Site } from '../sites/read-sites.ts';
import { type SiteCounter, siteCounter } from '../sites/site-counter.ts';
import { type CountedSite, sitesAsCsv, sitesAsGeojson } from '../sites/sites-as-files.ts';
import { mostPeople, sitesOnMap } from '../sites/sites-on-map.ts';
import { texts } from '../text/texts.ts';
import { bounds, counted, durations, means, people, shortName, waitingText } from '../text/wording.ts';
import { byId, create, setText } from './elements.ts';
import { columnOf, sitesTable } from './sites-table.ts';

const FILE = 'population-count-sites';
/** Width of the largest dot, as the map draws it close up. */
const MOST_DOT_PX = 26;
const SECOND_MS = 1_000;
const REFRESH_MS = 250;

export interface SitesEvents {
  /** Returns `null` without a key. */
  readonly service: () => PopulationCount | null;
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

export function sitesView({ service, hasKey, changed }: SitesEvents) {
  const section = byId('sites');
  const countButton = byId('count-sites');
  const showTable = sitesTable();
  let sites: readonly Site[] = [];
  let work: Work | null = null;
  let onMap: readonly Feature[] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refresh: ReturnType<typeof setTimeout> | undefined;

  const countedSites = (): CountedSite[] =>
    [...(work?.rows ?? [])].map(([site, rows]) => ({
      site,
      rows: answeredRows(rows, work!.counter.resultOf),
    }));

  const hasChanged = (): void => {
    clearTimeout(refresh);
    refresh = undefined;
    onMap = null;
    changed();
  };

  /** Replaces sites; none to end. */
  const take = (taken: readonly Site[]): void => {
    work?.counter.pause();
    work = null;
    sites = taken;
    hasChanged();
    if (sites.length > 0) section.scrollIntoView({ block: 'nearest' });
  };

  const workOn = (question: Question): Work => {
    // The visitor may forget the key while sites are counted.
    if (!service()) work?.counter.pause();
    const { endpoints, travels, times_s } = work?.question ?? {};
    const isSame =
      endpoints === question.endpoints && travels === question.travels && times_s === question.times_s;
    if (work && (isSame || work.isBegun)) return work;
    const rows = new Map(
      sites.map((site) => {
        const { place } = site;
        return [site, 'fault' in place ? [] : rowsOf(withPlace({ ...question, kept: [] }, place))];
      }),
    );
    const counts = [...rows.values()].flat().flatMap((row) => row.counts);
    const counter = siteCounter(
      counts,
      () => service()!,
      () => {
        refresh ??= setTimeout(hasChanged, REFRESH_MS);
      },
    );
    onMap = null;
    return { question, rows, counter, isBegun: false };
  };

  const show = (question: Question): void => {
    clearTimeout(timer);
    section.hidden = sites.length === 0;
    if (sites.length === 0) return;
    work = workOn(question);
    const { all, done, refused, isPaused, pausedBy } = work.counter.progress();
    const faults = sites.filter(({ place }) => 'fault' in place).length;
    byId('sites-title').textContent = texts.sitesFound(sites.length, people(sites.length));
    const asked = wordsOf(work.question, sites);
    byId('sites-asked').textContent = faults > 0 ? `${asked}. ${texts.sitesWithoutPlace(faults)}` : asked;
    const bar = byId<HTMLProgressElement>('sites-progress');
    bar.max = Math.max(1, all);
    bar.value = done;
    bar.hidden = !work.isBegun;
    const without = refused > 0 ? people(refused) : '';
    byId('sites-done').textContent = texts.sitesDone(people(done - refused), people(all), without);
    const waiting = isPaused ? '' : waitingText(service()!.resumes_ms);
    setText('sites-status', pausedBy ? inWords(explainFailure(pausedBy, texts)) : waiting);
    const isWhole = done === all;
    countButton.hidden = isWhole;
    countButton.textContent = !work.isBegun ? texts.countSites : isPaused ? texts.goOn : texts.pause;
    byId('count-sites-again').hidden = refused === 0 || !(isPaused || isWhole);
    for (const id of ['save-sites-csv', 'save-sites-geojson', 'sites-table']) byId(id).hidden = done === 0;
    if (done > 0 && onMap === null) showTable(countedSites());
    showSizes(mostPeople(countedSites()));
    if (!isPaused) timer = setTimeout(() => show(question), SECOND_MS);
  };

  countButton.addEventListener('click', () => {
    if (!work?.counter.progress().isPaused) work?.counter.pause();
    else if (hasKey()) {
      work.isBegun = true;
      void work.counter.goOn();
    }
    hasChanged();
  });
  byId('count-sites-again').addEventListener('click', () => {
    if (hasKey()) work?.counter.askAgain();
    hasChanged();
  });
  byId('save-sites-csv').addEventListener('click', () => saveCsv(FILE, sitesAsCsv(countedSites())));
  byId('save-sites-geojson').addEventListener('click', () =>
    saveGeojson(FILE, sitesAsGeojson(countedSites())),
  );
  byId('close-sites').addEventListener('click', () => take([]));
  addEventListener('beforeunload', (event) => {
    if (work?.isBegun) event.preventDefault();
  });

  return {
    take,
    show,
    isKeyRefused: (): boolean => work?.counter.progress().pausedBy?.status === 401,
    /** Returns features for the map, another object after each change. */
    onMap: (): readonly Feature[] => {
      onMap ??= sitesOnMap(countedSites(), saidOf);
      return onMap;
    },
  };
}

/** Shows two dots with their people, as areas of dots grow with them. */
function showSizes(most: number): void {
  const sizes = byId('sites-sizes');
  sizes.hidden = most === 0;
  const dots = [0.25, 1].map((share) => {
    const dot = create('i', 'dot');
    dot.style.width = `${MOST_DOT_PX * Math.sqrt(share)}px`;
    return create('span', '', dot, ` ${people(Number((share * most).toPrecision(2)))}`);
  });
  sizes.replaceChildren(texts.sitesSizes, ...dots);
}

/** Says what is counted at sites. */
function wordsOf({ endpoints, travels, times_s }: Question, sites: readonly Site[]): string {
  const counts = endpoints.map(shortName).join(', ');
  const isReached = sites.some(({ place }) => 'option' in place && place.option === 'isochrone');
  return isReached ? `${counts} · ${durations(times_s)} ${travels.map(means).join(', ')}` : counts;
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
