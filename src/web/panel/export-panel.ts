/** Offers buttons that export the answer: picture, CSV, GeoJSON, link. */
import { copyFrom } from '../copy-from.ts';
import type { AnsweredRow } from '../count-result.ts';
import { answerPicture } from '../export/answer-picture.ts';
import { saveCsv, saveFile, saveGeojson } from '../export/save-file.ts';
import type { CountMap } from '../map/count-map.ts';
import { answersAsSites, sitesAsCsv, sitesAsGeojson } from '../sites/sites-as-files.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

const FILE = 'population-count';

export class ExportPanel {
  readonly #section = byId<HTMLElement>('take-away');
  readonly #image = byId<HTMLButtonElement>('save-image');
  #rows: readonly AnsweredRow[] = [];
  #map: CountMap | null = null;

  constructor() {
    const share = byId<HTMLButtonElement>('copy-link');
    share.addEventListener('click', () => void copyFrom(share, location.href, texts));
    byId('save-csv').addEventListener('click', () => saveCsv(FILE, sitesAsCsv(answersAsSites(this.#rows))));
    byId('save-geojson').addEventListener('click', () =>
      saveGeojson(FILE, sitesAsGeojson(answersAsSites(this.#rows))),
    );
    this.#image.addEventListener('click', () => void this.#saveImage());
  }

  show(rows: readonly AnsweredRow[], map: CountMap | null): void {
    this.#rows = rows;
    this.#map = map;
    this.#section.hidden = !rows.some(({ results }) => results.some(({ kind }) => kind === 'total'));
    this.#image.disabled = map === null;
  }

  async #saveImage(): Promise<void> {
    if (this.#map) saveFile(`${FILE}.png`, await answerPicture(this.#map, this.#rows, location.href));
  }
}
