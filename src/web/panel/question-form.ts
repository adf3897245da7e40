/** Shows the controls of a question: what is counted, where, travel mode, time. */
import { ENDPOINT_NAMES, ENDPOINTS } from '../../endpoints.ts';
import type { Travel } from '../../format/tile-sets.ts';
import { MIN_TRAVEL_TIME_S } from '../../limits.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import { allowedTimes_s, longestTime_s, type Option, type Question, SEVERAL_TIMES_S } from '../question.ts';
import { texts } from '../text/texts.ts';
import { durations, means } from '../text/wording.ts';
import { sayOff } from './density-control.ts';
import { byId } from './elements.ts';

const TRAVELS: readonly Travel[] = ['pedestrian', 'motorized'];
const BOTH = 'both';
const chosen = <T extends string>(all: readonly T[], value: string): readonly T[] =>
  value === BOTH ? all : all.filter((one) => one === value);

export class QuestionForm {
  readonly #form = byId<HTMLFormElement>('question');
  readonly #time = byId<HTMLInputElement>('time');
  readonly #timeOutput = byId<HTMLOutputElement>('time-output');
  readonly #bands = byId<HTMLInputElement>('bands');
  readonly #several = [...byId('times').querySelectorAll<HTMLInputElement>('input')];
  #travels: readonly Travel[] = TRAVELS;
  #timesShown = '';
  #isByKey = false;

  /** @param changed `moreToCome` while a slider is dragged */
  constructor(changed: (patch: Partial<Question>, moreToCome: boolean) => void) {
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('change', ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      if (name === 'travel') this.#travels = chosen(TRAVELS, value);
      this.#keepInLimits();
      if (name === 'endpoint') changed({ endpoints: chosen(ENDPOINT_NAMES, value) }, false);
      else if (name === 'option') changed({ option: value as Option }, false);
      else if (name === 'travel') changed({ travels: this.#travels, times_s: this.#times_s() }, false);
      else if (name === 'bands') {
        const times_s = this.#bands.checked ? SEVERAL_TIMES_S : [SEVERAL_TIMES_S[1]];
        changed({ times_s: allowedTimes_s(times_s, this.#travels) }, false);
      } else if (name === 'times') changed({ times_s: this.#times_s() }, false);
      // Keys change it step by step.
      else if (name === 'time') changed({ times_s: this.#times_s() }, this.#isByKey);
    });
    this.#time.addEventListener('keydown', () => {
      this.#isByKey = true;
    });
    this.#time.addEventListener('pointerdown', () => {
      this.#isByKey = false;
    });
    this.#time.addEventListener('input', () => changed({ times_s: this.#times_s() }, true));
  }

  show({ endpoints, option, travels, times_s }: Question): void {
    this.#travels = travels;
    this.#check('endpoint', endpoints);
    this.#check('option', [option]);
    this.#check('travel', travels);
    byId('reach').hidden = option !== 'isochrone';
    byId('draw').hidden = option !== 'zone';
    byId('traffic').hidden = !travels.includes('motorized');
    this.#time.max = String(longestTime_s(travels) / 60);
    this.#time.value = String(times_s.at(-1)! / 60);
    const isSeveral = times_s.length > 1;
    this.#bands.checked = isSeveral;
    this.#time.hidden = isSeveral;
    byId('times').hidden = !isSeveral;
    for (const field of this.#several) field.max = this.#time.max;
    // Keeps order and what is being typed.
    const isNew = times_s.join() !== this.#timesShown;
    this.#timesShown = times_s.join();
    if (isSeveral && isNew && this.#times_s().join() !== this.#timesShown) {
      for (const [i, field] of this.#several.entries())
        field.value = i < times_s.length ? String(times_s[i] / 60) : '';
    }
    this.#time.setAttribute('aria-valuetext', durations(times_s));
    this.#timeOutput.value = durations(times_s);
  }

  /** Disables endpoints whose layer no region has. */
  offer(regions: readonly MapRegion[]): void {
    const off = ENDPOINT_NAMES.filter((endpoint) =>
      regions.every(({ coverage }) => coverage[ENDPOINTS[endpoint]] === null),
    );
    for (const endpoint of ENDPOINT_NAMES)
      this.#input('endpoint', endpoint).disabled = off.includes(endpoint);
    this.#input('endpoint', BOTH).disabled = off.length > 0;
    sayOff(
      'missing-data',
      off.map((endpoint) => ENDPOINTS[endpoint]),
    );
  }

  /** Corrects times that no question may have, and says so. */
  #keepInLimits(): void {
    const most = longestTime_s(this.#travels) / 60;
    const least = MIN_TRAVEL_TIME_S / 60;
    const wrong = this.#fields().filter(
      ({ value }) => value !== '' && (Number(value) < least || Number(value) > most),
    );
    for (const field of wrong) field.value = String(Number(field.value) > most ? most : least);
    const travel = this.#travels.includes('motorized') ? 'motorized' : 'pedestrian';
    byId('time-limit').textContent = wrong.length > 0 ? texts.timeLimits(least, most, means(travel)) : '';
  }

  #fields(): readonly HTMLInputElement[] {
    return this.#bands.checked ? this.#several : [this.#time];
  }

  #times_s(): number[] {
    const minutes = this.#fields()
      .map(({ value }) => Number(value))
      .filter((value) => value > 0);
    return allowedTimes_s(
      minutes.length > 0 ? minutes.map((value) => 60 * value) : [SEVERAL_TIMES_S[1]],
      this.#travels,
    );
  }

  #check(name: string, values: readonly string[]): void {
    this.#input(name, values.length > 1 ? BOTH : values[0]).checked = true;
  }

  #input(name: string, value: string): HTMLInputElement {
    return this.#form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`)!;
  }
}
