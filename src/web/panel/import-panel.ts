/** Imports places (GeoJSON, which begins with a bracket) or else a table of sites: pasted, dropped, or from a file. */
import { readPlaces } from '../import/read-places.ts';
import type { Place } from '../question.ts';
import type { Site } from '../sites/read-sites.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

/** Larger files would block the page. */
const MAX_FILE_BYTES = 20_000_000;

const JSON_TEXT = /^\s*[{[]/;

export interface ImportEvents {
  readonly importedPlaces: (places: readonly Place[]) => void;
  readonly importedSites: (sites: readonly Site[]) => void;
}

export class ImportPanel {
  readonly #details = byId<HTMLDetailsElement>('bring-in');
  readonly #text = byId<HTMLTextAreaElement>('geojson');
  readonly #fault = byId<HTMLElement>('bring-in-fault');
  readonly #events: ImportEvents;

  constructor(events: ImportEvents) {
    this.#events = events;
    const file = byId<HTMLInputElement>('file');
    byId('use-geojson').addEventListener('click', () => void this.#take(this.#text.value));
    byId('choose-file').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      void this.#takeFile(file.files?.[0]);
      file.value = '';
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const { dataTransfer } = event;
      if (dataTransfer?.files[0]) void this.#takeFile(dataTransfer.files[0]);
      else void this.#take(dataTransfer?.getData('text') ?? '');
    });
  }

  async #takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) this.#say(texts.fileTooLarge(`${MAX_FILE_BYTES / 1e6} MB`));
    else await this.#take(await file.text(), false);
  }

  /** @param isKept shows the text in its field if it cannot be used */
  async #take(text: string, isKept = true): Promise<void> {
    const isJson = JSON_TEXT.test(text);
    const places = isJson ? readPlaces(text, texts) : [];
    // Loads the parser on first use.
    const sites = isJson ? [] : (await import('../sites/read-sites.ts')).readSites(text, texts);
    const fault = 'fault' in places ? places.fault : 'fault' in sites ? sites.fault : '';
    if (isKept) this.#text.value = text;
    this.#say(fault);
    if ('fault' in places || 'fault' in sites) return;
    this.#text.value = '';
    this.#details.open = false;
    if (isJson) this.#events.importedPlaces(places);
    else this.#events.importedSites(sites);
  }

  #say(fault: string): void {
    if (fault) this.#details.open = true;
    this.#fault.textContent = fault;
    if (fault) this.#fault.scrollIntoView({ block: 'nearest' });
    this.#text.setAttribute('aria-invalid', String(fault !== ''));
  }
}
