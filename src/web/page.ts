/** The map page: a question, its answers beside the map, and what changes either of them. */
import './style.css';
import { DENSITY_ZOOMS } from '../density/density-classes.ts';
import type { Layer } from '../format/tile-sets.ts';
import { boundingBoxOf, type Position, type Ring } from '../geo/positions.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';
import { fragmentOf, questionOf } from './address.ts';
import { CallQueue } from './ask-calls.ts';
import { askCount } from './ask-count.ts';
import { rowsOf } from './calls-of.ts';
import { resultOf } from './count-result.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { findNames } from './find-names.ts';
import type { CountMap } from './map/count-map.ts';
import { crossingsOf } from './map/crossings.ts';
import { outlinesOf } from './map/outlines.ts';
import { addCorner, canFinish, moveCorner } from './map/polygon-editor.ts';
import { type AnsweredRow, AnswerView } from './panel/answer-view.ts';
import { BringIn } from './panel/bring-in.ts';
import { CallView } from './panel/call-view.ts';
import { DensityChoice, type DensityStatus } from './panel/density-choice.ts';
import { button, byId, create } from './panel/elements.ts';
import { showFacts } from './panel/facts-view.ts';
import { KeyDialog } from './panel/key-dialog.ts';
import { PlaceField } from './panel/place-field.ts';
import { QuestionForm } from './panel/question-form.ts';
import { TakeAway } from './panel/take-away.ts';
import { ZoneTools } from './panel/zone-tools.ts';
import {
  FIRST_QUESTION,
  keepPlace,
  letterOf,
  MAX_PLACES,
  type Place,
  placeOf,
  placesOf,
  type Question,
  removePlace,
  rounded,
  withPlace,
} from './question.ts';
import { DensityReader } from './read-density.ts';
import { LANGUAGES, type LanguageCode } from './text/languages.ts';
import { addressIn, languageCode, texts, writeTexts } from './text/texts.ts';
import { people, regionName, sentence } from './text/wording.ts';

/** How long to wait while a slider or a corner is being dragged, before asking. */
const SETTLE_MS = 200;

writeTexts();

let question: Question = FIRST_QUESTION;
let regions: readonly MapRegion[] = [];
let map: CountMap | null = null;
/** What is wrong with the page's address, or with the data as a whole. */
let fault: Explanation | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;
/** Whether a slider or a corner is being dragged, and the question is not asked yet. */
let isSettling = false;
let dragging = false;
let frame: number | null = null;
/** The fragment that the page has written last. */
let written = '';
/** The keys of the isochrones that the map has been moved to. */
let lookedAt = '';

/** How often the layer of density has been begun anew. */
let densityBegun = 0;

const keyDialog = new KeyDialog(() => {
  beginDensity();
  ask();
});
const queue = new CallQueue((call, signal) => askCount(call, keyDialog.credentials()!, signal), render);
const form = new QuestionForm((patch, moreToCome) => change(patch, moreToCome));
const placeField = new PlaceField({
  known: () => regions.map(({ bounds }) => bounds),
  findNames: (typed, signal) => findNames(regions, typed, signal),
  chosen: (position, name) => {
    // While a zone is drawn, the map goes there, and the question stays.
    if (question.option === 'isochrone') change({ origin: position, name });
    map?.lookAt([aroundOrigin(position)], true);
  },
});
const densityReader = new DensityReader(() => keyDialog.credentials(), renderInFrame);
const densityChoice = new DensityChoice(
  (density) => {
    beginDensity();
    change({ density });
    if (density) needKey();
  },
  async () => {
    // A tile that is not there is one of a dataset that is live no more.
    if (densityReader.refusal?.status === 404) {
      await loadRegions();
      map?.renew(regions);
    }
    beginDensity();
    ask();
    needKey();
  },
);
const callView = new CallView();
const takeAway = new TakeAway();
const answerView = new AnswerView({
  enterKey: () => keyDialog.open(),
  showData: () => {
    const region = nearestRegion();
    if (region) map?.lookAtRegion(region);
  },
  askAgain: () => ask(),
  cancel: () => queue.cancel(),
  removePlace: (index) => change(removePlace(question, index)),
});
const zoneTools = new ZoneTools((drawing) => change({ drawing }));
new BringIn((places) => {
  const room = MAX_PLACES - question.kept.length;
  const [last, ...others] = places.slice(0, room).toReversed();
  zoneTools.remember();
  change(withPlace({ ...question, kept: [...question.kept, ...others.reverse()] }, last));
  map?.lookAt(places.map(ringAround), true);
});
const shown = {
  pedestrian: byId<HTMLInputElement>('show-pedestrian'),
  motorized: byId<HTMLInputElement>('show-motorized'),
  gridZone: byId<HTMLInputElement>('show-grid-zone'),
};
for (const toggle of Object.values(shown)) toggle.addEventListener('change', render);
byId('compare').addEventListener('click', () => {
  change(keepPlace(question));
  byId('map').querySelector('canvas')?.focus();
});

/** The rows of the question with what their calls have been answered; none where nothing may be asked. */
function answeredRows(): AnsweredRow[] {
  if (fault || !keyDialog.credentials()) return [];
  return rowsOf(question).map((row) => ({
    row,
    results: row.counts.map((count) => resultOf(count, (call) => queue.stateOf(call))),
  }));
}

function render(): void {
  const rows = answeredRows();
  const inWork = question.kept.length;
  form.show(question);
  zoneTools.show(question.drawing);
  placeField.show(question.option === 'isochrone' ? question.origin : null, question.name);
  const refusals = refusalsOf(rows);
  keyDialog.judge(refusals.some(({ status }) => status === 401) || densityReader.refusal?.status === 401);
  const explanations = fault ? [fault] : refusals.map(({ explanation }) => explanation);
  const hint = fault ? '' : hintOf(rows);
  answerView.show({ hint, rows, explanations, progress: queue.progress(), isSettling });
  announce(rows, explanations, hint);
  const own = rows.filter(({ row }) => row.index === inWork);
  showFacts(own.at(-1), regions);
  callView.show(own.at(-1)?.row.counts[0].calls[0]);
  takeAway.show(rows, map);
  showCompare(rows);
  const outlines = outlinesOf(rows, inWork, {
    pedestrian: shown.pedestrian.checked,
    motorized: shown.motorized.checked,
    gridZone: shown.gridZone.checked,
  });
  showLegend(own);
  const isRefused = refusals.some(({ status, index }) => status === 400 && index === inWork);
  const density = { layer: keyDialog.credentials() && question.density, begun: densityBegun };
  densityChoice.show(question.density, densityStatus());
  map?.show({ question, outlines, crossings: isRefused ? crossingsOf(question.drawing) : [], density });
  lookAtAnswer(own);
}

/** Reads the layer of density anew, whatever came of it before. */
function beginDensity(): void {
  densityReader.begin();
  densityBegun++;
}

/** What is to be said of the layer of density. */
function densityStatus(): DensityStatus {
  if (!keyDialog.credentials()) return { said: texts.densityNeedsKey, mayAskAgain: true };
  if (map && map.zoom < DENSITY_ZOOMS.min_zoom) return { said: texts.densityTooFar, mayAskAgain: false };
  const { refusal, pause_s, isLoading } = densityReader;
  if (refusal) {
    const { title, advice } = explainFailure(refusal, null, regions, texts);
    const why = refusal.status === 404 ? texts.renewed : `${title}. ${advice}`;
    return { said: texts.densityMissing(why), mayAskAgain: true };
  }
  if (pause_s !== null) return { said: texts.densityPaused(pause_s), mayAskAgain: false };
  return { said: isLoading ? texts.densityLoading : '', mayAskAgain: false };
}

/** Asks the visitor for a key where there is none. */
function needKey(): void {
  if (!keyDialog.credentials()) keyDialog.open();
}

function hintOf(rows: readonly AnsweredRow[]): string {
  if (placeOf(question) && rows.length > 0) return '';
  const isNext = question.kept.length > 0;
  const key = keyDialog.credentials() ? '' : ` ${texts.keyWillBeAsked}`;
  if (question.option === 'zone') return `${isNext ? texts.drawNext : texts.drawToCount}${key}`;
  return `${isNext ? texts.clickNext : texts.clickToCount}${key}`;
}

/** Why numbers are missing, each reason once, with the letters of the places where several are compared. */
function refusalsOf(
  rows: readonly AnsweredRow[],
): { status: number; index: number; explanation: Explanation }[] {
  const found = new Map<
    string,
    { status: number; index: number; letters: string[]; explanation: Explanation }
  >();
  for (const { row, results } of rows) {
    for (const [i, result] of results.entries()) {
      if (result.kind !== 'refusal') continue;
      const asked = { endpoint: row.counts[i].endpoint, place: row.place };
      const explanation = explainFailure(result.refusal, asked, regions, texts);
      const reason = `${explanation.title} ${explanation.said}`;
      const known = found.get(reason);
      if (!known) {
        const letters = [letterOf(row.index)];
        found.set(reason, { status: result.refusal.status, index: row.index, letters, explanation });
      } else if (!known.letters.includes(letterOf(row.index))) known.letters.push(letterOf(row.index));
    }
  }
  const hasLetters = question.kept.length > 0;
  return [...found.values()].map(({ letters, explanation, ...rest }) => ({
    ...rest,
    explanation: hasLetters
      ? { ...explanation, title: `${letters.join(', ')}: ${explanation.title}` }
      : explanation,
  }));
}

/** Tells screen readers what is on the page now, once it is whole. */
function announce(rows: readonly AnsweredRow[], explanations: readonly Explanation[], hint: string): void {
  const isPending = rows.some(({ results }) => results.some(({ kind }) => kind === 'pending'));
  const numbers = rows.flatMap(({ row, results }) =>
    results.flatMap((result, i) => {
      if (result.kind !== 'total') return [];
      const letter = question.kept.length > 0 ? `${letterOf(row.index)}: ` : '';
      return [`${letter}${people(result.people)} ${sentence(row.counts[i].endpoint, result.people, row)}.`];
    }),
  );
  const reasons = explanations.map(({ title, advice }) => `${title}. ${advice}`);
  const text = isPending ? '' : [...numbers, ...reasons, hint].filter(Boolean).join(' ');
  const status = byId('status');
  if (status.textContent !== text) status.textContent = text;
  if (numbers.length > 0 && !isPending) performance.mark('answered');
}

function showCompare(rows: readonly AnsweredRow[]): void {
  const compare = byId<HTMLButtonElement>('compare');
  const isFull = placesOf(question).length >= MAX_PLACES;
  compare.hidden = rows.length === 0 || !placeOf(question);
  compare.disabled = isFull;
  compare.title = isFull ? texts.mostPlaces(MAX_PLACES) : '';
}

function showLegend(own: readonly AnsweredRow[]): void {
  const answers = own.flatMap(({ row, results }) =>
    results.flatMap((result) =>
      result.kind === 'total' ? result.answers.map((answer) => ({ travel: row.reach?.travel, answer })) : [],
    ),
  );
  const has = {
    pedestrian: answers.some(({ travel }) => travel === 'pedestrian'),
    motorized: answers.some(({ travel }) => travel === 'motorized'),
    'grid-zone': own.length === 1 && answers.some(({ answer }) => answer.gridZone),
  };
  for (const [name, isThere] of Object.entries(has)) byId(`legend-${name}`).hidden = !isThere;
  byId('legend').hidden = !Object.values(has).some(Boolean);
}

/** Moves the map once to each new set of isochrones. */
function lookAtAnswer(own: readonly AnsweredRow[]): void {
  const isochrones = own.flatMap(({ results }) =>
    results.flatMap((result) => (result.kind === 'total' ? (result.answers[0].isochrone ?? []) : [])),
  );
  const key = own.flatMap(({ row }) => row.counts.map(({ calls }) => calls[0].key)).join();
  const isWhole = own.every(({ results }) => results.every(({ kind }) => kind !== 'pending'));
  if (isochrones.length === 0 || !isWhole || key === lookedAt) return;
  lookedAt = key;
  map?.lookAt(isochrones.flatMap(({ geometry }) => ringsOf(geometry)));
}

/** Renders once in a frame, however often a pointer has moved since the last one. */
function renderInFrame(): void {
  if (frame !== null) return;
  frame = requestAnimationFrame(() => {
    frame = null;
    render();
  });
}

/** Takes a change of the question, and asks it: at once, or when nothing has changed for a moment. */
function change(patch: Partial<Question>, moreToCome = false): void {
  question = { ...question, ...patch };
  fault = null;
  clearTimeout(settling);
  isSettling = moreToCome;
  if (moreToCome) {
    renderInFrame();
    settling = setTimeout(() => ask(), SETTLE_MS);
  } else ask();
}

/** Asks what of the question has no answer yet. */
function ask(): void {
  fault = null;
  isSettling = false;
  written = fragmentOf(question);
  history.replaceState(null, '', written || location.pathname + location.search);
  const calls = rowsOf(question).flatMap(({ counts }) => counts.flatMap((count) => count.calls));
  if (keyDialog.credentials()) queue.want(calls);
  else if (calls.length > 0) needKey();
  render();
}

const ringsOf = (geometry: { type: string; coordinates: unknown }): Ring[] =>
  (geometry.type === 'Polygon'
    ? [geometry.coordinates]
    : (geometry.coordinates as unknown[])
  ).flat() as Ring[];

function takeAddress(): void {
  if (written !== '' && location.hash === written) return;
  const found = questionOf(location.hash, texts);
  if (found === null) {
    question = FIRST_QUESTION;
    ask();
    if (regions[0]) map?.lookAtRegion(regions[0]);
  } else if ('fault' in found) {
    const refusal = { status: 400, error: found.fault, retryAfter_s: null };
    question = FIRST_QUESTION;
    queue.want([]);
    fault = explainFailure(refusal, null, regions, texts);
    render();
  } else {
    question = found;
    lookAtQuestion();
    ask();
    if (question.density) needKey();
  }
}

function lookAtQuestion(): void {
  const places = placesOf(question);
  if (places.length > 0) map?.lookAt(places.map(ringAround), true);
}

/** A ring around a place, to look at. */
const ringAround = (place: Place): Ring =>
  place.option === 'isochrone' ? aroundOrigin(place.origin) : place.drawing.parts.flatMap(([shell]) => shell);

/** A kilometre or so to each side. */
const aroundOrigin = ([lon, lat]: Position): Ring => [
  [lon - 0.015, lat - 0.01],
  [lon + 0.015, lat + 0.01],
];

/** The region whose middle is nearest to where the question is. */
function nearestRegion(): MapRegion | undefined {
  const place = placesOf(question).at(-1);
  const { west, south } = place ? boundingBoxOf([ringAround(place)]) : { west: 0, south: 0 };
  const distance = ({ bounds }: MapRegion): number =>
    Math.hypot((bounds.west + bounds.east) / 2 - west, (bounds.south + bounds.north) / 2 - south);
  return regions.toSorted((a, b) => distance(a) - distance(b))[0];
}

function pointed(position: Position): void {
  if (question.option === 'isochrone') change({ origin: rounded(position), name: '' });
  else zoneTools.change(addCorner(question.drawing, rounded(position)));
}

async function loadMap(): Promise<void> {
  const container = byId('map');
  try {
    const { CountMap } = await import('./map/count-map.ts');
    map = new CountMap(container, regions, {
      readDensity: (path, signal) => densityReader.read(path, signal),
      zoomed: renderInFrame,
      pointed,
      originMoved: (position) => change({ origin: rounded(position), name: '' }),
      cornerMoved: (at, to, inserted, done) => {
        if (!done && !dragging) zoneTools.remember();
        dragging = !done;
        change({ drawing: moveCorner(question.drawing, at, rounded(to), inserted) }, !done);
      },
      outlineEnded: () => canFinish(question.drawing) && zoneTools.finish(),
    });
    map.onceDrawn(() => {
      performance.mark('map-drawn');
      container.dataset.drawn = 'true';
    });
    lookedAt = '';
    lookAtQuestion();
  } catch {
    container.classList.add('no-map');
    container.textContent = texts.noMap;
  }
}

/** Those that are live now; what is known already stays where they cannot be read. */
async function loadRegions(): Promise<void> {
  try {
    const cache = regions.length > 0 ? 'reload' : 'default';
    const response = await fetch(MAP_REGIONS_PATH, { credentials: 'omit', cache });
    if (!response.ok) throw new Error(String(response.status));
    regions = (await response.json()) as MapRegion[];
  } catch {
    if (regions.length > 0) return;
    fault = { title: texts.noData, advice: texts.noDataAdvice, said: '', remedy: null };
  }
  if (regions.length > 0) {
    const layers: Layer[] = ['living', 'working'];
    const offered = new Set(
      layers.filter((layer) => regions.some(({ coverage }) => coverage[layer] !== null)),
    );
    form.offer(offered);
    densityChoice.offer(offered, new Set(regions.flatMap(({ density }) => density)));
  }
  const list = byId('regions');
  list.replaceChildren(create('span', '', texts.dataFor));
  list.hidden = regions.length < 2;
  for (const region of regions) {
    list.append(button(regionName(region.region), 'quiet', () => map?.lookAtRegion(region)));
  }
}

function showLanguages(): void {
  for (const code of Object.keys(LANGUAGES) as LanguageCode[]) {
    const link = create('a', '', LANGUAGES[code].language);
    link.lang = code;
    link.hreflang = code;
    if (code === languageCode) link.setAttribute('aria-current', 'true');
    // The address changes with the question.
    link.href = addressIn(code);
    link.addEventListener('click', () => {
      link.href = addressIn(code);
    });
    byId('languages').append(link);
  }
}

showLanguages();
addEventListener('hashchange', takeAddress);
performance.mark('interactive');
// The question before the map, which is the largest part of the page.
if (location.hash) takeAddress();
else render();
await loadRegions();
render();
await loadMap();
render();
