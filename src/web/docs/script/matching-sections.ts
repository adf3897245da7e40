/** Searches the documentation by beginnings of words, with synonyms; ranks sections by words found, and makes excerpts. */

export interface Section {
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MOST = 8;
const EXCERPT_LETTERS = 110;
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Stop words, which searches ignore. */
const FILLING = new Set(
  'a an and are can do does for how i in is it many my of the to too what where'.split(' '),
);

/** Words that the documentation has in place of others. */
const SYNONYMS = new Map(
  Object.entries({
    web: ['browser', 'frontend'],
    typescript: ['fetch', 'javascript'],
    limit: ['large', 'max', 'maximum', 'quota', 'requests'],
  }).flatMap(([word, others]) => others.map((other): [string, string] => [other, word])),
);

function wordsOf(query: string): string[] {
  const words = folded(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => !FILLING.has(word));
  return telling.length > 0 ? telling : words;
}

/** A section has at least half of the query's words; most words come first, then most in headings. */
export function matchingSections(sections: readonly Section[], query: string): Section[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section, place) => {
      const heading = folded(`${section.page} ${section.heading}`);
      const text = folded(section.text);
      const inHeading = words.filter((word) => hasWord(heading, word)).length;
      const matched = words.filter((word) => hasWord(heading, word) || hasWord(text, word)).length;
      return { section, place, inHeading, matched };
    })
    .filter(({ matched }) => matched >= words.length / 2)
    .sort((a, b) => b.matched - a.matched || b.inHeading - a.inHeading || a.place - b.place)
    .slice(0, MOST)
    .map(({ section }) => section);
}

const hasWord = (text: string, beginning: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])(${beginning}|${SYNONYMS.get(beginning) ?? beginning})`, 'u').test(text);

export function excerptOf({ text }: Section, query: string): string {
  const whole = folded(text);
  const places = wordsOf(query).map((word) => whole.indexOf(word));
  const first = Math.min(...places.filter((place) => place >= 0), text.length);
  const from =
    first === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', first - EXCERPT_LETTERS / 3) + 1);
  const to = from + EXCERPT_LETTERS;
  const end = to >= text.length ? text.length : Math.max(text.lastIndexOf(' ', to), from + 1);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
