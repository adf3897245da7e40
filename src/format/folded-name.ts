/** Names as they are compared: without case, accents and punctuation, so that “Saint-Étienne” is found by “saint etienne”. */

/** Letters that Unicode takes as letters of their own, and how people type them. */
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

/** @returns words of lower-case letters and digits with a space between two; empty where there is no letter or digit */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(LETTERS, (letter) => TYPED_AS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
