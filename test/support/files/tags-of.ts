/** Tags and examples of tags as one line: `building=house shop=bakery|building=yes`. */
import type { Tags } from '../../../tiles-builder/base/records.ts';

export const tagsOf = (text: string): Tags =>
  Object.fromEntries(text.split(' ').map((tag) => tag.split('=') as [string, string]));

export const examplesIn = (texts: string): (readonly [text: string, tags: Tags])[] =>
  texts.split('|').map((text) => [text.trim(), tagsOf(text.trim())] as const);
