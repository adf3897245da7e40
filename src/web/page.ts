/** Entry point and controller of the map page: stores the question, makes its calls, and shows map and answers. */
import './style.css';
import { findNames } from '../clients/find-names.ts';
import { InvalidQuestion, PopulationCount } from '../clients/javascript/index.ts';
import type { Position } from '../geo/positions.ts';
import { MAX_MAP_REGIONS } from '../limits.ts';
import type { MapRegion } from '../routes/map-region.ts';
import { questionOf } from './address.ts';
import { type AskedCount, type Row, rowsOf, unionsOf } from './calls-of.ts';
import { type AnsweredCount, type AnsweredRow, answeredRows, countResults } from './count-result.ts';
import { type Credentials, storedCredentials, takeCredentials } from './credentials.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { printedMap } from './export/printed-map.ts';
import type { CountMap } from './map/count-map.ts';
import { aroundOrigin, middleOf, nearestRegion, ringAround } from './map/map-extent.ts';
import { answerInView, outlinesOf } from './map/outlines.ts';
import { readRegions } from './map-regions.ts';
import { answerView, explanationsOf, hintOf } from './panel/answer-view.ts';
import { densityControl } from './panel/density-control.ts';
import { byId } from './panel/elements.ts';
import { exportPanel } from './panel/export-panel.ts';
import { showFacts, showLegend } from './panel/facts-view.ts';
import { importPanel } from './panel/import-panel.ts';
import { keyDialog } from './panel/key-dialog.ts';
import { showLanguages, showRegions } from './panel/links.ts';
import { placeField } from './panel/place-field.ts';
import { questionForm } from './panel/question-form.ts';
import { sitesView } from './panel/sites-view.ts';
import { zoneTools } from './panel/zone-tools.ts';
import {
  FIRST_QUESTION,
  keepPlace,
  MAX_PLACES,
  placeOf,
  placesOf,
  type Question,
  removePlace,
  rounded,
  withPlace,
} from './question.ts';
import { questionHistory } from './question-history.ts';
import { texts, writeTexts } from './text/texts.ts';
import { placeTitle, waitingText } from './text/wording.ts';

const SETTLE_MS = 200;
const CALLS_AT_ONCE = 6;
const TRIES = 4;

writeTexts();
takeCredentials(false);

let question: Question = FIRST_QUESTION;
let regions: readonly MapRegion[] = [];
let isLookingAround = false;
const addresses = questionHistory();
let map: CountMap | null = null;
/** Fault of the address or of all data. */
let fault: Explanation | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;
let isSettling = false;
let frame: number | null = null;
/** Key of the union that the visitor asked for. */
let unionKey = '';

const keys = keyDialog(() => {
  density.begin();
  // Who forgets a key is asked for no other.
  if (storedCredentials()) ask();
  else render();
});
let client: (Credentials & { readonly service: PopulationCount }) | null = null;
const results = countResults(count, render);
const form = questionForm(change);
const placeSearch = placeField({
  known: () => regions.map(({ bounds }) => bounds),
  findNames: async (typed, signal) => {
    await firstRegions;
    return findNames(regions, typed, signal);
  },
  chosen: (position, name) => {
    // While drawing, only the map moves.
    if (question.option === 'isochrone') change(atPoint(position, name));
    map?.lookAt([aroundOrigin(position)], true);
  },
});
const density = densityControl({
  service,
  chosen: (layer) => {
    change({ density: layer });
    if (layer) needKey();
  },
  askAgain: () => {
    density.begin();
    ask();
    needKey();
  },
  changed: renderInFrame,
});
const showExports = exportPanel();
const showAnswer = answerView({
  enterKey: keys.open,
  showData: () => {
    const place = placesOf(question).at(-1);
    const region = place && nearestRegion(regions, place);
    if (region) map?.lookAtRegion(region);
  },
  askAgain: () => ask(),
  countTogether: () => {
    unionKey = keyOf(unionsOf(rowsOf(question)));
    ask();
  },
  removePlace: (index) => change(removePlace(question, index)),
});
const drawing = zoneTools((zone, moreToCome) => change({ zone }, moreToCome));
const lookAtAnswer = answerInView();
const sites = sitesView({
  service,
  hasKey: needKey,
  changed: render,
});
importPanel({
  importedPlaces: (places) => {
    const room = MAX_PLACES - question.kept.length;
    const [last, ...others] = places.slice(0, room).toReversed();
    drawing.remember();
    change(withPlace({ ...question, kept: [...question.kept, ...others.reverse()] }, last));
    map?.lookAt(places.map(ringAround), true);
  },
  importedSites: (imported) => {
    sites.take(imported);
    const rings = imported.flatMap(({ place }) => ('fault' in place ? [] : [ringAround(place)]));
    if (rings.length > 0) map?.lookAt(rings, true);
  },
});
const compareButton = byId<HTMLButtonElement>('compare');
compareButton.addEventListener('click', ({ detail }) => {
  change(keepPlace(question));
  const isByKeyboard = detail === 0;
  // On touch, focus opens a keyboard.
  if (isByKeyboard && question.option === 'isochrone') placeSearch.focus();
  else byId('map').querySelector('canvas')?.focus();
});
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('question').querySelector<HTMLElement>('input:checked:not(:disabled)')?.focus();
});

/** Client with the key that is stored now; `null` without one. */
function service(): PopulationCount | null {
  const credentials = storedCredentials();
  if (!credentials) return null;
  const { key, secret } = credentials;
  if (client?.key !== key || client.secret !== secret) {
    const options = { url: location.origin, key, secret, atOnce: CALLS_AT_ONCE, tries: TRIES };
    client = { key, secret, service: new PopulationCount(options) };
  }
  return client.service;
}

async function count({ endpoint, at, others }: AskedCount, signal: AbortSignal): Promise<AnsweredCount> {
  if (!others) return service()!.count(endpoint, at, { signal });
  const { together, places } = await service()!.countTogether(endpoint, [at, ...others], { signal });
  return { ...together, adds: places.map(({ adds }) => adds) };
}

const keyOf = (rows: readonly Row[]): string =>
  rows.flatMap(({ counts }) => counts.map(({ key }) => key)).join();

function askedUnions(): Row[] {
  const unions = unionsOf(rowsOf(question));
  return keyOf(unions) === unionKey ? unions : [];
}

function answered(rows: readonly Row[]): AnsweredRow[] {
  if (fault || !storedCredentials()) return [];
  return answeredRows(rows, results.of);
}

function render(): void {
  const rows = answered(rowsOf(question));
  const unions = answered(askedUnions());
  form.show(question);
  drawing.show(question.zone);
  placeSearch.show(question.option === 'isochrone' ? question.isochrone : null);
  const hasLetters = question.kept.length > 0;
  const isRefused = [...rows, ...unions].some(({ results }) =>
    results.some((result) => result.kind === 'refusal' && result.refusal.status === 401),
  );
  keys.show(isRefused || sites.isKeyRefused() || density.isKeyRefused());
  sites.show(question);
  const explanations = fault
    ? [fault]
    : [...explanationsOf(rows, hasLetters), ...explanationsOf(unions, false)];
  const isAsked = placeOf(question) !== null && rows.length > 0;
  const hint = fault || isAsked ? '' : hintOf(question, storedCredentials() !== null);
  const waiting = (): string => waitingText(service()?.resumes_ms ?? null);
  const progress = results.progress();
  showAnswer({ hint, rows, unions, explanations, progress, waiting, isSettling, hasLetters });
  showFacts(rows, regions);
  showExports(rows, map);
  byId('printed').textContent = `${texts.printed(new Date())} ${location.href}`;
  const [only, ...others] = placesOf(question);
  byId('printed-place').textContent = only && others.length === 0 ? placeTitle(only) : '';
  const isFull = placesOf(question).length >= MAX_PLACES;
  compareButton.hidden = rows.length === 0 || !placeOf(question);
  compareButton.disabled = isFull;
  compareButton.title = isFull ? texts.mostPlaces(MAX_PLACES) : '';
  const outlines = outlinesOf(rows, question.density === null);
  showLegend(rows, hasLetters);
  const shownDensity = density.show(question.density, map?.zoom ?? null);
  map?.show({ question, outlines, density: shownDensity, sites: sites.onMap() });
  if (map) lookAtAnswer(map, question, rows);
}

/** Asks for a key if there is none. */
function needKey(): boolean {
  const has = storedCredentials() !== null;
  if (!has) keys.open();
  return has;
}

function renderInFrame(): void {
  if (frame !== null) return;
  frame = requestAnimationFrame(() => {
    frame = null;
    render();
  });
}

/** Asks now, or when dragging pauses. */
function change(patch: Partial<Question>, moreToCome = false): void {
  question = { ...question, ...patch };
  placeSearch.forget();
  fault = null;
  clearTimeout(settling);
  isSettling = moreToCome;
  if (moreToCome) {
    renderInFrame();
    settling = setTimeout(() => ask(), SETTLE_MS);
  } else ask();
}

function ask(isFromAddress = false): void {
  fault = null;
  addresses.write(question, isFromAddress, isSettling);
  isSettling = false;
  const counts = [...rowsOf(question), ...askedUnions()].flatMap((row) => row.counts);
  if (storedCredentials()) results.want(counts);
  else if (counts.length > 0 && !isFromAddress) needKey();
  render();
}

function takeAddress(): void {
  const hasNewKey = takeCredentials(keys.isRefused());
  if (hasNewKey) {
    keys.close();
    density.begin();
  }
  if (addresses.isOwn() && !hasNewKey) return;
  const found = questionOf(location.hash, texts);
  placeSearch.forget();
  if (found === null) {
    question = FIRST_QUESTION;
    ask(true);
    if (regions[0]) map?.lookAtRegion(regions[0]);
  } else if ('fault' in found) {
    question = FIRST_QUESTION;
    results.want([]);
    fault = explainFailure(new InvalidQuestion(found.fault, 400), texts);
    render();
  } else {
    question = found;
    lookAtQuestion();
    ask(true);
  }
}

function lookAtQuestion(): void {
  const places = placesOf(question);
  if (places.length > 0) map?.lookAt(places.map(ringAround), true);
}

const atPoint = (origin: Position, name = ''): Partial<Question> => ({
  isochrone: { option: 'isochrone', name, origin },
});

function pointed(position: Position, near: string): void {
  if (question.option === 'isochrone') change(atPoint(rounded(position), near && texts.near(near)));
  else drawing.addVertex(rounded(position));
}

async function loadMap(): Promise<void> {
  const container = byId('map');
  try {
    const { CountMap } = await import('./map/count-map.ts');
    map = new CountMap(container, regions, {
      readDensity: (path, signal) => density.read(path, signal),
      moved: (middle) => {
        // What is said of density depends on the zoom level.
        if (question.density) renderInFrame();
        void lookAround(middle);
      },
      pointed,
      vertexMoved: (at, to, inserted, done) => drawing.dragVertex(at, rounded(to), inserted, done),
      outlineEnded: () => drawing.finish(),
    });
    map.onceDrawn(() => {
      performance.mark('map-drawn');
      container.dataset.drawn = 'true';
    });
    lookAtQuestion();
  } catch {
    container.classList.add('no-map');
    container.textContent = texts.noMap;
  }
}

async function loadRegions(): Promise<void> {
  try {
    regions = await readRegions();
  } catch {
    fault = { title: texts.noData, advice: texts.noDataAdvice, said: '', remedy: null };
  }
  offerRegions();
}

function offerRegions(): void {
  if (regions.length > 0) {
    form.offer(regions);
    density.offer(regions);
  }
  showRegions(regions, (region) => map?.lookAtRegion(region));
}

/** Reads regions again where there are more than are known at a time. */
async function lookAround(middle: Position): Promise<void> {
  if (regions.length < MAX_MAP_REGIONS || isLookingAround) return;
  isLookingAround = true;
  const found = await readRegions(middle).catch(() => regions);
  isLookingAround = false;
  const known = new Set(regions.map(({ version }) => version));
  if (found.every(({ version }) => known.has(version))) return;
  regions = found;
  offerRegions();
  map?.renew(regions);
  render();
}

/** Moves controls of the map above an answer that lies over it. */
function raiseControls(): void {
  const [map, answer] = [byId('map'), byId('answer')];
  const observer = new ResizeObserver(() => {
    const covered_px = map.getBoundingClientRect().bottom - answer.getBoundingClientRect().top;
    map.style.setProperty('--covered', `${Math.max(0, covered_px)}px`);
  });
  observer.observe(map);
  observer.observe(answer);
}

showLanguages();
raiseControls();
addEventListener('hashchange', takeAddress);
addEventListener('beforeprint', () => {
  if (map) byId('printed-map').replaceChildren(printedMap(map));
});
performance.mark('interactive');
if (location.hash) takeAddress();
else render();
const firstRegions = loadRegions();
await firstRegions;
const asked = placeOf(question);
if (asked) await lookAround(middleOf(asked));
render();
await loadMap();
render();
