/** Offers buttons that export the answer: picture, CSV, GeoJSON, link. */
import { copyFrom } from '../copy-from.ts';
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import { answerPicture } from '../export/answer-picture.ts';
import { saveCsv, saveFile, saveGeojson } from '../export/save-file.ts';
import type { CountMap } from '../map/count-map.ts';
import { answersAsSites, sitesAsCsv, sitesAsGeojson } from '../sites/sites-as-files.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

const FILE = 'population-count';

/** Returns what shows the buttons. */
export function exportPanel(): (rows: readonly AnsweredRow[], map: CountMap | null) => void {
  const share = byId<HTMLButtonElement>('copy-link');
  const image = byId<HTMLButtonElement>('save-image');
  let answered: readonly AnsweredRow[] = [];
  let shown: CountMap | null = null;
  share.addEventListener('click', () => void copyFrom(share, location.href, texts));
  byId('save-csv').addEventListener('click', () => saveCsv(FILE, sitesAsCsv(answersAsSites(answered))));
  byId('save-geojson').addEventListener('click', () =>
    saveGeojson(FILE, sitesAsGeojson(answersAsSites(answered))),
  );
  image.addEventListener('click', async () => {
    if (shown) saveFile(`${FILE}.png`, await answerPicture(shown, answered, location.href));
  });
  return (rows, map) => {
    answered = rows;
    shown = map;
    byId('take-away').hidden = totalsOf(rows).length === 0;
    image.disabled = map === null;
  };
}
