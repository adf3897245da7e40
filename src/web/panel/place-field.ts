/** Where the visitor types a place. */
import type { BoundingBox, Position } from '../../geo/positions.ts';
import { rounded } from '../question.ts';
import { readCoordinates } from '../read-coordinates.ts';
import { texts } from '../text/texts.ts';
import { coordinate } from '../text/wording.ts';
import { button, byId } from './elements.ts';

export class PlaceField {
  readonly #input = byId<HTMLInputElement>('place');
  readonly #choice = byId<HTMLElement>('place-choice');
  readonly #fault = byId<HTMLElement>('place-fault');

  /**
   * @param known where there is data
   * @param chosen called with the position that is meant
   */
  constructor(known: () => readonly BoundingBox[], chosen: (position: Position) => void) {
    this.#input.addEventListener('change', () => {
      const text = this.#input.value.trim();
      const readings = text === '' ? [] : readCoordinates(text, known());
      const isFault = text !== '' && readings.length === 0;
      this.#fault.textContent = isFault ? texts.placeNotRead : '';
      this.#input.setAttribute('aria-invalid', String(isFault));
      this.#offer(readings.length > 1 ? readings : [], chosen);
      if (readings.length === 1) chosen(rounded(readings[0]));
    });
  }

  /** Shows where the question is, unless the visitor is typing. */
  show(position: Position | null): void {
    if (document.activeElement === this.#input || this.#choice.contains(document.activeElement)) return;
    this.#input.value = position ? position.join(', ') : '';
    this.#fault.textContent = '';
    this.#offer([], () => {});
  }

  #offer(readings: readonly Position[], chosen: (position: Position) => void): void {
    const buttons = readings.map(([lon, lat]) =>
      button(texts.placeOption(coordinate(lon), coordinate(lat)), '', () => {
        this.#offer([], chosen);
        chosen(rounded([lon, lat]));
      }),
    );
    this.#choice.replaceChildren(...(buttons.length > 0 ? [texts.placeEither, ...buttons] : []));
    this.#choice.hidden = buttons.length === 0;
  }
}
