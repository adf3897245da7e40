/** Makes the letter of a compared place, in the place's colour. */
import { PLACE_COLOURS } from '../map/colours.ts';
import { letterOf } from '../question.ts';
import { create } from './elements.ts';

const VARIABLE = '--place';

export function letterElement(index: number): HTMLElement {
  const element = create('b', 'letter', letterOf(index));
  paintAsPlace(element, index);
  return element;
}

/** Sets a CSS variable that follows the page's theme, or removes it without an index. */
export function paintAsPlace({ style }: HTMLElement, index: number | null): void {
  if (index === null) style.removeProperty(VARIABLE);
  else style.setProperty(VARIABLE, `light-dark(${PLACE_COLOURS[index % PLACE_COLOURS.length].join()})`);
}
