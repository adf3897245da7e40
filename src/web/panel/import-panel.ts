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

export function importPanel({ importedPlaces, importedSites }: ImportEvents): void {
  const details = byId<HTMLDetailsElement>('bring-in');
  const field = byId<HTMLTextAreaElement>('geojson');
  const file = byId<HTMLInputElement>('file');
  const say = (fault: string): void => {
    if (fault) details.open = true;
    const said = byId('bring-in-fault');
    said.textContent = fault;
    if (fault) said.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-invalid', String(fault !== ''));
  };
  /** Shows the text in its field if it cannot be used and `isKept`. */
  const take = async (text: string, isKept = true): Promise<void> => {
    const isJson = JSON_TEXT.test(text);
    const places = isJson ? readPlaces(text, texts) : [];
    // Loads the parser on first use.
    const sites = isJson ? [] : (await import('../sites/read-sites.ts')).readSites(text, texts);
    if (isKept) field.value = text;
    if ('fault' in places) return say(places.fault);
    if ('fault' in sites) return say(sites.fault);
    say('');
    field.value = '';
    // What is closed loses the focus.
    if (details.contains(document.activeElement)) details.querySelector('summary')!.focus();
    details.open = false;
    if (isJson) importedPlaces(places);
    else importedSites(sites);
  };
  const takeFile = async (one: File | undefined): Promise<void> => {
    if (!one) return;
    if (one.size > MAX_FILE_BYTES) say(texts.fileTooLarge(`${MAX_FILE_BYTES / 1e6} MB`));
    else await take(await one.text(), false);
  };
  byId('use-geojson').addEventListener('click', () => void take(field.value));
  byId('choose-file').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    void takeFile(file.files?.[0]);
    file.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const { dataTransfer } = event;
    if (dataTransfer?.files[0]) void takeFile(dataTransfer.files[0]);
    else void take(dataTransfer?.getData('text') ?? '');
  });
}
