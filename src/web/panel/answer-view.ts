/** The answer: the number, how sure it is and where it comes from; or why there is none. */
import type { MapRegion } from '../../response/map-region.ts';
import type { Answer } from '../ask-count.ts';
import type { Explanation } from '../explain-failure.ts';
import type { Question } from '../question.ts';
import { button, byId, create } from './elements.ts';
import { area, density, people, place, role, sentence, share } from './words.ts';

export type AnswerState =
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answer'; readonly answer: Answer; readonly question: Question }
  | { readonly kind: 'failure'; readonly explanation: Explanation };

/** How far from the point that was asked for a start is worth telling, in metres. */
const NOTED_DISTANCE_M = 20;

export class AnswerView {
  readonly #section = byId<HTMLElement>('answer');
  readonly #remedies: Record<NonNullable<Explanation['remedy']>, { label: string; run: () => void }>;

  constructor(remedies: { enterKey: () => void; showData: () => void; askAgain: () => void }) {
    this.#remedies = {
      'enter-key': { label: 'Enter another key', run: remedies.enterKey },
      'show-data': { label: 'Show where there is data', run: remedies.showData },
      'ask-again': { label: 'Ask again', run: remedies.askAgain },
    };
  }

  show(state: AnswerState, regions: readonly MapRegion[]): void {
    this.#section.dataset.state = state.kind;
    this.#section.setAttribute('aria-busy', String(state.kind === 'asking'));
    // What was answered before stays in sight, dimmed, until the next answer is there.
    if (state.kind === 'asking') return;
    this.#section.replaceChildren(...this.#contentOf(state, regions));
  }

  #contentOf(state: Exclude<AnswerState, { kind: 'asking' }>, regions: readonly MapRegion[]): HTMLElement[] {
    switch (state.kind) {
      case 'hint':
        return [create('p', 'hint', state.text)];
      case 'failure':
        return this.#failure(state.explanation);
      case 'answer':
        return answerContent(state.answer, state.question, regions);
    }
  }

  #failure({ title, advice, said, remedy }: Explanation): HTMLElement[] {
    const content: HTMLElement[] = [create('h2', 'failure', title), create('p', '', advice)];
    if (said) content.push(create('p', 'said', `The service says: ${said}`));
    if (remedy) {
      const { label, run } = this.#remedies[remedy];
      content.push(button(label, 'primary', run));
    }
    return content;
  }
}

function answerContent(answer: Answer, question: Question, regions: readonly MapRegion[]): HTMLElement[] {
  const { details } = answer;
  const number = create('p', 'number');
  number.append(
    create('strong', '', people(answer.people)),
    ' ',
    create('span', '', sentence(question, answer.people)),
  );
  const content: HTMLElement[] = [number, interval(details.interval)];
  const { dataset, origin, cut, coverage } = details;
  if (dataset.simulated) {
    content.push(note('Simulated people', 'This dataset is for trying things out: nobody in it is real.'));
  }
  if (cut) content.push(note('Cut short', 'It reaches the edge of the road data with time left.'));
  if (coverage < 1)
    content.push(note(`${share(coverage)} covered`, 'The rest of the zone lies outside the data.'));
  if (origin && origin.distance_m > NOTED_DISTANCE_M) {
    content.push(
      note('Starts nearby', `The nearest road is ${Math.round(origin.distance_m)} m from the point.`),
    );
  }
  const facts = create('dl', 'facts');
  fact(facts, 'Area', area(details.area_m2));
  fact(facts, 'Density', density(answer));
  content.push(facts, provenance(answer, regions));
  return content;
}

function interval(found: Answer['details']['interval']): HTMLElement {
  if (!found) return create('p', 'interval', 'How far this may be off is not known for this dataset.');
  return create(
    'p',
    'interval',
    'Between ',
    create('b', '', people(found.low)),
    ' and ',
    create('b', '', people(found.high)),
    ', nine times out of ten.',
  );
}

const note = (title: string, text: string): HTMLElement =>
  create('p', 'note', create('b', '', title), ` ${text}`);

function fact(list: HTMLElement, name: string, value: string): void {
  list.append(create('div', '', create('dt', '', name), create('dd', '', value)));
}

function provenance({ details: { dataset } }: Answer, regions: readonly MapRegion[]): HTMLElement {
  const summary = create('summary', '', `Data: ${place(dataset.region)}, ${vintageOf(dataset.sources)}`);
  const list = create('ul', 'sources');
  for (const source of dataset.sources) {
    const told = [source.vintage, source.attribution].filter((part) => part !== null).join(', ');
    list.append(create('li', '', create('b', '', role(source.role)), ` ${told || 'not stated'}`));
  }
  const built = create('p', '', `Version ${dataset.version}, built ${dataset.built_at.slice(0, 10)}.`);
  const details = create('details', 'provenance', summary, list, built);
  if (!regions.some(({ version }) => version === dataset.version)) {
    details.append(create('p', '', 'The data was renewed since this page was opened.'));
  }
  return details;
}

/** The census decides how old a count is. */
function vintageOf(sources: Answer['details']['dataset']['sources']): string {
  const census = sources.find((source) => source.role === 'census')?.vintage;
  return census ? `census ${census}` : 'vintage not stated';
}
