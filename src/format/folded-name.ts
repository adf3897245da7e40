/** Folds names for comparison (NFKD): no case, accents or punctuation, so that “saint etienne” finds “Saint-Étienne”. */

/** Letters without Unicode decomposition. */
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

/** @returns lower-case words with a space between */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(LETTERS, (letter) => TYPED_AS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
