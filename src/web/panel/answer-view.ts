/** Shows the answer: one number with its interval, a table of several, or why there is none. */
import { type AnsweredRow, type Progress, totalsOf } from '../count-result.ts';
import { type Explanation, explainFailure, inWords } from '../explain-failure.ts';
import { letterOf, placesOf, type Question } from '../question.ts';
import { texts } from '../text/texts.ts';
import { lettersOf, said, sentence } from '../text/wording.ts';
import { answerTable, type PlaceEvents } from './answer-table.ts';
import { countElement, intervalView } from './count-element.ts';
import { button, byId, create, setText } from './elements.ts';
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
}

/** Answers that take longer show as pending. */
const SLOW_AFTER_MS = 400;
const SECOND_MS = 1_000;

function stateOf({ hint, explanations }: Shown, isPending: boolean): string {
  if (hint) return 'hint';
  if (isPending) return 'asking';
  return explanations.length > 0 ? 'failure' : 'answer';
}

/** Returns what shows an answer, again each second while it is pending. */
export function answerView(events: AnswerEvents): (shown: Shown) => void {
  const section = byId('answer');
  const remedies = {
    'enter-key': { label: texts.enterAnotherKey, run: events.enterKey },
    'show-data': { label: texts.showData, run: events.showData },
    'ask-again': { label: texts.askAgain, run: events.askAgain },
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSince_ms: number | null = null;

  const contentOf = (shown: Shown, isSlow: boolean): HTMLElement[] => {
    const { hint, rows, unions, explanations } = shown;
    const content: HTMLElement[] = [];
    if (rows.length > 1) content.push(answerTable(rows, unions, events));
    else if (rows.length === 1) content.push(...numbersOf(rows[0]));
    content.push(...notesOf(rows));
    if (hint) content.push(create('p', 'hint', hint));
    if (hint === texts.keyForNumbers) content.push(button(texts.enterKey, 'primary', events.enterKey));
    if (isSlow) content.push(progressOf(shown));
    for (const { title, advice, said: words, remedy } of explanations) {
      content.push(create('h2', 'failure', title), create('p', '', advice));
      const english = Object.assign(create('span', '', words), { lang: 'en' });
      if (words) content.push(create('p', 'said', `${texts.serviceSays} `, english));
      if (remedy) content.push(button(remedies[remedy].label, 'primary', remedies[remedy].run));
    }
    return content;
  };

  return function show(shown) {
    clearTimeout(timer);
    announce(shown);
    const { hint, rows, progress, isSettling } = shown;
    const isPending = !hint && (isSettling || progress.done < progress.all);
    const now_ms = Date.now();
    pendingSince_ms = isPending && !isSettling ? (pendingSince_ms ?? now_ms) : null;
    // Against flicker, old numbers stay for a moment, marked as busy.
    const slowIn_ms = SLOW_AFTER_MS - (now_ms - (pendingSince_ms ?? now_ms));
    const isQuick = isPending && slowIn_ms > 0;
    const wasNumber = section.querySelector('.number') !== null;
    section.dataset.state = stateOf(shown, isPending);
    const counts = rows.length > 0 ? rows[0].results.length : 1;
    section.dataset.numbers = rows.length > 1 ? 'many' : counts > 1 ? 'two' : 'one';
    section.setAttribute('aria-busy', String(isPending));
    if (isPending && !isSettling) timer = setTimeout(() => show(shown), isQuick ? slowIn_ms : SECOND_MS);
    if (isQuick && wasNumber && rows.length === 1) return;
    replaceContent(section, contentOf(shown, isPending && !isQuick));
  };
}

/** Moves the focus of elements that are replaced. */
function replaceContent(section: HTMLElement, content: readonly HTMLElement[]): void {
  const before = [...section.children];
  if (before.length === content.length && before.every((own, i) => own.isEqualNode(content[i]))) return;
  const focused = document.activeElement;
  const hadFocus = focused !== null && section.contains(focused);
  section.replaceChildren(...content);
  if (!hadFocus || section.contains(document.activeElement)) return;
  const label = labelOf(focused);
  const like = [...section.querySelectorAll<HTMLElement>('button, [tabindex]')];
  (like.find((element) => labelOf(element) === label) ?? section).focus({ preventScroll: true });
}

function progressOf({ progress: { all, done }, waiting }: Shown): HTMLElement {
  const bar = create('progress', '');
  bar.setAttribute('aria-label', texts.counting);
  if (all > 1) Object.assign(bar, { max: all, value: done });
  const text = waiting() || (all > 1 ? texts.countingOf(done, all) : texts.counting);
  return create('div', 'progress', create('span', '', text), bar);
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

/**
 * Explains why numbers are missing, each reason once.
 * @param hasLetters titles begin with the letters of the places
 */
export function explanationsOf(rows: readonly AnsweredRow[], hasLetters: boolean): Explanation[] {
  const refused = rows.flatMap(({ row: { index }, results }) =>
    results.flatMap((result) =>
      result.kind === 'refusal' ? [{ index, ...explainFailure(result.refusal, texts) }] : [],
    ),
  );
  const groups = Map.groupBy(refused, ({ title, said }) => `${title} ${said}`);
  return [...groups.values()].map((group) => {
    const [{ title }] = group;
    return { ...group[0], title: hasLetters ? texts.lettered(lettersOf(group), title) : title };
  });
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
  const words = [...numbers, ...explanations.map(inWords), hint].filter(Boolean).join(' ');
  setText('status', isPending ? '' : words);
  if (numbers.length > 0 && !isPending) performance.mark('answered');
}
