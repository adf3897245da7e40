/** Answer: numbers with intervals, a table, or why there is none. */
import type { AnsweredRow, Progress } from '../count-result.ts';
import type { Explanation } from '../explain-failure.ts';
import { letterOf, placesOf, type Question } from '../question.ts';
import { texts } from '../text/texts.ts';
import { sentence } from '../text/wording.ts';
import { answerTable, type PlaceEvents } from './answer-table.ts';
import { countElement, intervalView } from './count-element.ts';
import { button, byId, create } from './elements.ts';
import { warningsOf } from './warnings.ts';

export interface Shown {
  readonly hint: string;
  readonly rows: readonly AnsweredRow[];
  readonly unions: readonly AnsweredRow[];
  readonly explanations: readonly Explanation[];
  readonly progress: Progress;
  /** Said instead of the progress, while the service takes no more calls. */
  readonly waiting: () => string;
  readonly isSettling: boolean;
}

export interface AnswerEvents extends PlaceEvents {
  readonly enterKey: () => void;
  readonly showData: () => void;
  readonly askAgain: () => void;
  readonly cancel: () => void;
}

/** Slower answers show as pending. */
const SLOW_AFTER_MS = 400;
const SECOND_MS = 1_000;

const hasCancelled = (rows: readonly AnsweredRow[]): boolean =>
  rows.some(({ results }) => results.some(({ kind }) => kind === 'cancelled'));

function stateOf({ hint, rows, unions, explanations }: Shown, isPending: boolean): string {
  if (hint) return 'hint';
  if (isPending) return 'asking';
  if (explanations.length > 0) return 'failure';
  return hasCancelled([...rows, ...unions]) ? 'cancelled' : 'answer';
}

export class AnswerView {
  readonly #section = byId<HTMLElement>('answer');
  readonly #events: AnswerEvents;
  readonly #remedies: Record<NonNullable<Explanation['remedy']>, { label: string; run: () => void }>;
  readonly #progress: ProgressView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingSince_ms: number | null = null;

  constructor(events: AnswerEvents) {
    this.#events = events;
    this.#progress = new ProgressView(events.cancel);
    this.#remedies = {
      'enter-key': { label: texts.enterAnotherKey, run: events.enterKey },
      'show-data': { label: texts.showData, run: events.showData },
      'ask-again': { label: texts.askAgain, run: events.askAgain },
    };
  }

  show(shown: Shown): void {
    clearTimeout(this.#timer);
    const { hint, rows, progress, isSettling } = shown;
    const isPending = !hint && (isSettling || progress.done < progress.all);
    const now_ms = Date.now();
    this.#pendingSince_ms = isPending && !isSettling ? (this.#pendingSince_ms ?? now_ms) : null;
    // Against flicker, old numbers stay for a moment, marked as busy.
    const slowIn_ms = SLOW_AFTER_MS - (now_ms - (this.#pendingSince_ms ?? now_ms));
    const isQuick = isPending && slowIn_ms > 0;
    const wasNumber = this.#section.querySelector('.number') !== null;
    this.#section.dataset.state = stateOf(shown, isPending);
    const counts = rows.length > 0 ? rows[0].results.length : 1;
    this.#section.dataset.numbers = rows.length > 1 ? 'many' : counts > 1 ? 'two' : 'one';
    this.#section.setAttribute('aria-busy', String(isPending));
    if (isPending && !isSettling)
      this.#timer = setTimeout(() => this.show(shown), isQuick ? slowIn_ms : SECOND_MS);
    if (isQuick && wasNumber && rows.length === 1) return;
    this.#replace(this.#contentOf(shown, isPending && !isQuick));
  }

  /** Moves the focus of elements that are replaced. */
  #replace(content: readonly HTMLElement[]): void {
    const before = [...this.#section.children];
    if (before.length === content.length && before.every((own, i) => own.isEqualNode(content[i]))) return;
    const focused = document.activeElement;
    const hadFocus = focused !== null && this.#section.contains(focused);
    this.#section.replaceChildren(...content);
    if (!hadFocus || this.#section.contains(document.activeElement)) return;
    const label = labelOf(focused);
    const like = [...this.#section.querySelectorAll<HTMLElement>('button, [tabindex]')];
    (like.find((element) => labelOf(element) === label) ?? this.#section).focus({ preventScroll: true });
  }

  #contentOf({ hint, rows, unions, explanations, progress, waiting }: Shown, isSlow: boolean): HTMLElement[] {
    const content: HTMLElement[] = [];
    if (rows.length > 1) content.push(answerTable(rows, unions, this.#events));
    else if (rows.length === 1) content.push(...numbersOf(rows[0]));
    content.push(...notesOf(rows));
    if (hint) content.push(create('p', 'hint', hint));
    if (hint === texts.keyForNumbers) content.push(button(texts.enterKey, 'primary', this.#events.enterKey));
    if (isSlow) {
      this.#progress.show(progress, waiting());
      content.push(this.#progress.element);
    }
    if (hasCancelled([...rows, ...unions])) {
      content.push(create('p', 'hint', texts.cancelled), button(texts.askAgain, '', this.#events.askAgain));
    }
    for (const explanation of explanations) content.push(...this.#failure(explanation));
    return content;
  }

  #failure({ title, advice, said, remedy }: Explanation): HTMLElement[] {
    const content: HTMLElement[] = [create('h2', 'failure', title), create('p', '', advice)];
    if (said) {
      const sentence = create('span', '', said);
      sentence.lang = 'en';
      content.push(create('p', 'said', `${texts.serviceSays} `, sentence));
    }
    if (remedy) {
      const { label, run } = this.#remedies[remedy];
      content.push(button(label, 'primary', run));
    }
    return content;
  }
}

const labelOf = (element: Element): string | null => element.ariaLabel ?? element.textContent;

function numbersOf({ row, results }: AnsweredRow): HTMLElement[] {
  const numbers = results.flatMap((result, i) => {
    if (result.kind !== 'total') return [];
    const number = create(
      'p',
      'number',
      countElement(result),
      ' ',
      create('span', '', sentence(row.counts[i].endpoint, result.people, row)),
    );
    return [create('div', '', number, intervalView(result))];
  });
  return numbers.length > 0 ? [create('div', 'numbers', ...numbers)] : [];
}

function notesOf(rows: readonly AnsweredRow[]): HTMLElement[] {
  const isTable = rows.length > 1;
  const hasPlaces = rows.some(({ row }) => row.index > 0);
  const notes = new Map<string, { readonly title: string; readonly letters: Set<string> }>();
  for (const { row, results } of rows) {
    const totals = results.filter((result) => result.kind === 'total');
    for (const { title, text, isOfDataset } of totals.flatMap(warningsOf)) {
      if (!notes.has(text))
        notes.set(text, { title: isTable && !isOfDataset ? '' : title, letters: new Set() });
      if (hasPlaces && !isOfDataset) notes.get(text)!.letters.add(letterOf(row.index));
    }
  }
  return [...notes].map(([text, { title, letters }]) => {
    const places = letters.size > 0 ? `${[...letters].join(', ')}: ` : '';
    return create('p', 'note', ...(title ? [create('b', '', title), ' '] : []), places + text);
  });
}

/** Persists, so that its button keeps the focus. */
class ProgressView {
  readonly #text = create('span', '');
  readonly #bar = create('progress', '');
  readonly element: HTMLElement;

  constructor(cancel: () => void) {
    this.#bar.setAttribute('aria-label', texts.counting);
    this.element = create('div', 'progress', this.#text, this.#bar, button(texts.cancel, '', cancel));
  }

  show({ all, done }: Progress, waiting: string): void {
    if (all > 1) {
      this.#bar.max = all;
      this.#bar.value = done;
    } else this.#bar.removeAttribute('value');
    this.#text.textContent = waiting || countingText(done, all);
  }
}

const countingText = (done: number, all: number): string =>
  all > 1 ? texts.countingOf(done, all) : texts.counting;

/** Sentence on what to do next: for a first number, the next place, or the numbers of a link without a key. */
export function hintOf(question: Question, hasKey: boolean): string {
  if (!hasKey && placesOf(question).length > 0) return texts.keyForNumbers;
  const { kept, option } = question;
  const isNext = kept.length > 0;
  const key = hasKey ? '' : ` ${texts.keyWillBeAsked}`;
  if (option === 'zone') return `${isNext ? texts.drawNext : texts.drawToCount}${key}`;
  return `${isNext ? texts.clickNext : texts.clickToCount}${key}`;
}
