/** Shows the answer: one number with its interval, a table of several, or why there is none. */
import { type AnsweredRow, type Progress, totalsOf } from '../count-result.ts';
import type { Explanation } from '../explain-failure.ts';
import { letterOf, placesOf, type Question } from '../question.ts';
import { texts } from '../text/texts.ts';
import { lettersOf, said, sentence } from '../text/wording.ts';
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
  /** Tells whether places are compared. */
  readonly hasLetters: boolean;
}

export interface AnswerEvents extends PlaceEvents {
  readonly enterKey: () => void;
  readonly showData: () => void;
  readonly askAgain: () => void;
  readonly cancel: () => void;
}

/** Answers that take longer show as pending. */
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
  readonly #text = create('span', '');
  readonly #bar = create('progress', '');
  /** Persists, so that its button can be pressed at any time and keeps the focus. */
  readonly #progress: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingSince_ms: number | null = null;

  constructor(events: AnswerEvents) {
    this.#events = events;
    this.#bar.setAttribute('aria-label', texts.counting);
    const cancel = button(texts.cancel, '', events.cancel);
    this.#progress = create('div', 'progress', this.#text, this.#bar, cancel);
    this.#remedies = {
      'enter-key': { label: texts.enterAnotherKey, run: events.enterKey },
      'show-data': { label: texts.showData, run: events.showData },
      'ask-again': { label: texts.askAgain, run: events.askAgain },
    };
  }

  show(shown: Shown): void {
    clearTimeout(this.#timer);
    announce(shown);
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
    if (isSlow) content.push(this.#progressOf(progress, waiting()));
    if (hasCancelled([...rows, ...unions])) {
      content.push(create('p', 'hint', texts.cancelled), button(texts.askAgain, '', this.#events.askAgain));
    }
    for (const explanation of explanations) content.push(...this.#failure(explanation));
    return content;
  }

  #progressOf({ all, done }: Progress, waiting: string): HTMLElement {
    if (all > 1) Object.assign(this.#bar, { max: all, value: done });
    else this.#bar.removeAttribute('value');
    this.#text.textContent = waiting || (all > 1 ? texts.countingOf(done, all) : texts.counting);
    return this.#progress;
  }

  #failure({ title, advice, said: words, remedy }: Explanation): HTMLElement[] {
    const content: HTMLElement[] = [create('h2', 'failure', title), create('p', '', advice)];
    if (words) {
      const english = Object.assign(create('span', '', words), { lang: 'en' });
      content.push(create('p', 'said', `${texts.serviceSays} `, english));
    }
    if (remedy) {
      const { label, run } = this.#remedies[remedy];
      content.push(button(label, 'primary', run));
    }
    return content;
  }
}

const labelOf = (element: Element): string | null => element.ariaLabel ?? element.textContent;

function numbersOf(answered: AnsweredRow): HTMLElement[] {
  const numbers = totalsOf([answered]).map(({ row, endpoint, total }) => {
    const words = create('span', '', sentence(endpoint, total.people, row));
    const number = create('p', 'number', countElement(total), ' ', words);
    return create('div', '', number, intervalView(total));
  });
  return numbers.length > 0 ? [create('div', 'numbers', ...numbers)] : [];
}

/** Each warning once, with the letters of the places that have it. */
function notesOf(rows: readonly AnsweredRow[]): HTMLElement[] {
  const hasPlaces = rows.some(({ row }) => row.index > 0);
  const warnings = totalsOf(rows).flatMap(({ row: { index }, total }) =>
    warningsOf(total).map((warning) => ({ ...warning, index })),
  );
  return [...Map.groupBy(warnings, ({ text }) => text)].map(([text, group]) => {
    const [{ title, isOfDataset }] = group;
    const heading = rows.length > 1 && !isOfDataset ? [] : [create('b', '', title), ' '];
    const letters = hasPlaces && !isOfDataset ? `${lettersOf(group)}: ` : '';
    return create('p', 'note', ...heading, letters + text);
  });
}

/** Says what to do next: for a number, or for the numbers of a link without a key. */
export function hintOf(question: Question, hasKey: boolean): string {
  if (!hasKey && placesOf(question).length > 0) return texts.keyForNumbers;
  return question.option === 'zone' ? texts.drawToCount : texts.clickToCount;
}

/** Announces the complete answer to screen readers, in an element with role status. */
function announce({ hint, rows, unions, explanations, hasLetters }: Shown): void {
  const all = [...rows, ...unions];
  const isPending = all.some(({ results }) => results.some(({ kind }) => kind === 'pending'));
  const numbers = totalsOf(all).map((number) => {
    const { row, total } = number;
    if (total.adds) return texts.lettered(texts.together, `${said(number)}.`);
    return hasLetters ? texts.lettered(letterOf(row.index), `${said(number)}.`) : `${said(number)}.`;
  });
  const reasons = explanations.map(({ title, advice }) => `${title}. ${advice}`);
  const text = isPending ? '' : [...numbers, ...reasons, hint].filter(Boolean).join(' ');
  const status = byId('status');
  if (status.textContent !== text) status.textContent = text;
  if (numbers.length > 0 && !isPending) performance.mark('answered');
}
