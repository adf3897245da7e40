/** Makes links to the page in other languages, and to regions with data. */
import type { MapRegion } from '../../routes/map-region.ts';
import { LANGUAGES, type LanguageCode } from '../text/languages.ts';
import { addressIn, languageCode, texts } from '../text/texts.ts';
import { regionName } from '../text/wording.ts';
import { button, byId, create } from './elements.ts';

export function showLanguages(): void {
  for (const code of Object.keys(LANGUAGES) as LanguageCode[]) {
    const link = create('a', '', LANGUAGES[code].language);
    link.lang = code;
    link.hreflang = code;
    if (code === languageCode) link.setAttribute('aria-current', 'true');
    // The address changes with the question.
    link.href = addressIn(code);
    link.addEventListener('click', () => {
      link.href = addressIn(code);
    });
    byId('languages').append(link);
  }
}

export function showRegions(regions: readonly MapRegion[], chosen: (region: MapRegion) => void): void {
  const list = byId('regions');
  list.hidden = regions.length < 2;
  const buttons = regions.map((region) => button(regionName(region.region), 'quiet', () => chosen(region)));
  list.replaceChildren(create('span', '', texts.dataFor), ...buttons);
}
