/** Lists the languages of the page, and chooses one by the address or the browser's preferences. */
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';

export const LANGUAGES = { en, fr } as const satisfies Record<string, Texts>;
export type LanguageCode = keyof typeof LANGUAGES;

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code);

/**
 * @param named in the address
 * @param preferred best first, as `fr-CA`
 */
export function chooseLanguage(named: string | null, preferred: readonly string[]): LanguageCode {
  const wanted = [named ?? '', ...preferred].map((tag) => tag.split('-')[0].toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}
