/** The controls of a question: what to count, where, how to travel and how long. */

import { MAX_TRAVEL_TIME_S } from '../../format/road-model.ts';
import type { Travel } from '../../format/tile-sets.ts';
import type { Endpoint } from '../../request/parse-count-query.ts';
import { allowedTime_s, type Option, type Question, rounded } from '../question.ts';
import { byId } from './elements.ts';
import { duration } from './words.ts';

export class QuestionForm {
  readonly #form = byId<HTMLFormElement>('question');
  readonly #time = byId<HTMLInputElement>('time');
  readonly #timeOutput = byId<HTMLOutputElement>('time-output');
  readonly #lon = byId<HTMLInputElement>('lon');
  readonly #lat = byId<HTMLInputElement>('lat');

  /** @param changed told what the visitor changed, and whether more is to come at once, as from a slider being dragged */
  constructor(changed: (patch: Partial<Question>, moreToCome: boolean) => void) {
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('change', ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      if (name === 'endpoint') changed({ endpoint: value as Endpoint }, false);
      else if (name === 'option') changed({ option: value as Option }, false);
      else if (name === 'travel') {
        const travel = value as Travel;
        changed({ travel, time_s: allowedTime_s(this.#time_s(), travel) }, false);
      } else if (name === 'time') changed({ time_s: this.#time_s() }, false);
      else if (name === 'lon' || name === 'lat') this.#originEntered(changed);
    });
    this.#time.addEventListener('input', () => changed({ time_s: this.#time_s() }, true));
  }

  show({ endpoint, option, origin, travel, time_s }: Question): void {
    this.#check('endpoint', endpoint);
    this.#check('option', option);
    this.#check('travel', travel);
    byId('reach').hidden = option !== 'isochrone';
    byId('draw').hidden = option !== 'zone';
    this.#time.max = String(MAX_TRAVEL_TIME_S[travel] / 60);
    this.#time.value = String(time_s / 60);
    this.#time.setAttribute('aria-valuetext', duration(time_s));
    this.#timeOutput.value = duration(time_s);
    if (origin && !this.#form.contains(document.activeElement?.closest('#coordinates') ?? null)) {
      const [lon, lat] = rounded(origin);
      this.#lon.value = String(lon);
      this.#lat.value = String(lat);
    }
  }

  #time_s(): number {
    return Number(this.#time.value) * 60;
  }

  #check(name: string, value: string): void {
    const input = this.#form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
    if (input) input.checked = true;
  }

  #originEntered(changed: (patch: Partial<Question>, moreToCome: boolean) => void): void {
    const entered = this.#lon.value !== '' && this.#lat.value !== '';
    if (!entered || !this.#lon.reportValidity() || !this.#lat.reportValidity()) return;
    changed({ origin: rounded([Number(this.#lon.value), Number(this.#lat.value)]) }, false);
  }
}
