/** Provides the texts of the page's language, chosen by address or browser, and writes them into its elements. */
import type { Texts } from './en.ts';
import { chooseLanguage, LANGUAGES, type LanguageCode } from './languages.ts';

const PARAMETER = 'lang';

export const languageCode: LanguageCode = chooseLanguage(
  new URLSearchParams(location.search).get(PARAMETER),
  navigator.languages,
);
export const texts: Texts = LANGUAGES[languageCode];

/** Names of texts that are no functions. */
type PlainText = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts];

const ATTRIBUTES = { label: 'aria-label', placeholder: 'placeholder', content: 'content' };

export function writeTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.textContent as PlainText];
  }
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    for (const element of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
      element.setAttribute(attribute, texts[element.dataset[name] as PlainText]);
    }
  }
  document.title = texts.title;
  const root = document.documentElement;
  root.lang = languageCode;
  delete root.dataset.unwritten;
}

export function addressIn(code: LanguageCode): string {
  const address = new URL(location.href);
  address.searchParams.set(PARAMETER, code);
  return address.href;
}
