/** Searches places as the visitor types: offers names by prefix, and coordinates in the orders that may be meant. */
import type { FoundNames } from '../../clients/find-names.ts';
import type { NamedPlace } from '../../format/name-index.ts';
import type { BoundingBox, Position } from '../../geo/positions.ts';
import { type PointPlace, rounded } from '../question.ts';
import { readCoordinates } from '../read-coordinates.ts';
import { texts } from '../text/texts.ts';
import { coordinate } from '../text/wording.ts';
import { byId, create } from './elements.ts';

const TYPED_MS = 150;

export interface PlaceFieldEvents {
  readonly known: () => readonly BoundingBox[];
  readonly findNames: (typed: string, signal: AbortSignal) => Promise<FoundNames | null>;
  /** @param name empty for coordinates */
  readonly chosen: (position: Position, name: string) => void;
}

/** What is offered, with its name in the question, which coordinates have none of. */
interface Offer {
  readonly position: Position;
  readonly name: string;
  readonly shown: string;
  readonly means: string;
}

export function placeField({ known, findNames, chosen }: PlaceFieldEvents) {
  const input = byId<HTMLInputElement>('place');
  const list = byId('place-names');
  let offered: readonly Offer[] = [];
  let unsearched = '';
  let active = -1;
  let searching = new AbortController();
  let typing: ReturnType<typeof setTimeout> | undefined;

  const say = (text: string, isFault = false): void => {
    byId('place-fault').textContent = text;
    input.setAttribute('aria-invalid', String(isFault));
  };

  const activate = (index: number): void => {
    active = index;
    for (const [i, option] of list.querySelectorAll('[role="option"]').entries()) {
      option.setAttribute('aria-selected', String(i === index));
      if (i === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `place-name-${index}`);
  };

  const offer = (offers: readonly Offer[]): void => {
    offered = offers;
    const options = offers.map((one, i) => {
      const means = create('small', '', one.means);
      const option = create('div', '', create('span', '', one.shown), means);
      option.id = `place-name-${i}`;
      option.role = 'option';
      option.addEventListener('click', () => choose(one));
      return option;
    });
    // Screen readers have it from the status.
    const note = Object.assign(create('small', '', unsearched), { ariaHidden: 'true' });
    list.replaceChildren(...options, ...(unsearched ? [note] : []));
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    activate(-1);
  };

  const close = (): void => {
    clearTimeout(typing);
    searching.abort();
    byId('place-status').textContent = '';
    offer([]);
  };

  const choose = ({ position, name }: Offer): void => {
    close();
    say('');
    if (name) input.value = name;
    chosen(rounded(position), name);
  };

  const fail = (why: string): false => {
    close();
    say(why, true);
    return false;
  };

  /** Returns false if it failed or was superseded. */
  const search = async (): Promise<boolean> => {
    clearTimeout(typing);
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    const text = input.value.trim();
    const readings = readCoordinates(text, known());
    try {
      const found =
        text === '' || readings.length > 0
          ? { places: [], regionsWithoutNames: 0 }
          : await findNames(text, signal);
      if (signal.aborted) return false;
      if (found === null) return fail(texts.noNames);
      const { places, regionsWithoutNames } = found;
      unsearched = regionsWithoutNames > 0 ? texts.namesUnsearched : '';
      offer([...readings.map(offerOfPosition), ...places.map(offerOfName)]);
      const count = text && texts.placesFound(offered.length);
      const said = readings.length > 1 ? texts.placeEither : count;
      byId('place-status').textContent = [said, unsearched].filter(Boolean).join('. ');
      return true;
    } catch {
      if (signal.aborted) return false;
      return fail(texts.namesUnreachable);
    }
  };

  const enter = async (): Promise<void> => {
    if (input.value.trim() === '') return;
    const isActive = active >= 0;
    if (!isActive && !(await search())) return;
    const one = offered[isActive ? active : 0];
    const isEitherOrder = offered.length > 1 && one.name === '';
    if (!one) say([unsearched, texts.placeNotFound].filter(Boolean).join(' '), true);
    else if (isActive || !isEitherOrder) choose(one);
  };

  input.addEventListener('input', () => {
    say('');
    // Enter must not choose a name of older text.
    activate(-1);
    // A pending Enter must not choose one of later text.
    searching.abort();
    clearTimeout(typing);
    typing = setTimeout(() => void search(), TYPED_MS);
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = offered.length;
    const isOpen = count > 0;
    if (event.key !== 'Enter' && !(isOpen && (step || event.key === 'Escape'))) return;
    event.preventDefault();
    if (step) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    else if (event.key === 'Escape') close();
    else void enter();
  });
  input.addEventListener('blur', close);
  list.addEventListener('pointerdown', (event) => event.preventDefault());

  return {
    focus: (): void => input.focus(),
    forget: (): void => say(''),
    /** Shows a place, unless something is being typed. */
    show(place: PointPlace | null): void {
      if (document.activeElement === input) return;
      input.value = place ? place.name || place.origin.join(', ') : '';
      say('');
    },
  };
}

const offerOfPosition = ([lon, lat]: Position): Offer => ({
  position: [lon, lat],
  name: '',
  shown: texts.placeOption(coordinate(lon), coordinate(lat)),
  means: '',
});

/** Streets and public places of several settlements may have one name. */
function offerOfName({ lon, lat, name, kind, near }: NamedPlace): Offer {
  const isWithin = near !== null && (kind === 'street' || kind === 'landmark');
  return {
    position: [lon, lat],
    name: isWithin ? `${name}, ${near}` : name,
    shown: name,
    means: [texts.kinds[kind], near].filter(Boolean).join(', '),
  };
}
