/** The map page: one question at a time, its answer beside the map. */
import './style.css';
import type { Position, Ring } from '../geo/positions.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../response/map-region.ts';
import { type Answer, askCount } from './ask-count.ts';
import { explainFailure } from './explain-failure.ts';
import type { CountMap } from './map/count-map.ts';
import { addCorner, canFinish, moveCorner } from './map/polygon-editor.ts';
import { type AnswerState, AnswerView } from './panel/answer-view.ts';
import { CallView } from './panel/call-view.ts';
import { button, byId, create } from './panel/elements.ts';
import { KeyDialog } from './panel/key-dialog.ts';
import { QuestionForm } from './panel/question-form.ts';
import { people, place, sentence } from './panel/words.ts';
import { ZoneTools } from './panel/zone-tools.ts';
import { FIRST_QUESTION, fragmentOf, parametersOf, type Question, questionOf, rounded } from './question.ts';

/** How long to wait while a slider or a corner is being dragged, before asking. */
const SETTLE_MS = 200;

/** The largest file of the page, on its way while the rest can be used already. */
const mapModule = import('./map/count-map.ts');

let question: Question = FIRST_QUESTION;
let answer: Answer | null = null;
let regions: readonly MapRegion[] = [];
let map: CountMap | null = null;
let asking: AbortController | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

const keyDialog = new KeyDialog(() => void ask());
const form = new QuestionForm((patch, moreToCome) => change(patch, moreToCome));
const callView = new CallView();
const answerView = new AnswerView({
  enterKey: () => keyDialog.open(),
  showData: () => {
    const region = nearestRegion(question);
    if (region) map?.lookAtRegion(region);
  },
  askAgain: () => void ask(),
});
const zoneTools = new ZoneTools({
  changed: (drawing) => change(drawing),
  pasted: (drawing) => {
    change({ ...drawing, option: 'zone' });
    map?.lookAt(drawing.rings, true);
  },
});
const showIsochrone = byId<HTMLInputElement>('show-isochrone');
const showGridZone = byId<HTMLInputElement>('show-grid-zone');
for (const toggle of [showIsochrone, showGridZone]) toggle.addEventListener('change', render);

function render(): void {
  form.show(question);
  zoneTools.show(question);
  callView.show(question);
  byId('legend-isochrone').hidden = !answer?.isochrone;
  byId('legend-grid-zone').hidden = !answer?.gridZone;
  byId('legend').hidden = !answer?.isochrone && !answer?.gridZone;
  const shown = { showIsochrone: showIsochrone.checked, showGridZone: showGridZone.checked };
  map?.show({ question, answer, ...shown });
}

/** Takes a change of the question, and asks it: at once, or when nothing has changed for a moment. */
function change(patch: Partial<Question>, moreToCome = false): void {
  const before = parametersOf(question);
  const { endpoint } = question;
  question = { ...question, ...patch };
  const after = parametersOf(question);
  if (question.option !== (before && 'zone' in before ? 'zone' : 'isochrone') || !after) answer = null;
  render();
  history.replaceState(null, '', fragmentOf(question) || location.pathname);
  clearTimeout(settling);
  if (JSON.stringify(before) === JSON.stringify(after) && endpoint === question.endpoint && !after) {
    showHint();
    return;
  }
  if (moreToCome) settling = setTimeout(() => void ask(), SETTLE_MS);
  else void ask();
}

async function ask(): Promise<void> {
  asking?.abort();
  const asked = question;
  const parameters = parametersOf(asked);
  if (!parameters) return showHint();
  const credentials = keyDialog.credentials();
  if (!credentials) {
    showHint();
    return keyDialog.open();
  }
  const controller = new AbortController();
  asking = controller;
  showAnswer({ kind: 'asking' });
  let outcome: Awaited<ReturnType<typeof askCount>>;
  try {
    outcome = await askCount(asked.endpoint, parameters, credentials, controller.signal);
  } catch {
    return;
  }
  if (controller.signal.aborted) return;
  if (outcome.ok) {
    answer = outcome.answer;
    showAnswer({ kind: 'answer', answer, question: asked });
    announce(`${people(answer.people)} ${sentence(asked, answer.people)}.`);
    const { isochrone } = answer;
    if (isochrone) map?.lookAt(ringsOf(isochrone.geometry));
  } else {
    answer = null;
    const explanation = explainFailure(outcome.refusal, asked, regions);
    showAnswer({ kind: 'failure', explanation });
    announce(`${explanation.title}. ${explanation.advice}`);
  }
  render();
}

function showAnswer(state: AnswerState): void {
  answerView.show(state, regions);
}

function showHint(): void {
  const key = keyDialog.credentials() ? '' : ' You will be asked for your key.';
  const text =
    question.option === 'zone'
      ? 'Draw a zone on the map, and the people in it are counted.'
      : `Click the map, and everybody within reach of that point is counted.${key}`;
  showAnswer({ kind: 'hint', text });
}

/** Tells screen readers. */
function announce(text: string): void {
  byId('status').textContent = text;
}

const ringsOf = (geometry: { type: string; coordinates: unknown }): Ring[] =>
  (geometry.type === 'Polygon'
    ? [geometry.coordinates]
    : (geometry.coordinates as unknown[])
  ).flat() as Ring[];

function takeAddress(): void {
  const found = questionOf(location.hash);
  if (found === null) {
    beginAnew();
    return;
  }
  if ('fault' in found) {
    const refusal = { status: 400, error: found.fault, retryAfter_s: null };
    showAnswer({ kind: 'failure', explanation: explainFailure(refusal, question, regions) });
    return;
  }
  question = { ...question, ...found };
  render();
  const rings = question.option === 'zone' ? question.rings : [aroundOrigin(question.origin!)];
  map?.lookAt(rings, true);
  void ask();
}

/** The region whose middle is nearest to where the question is. */
function nearestRegion({ option, origin, rings }: Question): MapRegion | undefined {
  const [lon, lat] = (option === 'zone' ? rings[0]?.[0] : origin) ?? [0, 0];
  const distance = ({ bounds: { west, east, south, north } }: MapRegion): number =>
    Math.hypot((west + east) / 2 - lon, (south + north) / 2 - lat);
  return regions.toSorted((a, b) => distance(a) - distance(b))[0];
}

function beginAnew(): void {
  question = FIRST_QUESTION;
  answer = null;
  render();
  showHint();
  if (regions[0]) map?.lookAtRegion(regions[0]);
}

/** A kilometre or so to each side. */
const aroundOrigin = ([lon, lat]: Position): Ring => [
  [lon - 0.015, lat - 0.01],
  [lon + 0.015, lat + 0.01],
];

function pointed(position: Position): void {
  if (question.option === 'isochrone') change({ origin: rounded(position) });
  else zoneTools.change(addCorner(question, rounded(position)));
}

async function loadMap(): Promise<void> {
  const container = byId('map');
  try {
    const { CountMap } = await mapModule;
    map = new CountMap(container, regions, {
      pointed,
      originMoved: (position) => change({ origin: rounded(position) }),
      cornerMoved: (ring, corner, to, inserted, done) => {
        if (!done && !dragging) zoneTools.remember();
        dragging = !done;
        change(moveCorner(question, ring, corner, rounded(to), inserted), !done);
      },
      outlineEnded: () => canFinish(question) && zoneTools.finish(),
    });
    map.onceDrawn(() => {
      performance.mark('map-drawn');
      container.dataset.drawn = 'true';
    });
  } catch {
    container.classList.add('no-map');
    container.textContent =
      'This browser cannot draw the map. Coordinates and pasted zones are counted all the same.';
  }
}
let dragging = false;

async function loadRegions(): Promise<void> {
  try {
    const response = await fetch(MAP_REGIONS_PATH, { credentials: 'omit' });
    if (!response.ok) throw new Error(String(response.status));
    regions = (await response.json()) as MapRegion[];
  } catch {
    const explanation = {
      title: 'No data can be reached',
      advice: 'Either nothing has been published here yet, or storage does not answer.',
      said: '',
      remedy: null,
    };
    showAnswer({ kind: 'failure', explanation });
  }
  const list = byId('regions');
  list.append(create('span', '', 'There is data for'));
  list.hidden = regions.length < 2;
  for (const region of regions) {
    list.append(button(place(region.region), 'quiet', () => map?.lookAtRegion(region)));
  }
}

render();
showHint();
addEventListener('hashchange', takeAddress);
performance.mark('interactive');
await loadRegions();
await loadMap();
render();
if (location.hash) takeAddress();
