/** Imports places (GeoJSON, which begins with a bracket) or else a table of sites: pasted, dropped, or from a file. */
import { type Fault, readPlaces } from '../import/read-places.ts';
import type { Place } from '../question.ts';
import type { Site } from '../sites/read-sites.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

/** Larger files would block the page. */
const MAX_FILE_BYTES = 20_000_000;

const JSON_TEXT = /^\s*[{[]/;

/** Loads the parser on first use. */
async function readTable(text: string): Promise<readonly Site[] | Fault> {
  const { readSites } = await import('../sites/read-sites.ts');
  return readSites(text, texts);
}

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
    byId('use-geojson').addEventListener('click', () => this.#take(this.#text.value));
    byId('choose-file').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      void this.#takeFile(file.files?.[0]);
      file.value = '';
    });
    document.addEventListener('paste', (event) => {
      if ((event.target as Element).closest('input, textarea, dialog')) return;
      const text = event.clipboardData?.getData('text') ?? '';
      // Ignores other text pasted outside fields.
      if (text.trim().startsWith('{')) this.#take(text);
      else if (text.includes('\n')) void this.#takeTable(text, true, false);
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const { dataTransfer } = event;
      if (dataTransfer?.files[0]) void this.#takeFile(dataTransfer.files[0]);
      else this.#take(dataTransfer?.getData('text') ?? '');
    });
  }

  async #takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) this.#say(texts.fileTooLarge(`${MAX_FILE_BYTES / 1e6} MB`));
    else this.#take(await file.text(), false);
  }

  #take(text: string, isKept = true): void {
    if (!JSON_TEXT.test(text)) {
      void this.#takeTable(text, isKept);
      return;
    }
    const places = readPlaces(text, texts);
    if (isKept) this.#text.value = text;
    this.#say('fault' in places ? places.fault : '');
    if ('fault' in places) return;
    this.#close();
    this.#events.importedPlaces(places);
  }

  /** @param isMeant reports that a text is no table */
  async #takeTable(text: string, isKept: boolean, isMeant = true): Promise<void> {
    const sites = await readTable(text);
    if ('fault' in sites && !isMeant) return;
    if (isKept) this.#text.value = text;
    this.#say('fault' in sites ? sites.fault : '');
    if ('fault' in sites) return;
    this.#close();
    this.#events.importedSites(sites);
  }

  #close(): void {
    this.#text.value = '';
    this.#details.open = false;
  }

  #say(fault: string): void {
    if (fault) this.#details.open = true;
    this.#fault.textContent = fault;
    if (fault) this.#fault.scrollIntoView({ block: 'nearest' });
    this.#text.setAttribute('aria-invalid', String(fault !== ''));
  }
}
