/** Button that keeps a place to compare with the next. */
import { MAX_PLACES, placeOf, placesOf, type Question } from '../question.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

export class CompareButton {
  readonly #button = byId<HTMLButtonElement>('compare');

  constructor(pressed: (isByKeyboard: boolean) => void) {
    this.#button.addEventListener('click', ({ detail }) => pressed(detail === 0));
  }

  show(question: Question, hasAnswer: boolean): void {
    const isFull = placesOf(question).length >= MAX_PLACES;
    this.#button.hidden = !hasAnswer || !placeOf(question);
    this.#button.disabled = isFull;
    this.#button.title = isFull ? texts.mostPlaces(MAX_PLACES) : '';
  }
}
