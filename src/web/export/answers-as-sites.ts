/** Presents compared places as sites, whose files a comparison shares: its letter is the name of each. */
import type { AnsweredRow, CountResult } from '../count-result.ts';
import { letterOf, type Place } from '../question.ts';
import type { SiteCount } from '../sites/site-counter.ts';
import type { CountedSite, ResultOf } from '../sites/sites-as-files.ts';

export function answersAsSites(rows: readonly AnsweredRow[]): [CountedSite[], ResultOf] {
  const known = new Map<SiteCount, CountResult>();
  const groups = Map.groupBy(rows, ({ row }) => row.index);
  const sites = [...groups].map(([index, group]): CountedSite => {
    const { place } = group[0].row;
    const counts = group.flatMap(({ row, results }) =>
      row.counts.map((count, i) => {
        const asked = { row, count };
        known.set(asked, results[i]);
        return asked;
      }),
    );
    return { site: { id: letterOf(index), place, own: ownColumns(place) }, counts };
  });
  return [sites, (count) => known.get(count)!];
}

/** As imports read them. */
const ownColumns = (place: Place): Record<string, string> => ({
  name: place.name,
  within_m: place.option === 'zone' && place.drawing.within_m > 0 ? String(place.drawing.within_m) : '',
});
