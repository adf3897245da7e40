/** Shows the controls of a question: what is counted, where, travel mode, time. */
import { ENDPOINT_NAMES, ENDPOINTS } from '../../endpoints.ts';
import { TRAVELS, type Travel } from '../../format/tile-sets.ts';
import { MIN_TRAVEL_TIME_S } from '../../limits.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import {
  allowedTimes_s,
  longestTime_s,
  ONE_TIME_S,
  type Option,
  type Question,
  SEVERAL_TIMES_S,
} from '../question.ts';
import { texts } from '../text/texts.ts';
import { durations, means } from '../text/wording.ts';
import { sayOff } from './density-control.ts';
import { byId } from './elements.ts';

const BOTH = 'both';
const chosen = <T extends string>(all: readonly T[], value: string): readonly T[] =>
  value === BOTH ? all : all.filter((one) => one === value);

/** @param changed `moreToCome` while a slider is dragged */
export function questionForm(changed: (patch: Partial<Question>, moreToCome: boolean) => void) {
  const form = byId('question');
  const time = byId<HTMLInputElement>('time');
  const bands = byId<HTMLInputElement>('bands');
  const several = [...byId('times').querySelectorAll('input')];
  let travels: readonly Travel[] = TRAVELS;
  let timesShown = '';
  let isByKey = false;

  const input = (name: string, value: string): HTMLInputElement =>
    form.querySelector(`input[name="${name}"][value="${value}"]`)!;
  const check = (name: string, values: readonly string[]): void => {
    input(name, values.length > 1 ? BOTH : values[0]).checked = true;
  };
  const fields = (): readonly HTMLInputElement[] => (bands.checked ? several : [time]);
  const typed_s = (): number[] => {
    const minutes = fields()
      .map(({ value }) => Number(value))
      .filter((value) => value > 0);
    return allowedTimes_s(minutes.length > 0 ? minutes.map((value) => 60 * value) : [ONE_TIME_S], travels);
  };
  /** Corrects times that no question may have, and says so. */
  const limitTimes = (): void => {
    const most = longestTime_s(travels) / 60;
    const least = MIN_TRAVEL_TIME_S / 60;
    const wrong = fields().filter(
      ({ value }) => value !== '' && (Number(value) < least || Number(value) > most),
    );
    for (const field of wrong) field.value = String(Number(field.value) > most ? most : least);
    const travel = travels.includes('motorized') ? 'motorized' : 'pedestrian';
    byId('time-limit').textContent = wrong.length > 0 ? texts.timeLimits(least, most, means(travel)) : '';
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'travel') travels = chosen(TRAVELS, value);
    limitTimes();
    const times_s = typed_s();
    const patches: Record<string, Partial<Question>> = {
      endpoint: { endpoints: chosen(ENDPOINT_NAMES, value) },
      option: { option: value as Option },
      travel: { travels, times_s },
      bands: { times_s: allowedTimes_s(bands.checked ? SEVERAL_TIMES_S : [ONE_TIME_S], travels) },
      times: { times_s },
      time: { times_s },
    };
    // Keys change the slider step by step.
    if (patches[name]) changed(patches[name], name === 'time' && isByKey);
  });
  for (const kind of ['keydown', 'pointerdown'])
    time.addEventListener(kind, () => {
      isByKey = kind === 'keydown';
    });
  time.addEventListener('input', () => changed({ times_s: typed_s() }, true));

  return {
    show(question: Question): void {
      const { endpoints, option, times_s } = question;
      travels = question.travels;
      check('endpoint', endpoints);
      check('option', [option]);
      check('travel', travels);
      byId('reach').hidden = option !== 'isochrone';
      byId('draw').hidden = option !== 'zone';
      byId('traffic').hidden = !travels.includes('motorized');
      time.max = String(longestTime_s(travels) / 60);
      time.value = String(times_s.at(-1)! / 60);
      const isSeveral = times_s.length > 1;
      bands.checked = isSeveral;
      time.hidden = isSeveral;
      byId('times').hidden = !isSeveral;
      for (const field of several) field.max = time.max;
      // Keeps order and what is being typed.
      const isNew = times_s.join() !== timesShown;
      timesShown = times_s.join();
      if (isSeveral && isNew && typed_s().join() !== timesShown) {
        for (const [i, field] of several.entries())
          field.value = i < times_s.length ? String(times_s[i] / 60) : '';
      }
      time.setAttribute('aria-valuetext', durations(times_s));
      byId('time-output').textContent = durations(times_s);
    },

    /** Disables endpoints whose layer no region has. */
    offer(regions: readonly MapRegion[]): void {
      const off = ENDPOINT_NAMES.filter((endpoint) =>
        regions.every(({ coverage }) => coverage[ENDPOINTS[endpoint]] === null),
      );
      for (const endpoint of ENDPOINT_NAMES) input('endpoint', endpoint).disabled = off.includes(endpoint);
      input('endpoint', BOTH).disabled = off.length > 0;
      const layers = off.map((endpoint) => ENDPOINTS[endpoint]);
      sayOff('missing-data', layers);
    },
  };
}
