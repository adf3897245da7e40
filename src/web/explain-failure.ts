/** Explains a failed count by reason or status in the page's language, with a remedy; the service's own sentence says the rest. */
import { type CountFailed, MixedVersions } from '../clients/javascript/errors.ts';
import type { Unserved } from '../failures.ts';
import type { Texts } from './text/en.ts';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  readonly said: string;
  readonly remedy: 'enter-key' | 'show-data' | 'ask-again' | null;
}

export const inWords = ({ title, advice }: Explanation): string => `${title}. ${advice}`;

/** Names of texts, each with an `…Advice`. */
const UNSERVED = {
  'not-covered': 'unknownPlace',
  'partly-covered': 'nearEdge',
  'roads-end': 'nearEdge',
  'no-road': 'noRoad',
  'over-limit': 'tooLarge',
  'no-such-data': 'noLayer',
} as const satisfies Record<Unserved, keyof Texts>;

export function explainFailure(failure: CountFailed, texts: Texts): Explanation {
  const { status, reason, message: said } = failure;
  const wait = (title: string): Explanation => ({
    ...{ title, advice: texts.waitAFew },
    ...{ said: '', remedy: 'ask-again' },
  });
  if (failure instanceof MixedVersions) return wait(texts.renewedMeanwhile);
  switch (status) {
    case 0:
      return { ...wait(texts.unreachable), advice: texts.unreachableAdvice };
    case 401:
      return { title: texts.keyUnknown, advice: texts.keyUnknownAdvice, said: '', remedy: 'enter-key' };
    case 422: {
      const name = UNSERVED[reason as Unserved] ?? 'badQuestion';
      const remedy = name === 'unknownPlace' ? 'show-data' : null;
      return { title: texts[name], advice: texts[`${name}Advice`], said, remedy };
    }
    case 429:
      return wait(texts.tooManyQuestions);
    case 503:
      return wait(texts.unreadable);
    case 400:
    case 414:
      return { title: texts.badQuestion, advice: texts.badQuestionAdvice, said, remedy: null };
    default:
      return { title: texts.defect, advice: texts.defectAdvice, said, remedy: 'ask-again' };
  }
}
