/** Folds names for comparison (NFKD): no case, accents or punctuation, so that “st etienne” finds “Saint-Étienne”. */

/** These letters have no Unicode decomposition. */
const TYPED_AS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};
const LETTERS = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'gu');

const SHORT_SAINT = /(?<=^| )(st|ste)(?= )/g;

/** @returns lower-case words with one space between; `st` and `ste` become `saint` and `sainte` before a name */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(LETTERS, (letter) => TYPED_AS[letter])
    .replace(/['’ʼ](?=s(?!\p{L}))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(SHORT_SAINT, (short) => (short === 'st' ? 'saint' : 'sainte'));
