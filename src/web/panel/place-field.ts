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

export class PlaceField {
  readonly #input = byId<HTMLInputElement>('place');
  readonly #list = byId<HTMLElement>('place-names');
  readonly #fault = byId<HTMLElement>('place-fault');
  readonly #status = byId<HTMLElement>('place-status');
  readonly #events: PlaceFieldEvents;
  #offered: readonly Offer[] = [];
  #unsearched = '';
  #active = -1;
  #searching = new AbortController();
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(events: PlaceFieldEvents) {
    this.#events = events;
    this.#input.addEventListener('input', () => {
      this.#say('');
      // Enter must not choose a name of older text.
      this.#activate(-1);
      // A pending Enter must not choose one of later text.
      this.#searching.abort();
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => void this.#search(), TYPED_MS);
    });
    this.#input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#input.addEventListener('blur', () => this.#close());
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  /** Keeps what is being typed. */
  show(place: PointPlace | null): void {
    if (document.activeElement === this.#input) return;
    this.#input.value = place ? place.name || place.origin.join(', ') : '';
    this.forget();
  }

  forget(): void {
    this.#say('');
  }

  focus(): void {
    this.#input.focus();
  }

  #pressed(event: KeyboardEvent): void {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && this.#offered.length > 0) {
      event.preventDefault();
      const count = this.#offered.length;
      this.#activate(this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count);
    } else if (event.key === 'Escape' && this.#offered.length > 0) {
      event.preventDefault();
      this.#close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void this.#enter();
    }
  }

  async #enter(): Promise<void> {
    if (this.#input.value.trim() === '') return;
    const isActive = this.#active >= 0;
    if (!isActive && !(await this.#search())) return;
    const offer = this.#offered[isActive ? this.#active : 0];
    const isEitherOrder = this.#offered.length > 1 && offer.name === '';
    if (!offer) {
      this.#say([this.#unsearched, texts.placeNotFound].filter(Boolean).join(' '), true);
    } else if (isActive || !isEitherOrder) this.#choose(offer);
  }

  #choose({ position, name }: Offer): void {
    this.#close();
    this.#say('');
    if (name) this.#input.value = name;
    this.#events.chosen(rounded(position), name);
  }

  /** @returns false if it failed or was superseded */
  async #search(): Promise<boolean> {
    clearTimeout(this.#typing);
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal } = this.#searching;
    const text = this.#input.value.trim();
    const readings = readCoordinates(text, this.#events.known());
    try {
      const found =
        text === '' || readings.length > 0
          ? { places: [], regionsWithoutNames: 0 }
          : await this.#events.findNames(text, signal);
      if (signal.aborted) return false;
      if (found === null) return this.#fail(texts.noNames);
      const { places, regionsWithoutNames } = found;
      this.#unsearched = regionsWithoutNames > 0 ? texts.namesUnsearched : '';
      this.#offer([...readings.map(offerOfPosition), ...places.map(offerOfName)]);
      const count = text && texts.placesFound(this.#offered.length);
      const said = readings.length > 1 ? texts.placeEither : count;
      this.#status.textContent = [said, this.#unsearched].filter(Boolean).join('. ');
      return true;
    } catch {
      if (signal.aborted) return false;
      return this.#fail(texts.namesUnreachable);
    }
  }

  #fail(why: string): false {
    this.#close();
    this.#say(why, true);
    return false;
  }

  #offer(offers: readonly Offer[]): void {
    this.#offered = offers;
    const options = offers.map((offer, i) => {
      const means = create('small', '', offer.means);
      const option = create('div', '', create('span', '', offer.shown), means);
      option.id = `place-name-${i}`;
      option.role = 'option';
      option.addEventListener('click', () => this.#choose(offer));
      return option;
    });
    this.#list.replaceChildren(...options);
    this.#list.hidden = options.length === 0;
    this.#input.setAttribute('aria-expanded', String(options.length > 0));
    this.#activate(-1);
  }

  #activate(index: number): void {
    this.#active = index;
    for (const [i, option] of [...this.#list.children].entries()) {
      option.setAttribute('aria-selected', String(i === index));
      if (i === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', `place-name-${index}`);
  }

  #close(): void {
    clearTimeout(this.#typing);
    this.#searching.abort();
    this.#status.textContent = '';
    this.#offer([]);
  }

  #say(text: string, isFault = false): void {
    this.#fault.textContent = text;
    this.#input.setAttribute('aria-invalid', String(isFault));
  }
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
    means: texts.placeMeans(texts.placeKind(kind), near ?? ''),
  };
}
