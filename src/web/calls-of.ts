/** Lists the counts that a question asks for: the product of its places, travel modes, times and endpoints. */
import type { Place as CountedPlace } from '../clients/javascript/index.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Travel } from '../format/tile-sets.ts';
import { closedRings, type Place, placesOf, type Question } from './question.ts';

/** A number that is asked for; the parts of a zone have one together. */
export interface AskedCount {
  readonly endpoint: Endpoint;
  readonly at: CountedPlace;
  /** Counted in a union with `at`, each person once. */
  readonly others?: readonly CountedPlace[];
  /** Equal for equal counts only. */
  readonly key: string;
}

export interface Row {
  readonly place: Place;
  readonly index: number;
  readonly isKept: boolean;
  readonly reach: { readonly travel: Travel; readonly time_s: number } | null;
  readonly counts: readonly AskedCount[];
}

/** Lists rows by place, then shorter times first. */
export function rowsOf(question: Question): Row[] {
  return placesOf(question).flatMap((place, index): Row[] => {
    const isKept = index < question.kept.length;
    if (place.option === 'zone') {
      const at = { parts: place.parts.map(closedRings) };
      return [{ place, index, isKept, reach: null, counts: countsOf(question, at) }];
    }
    const [lon, lat] = place.origin;
    return question.travels.flatMap((travel) =>
      question.times_s.map((time_s) => ({
        place,
        index,
        isKept,
        reach: { travel, time_s },
        counts: countsOf(question, { lon, lat, travel, time: time_s }),
      })),
    );
  });
}

/** Returns rows for unions of the compared places by equal reach; a zone is a part of each. */
export function unionsOf(rows: readonly Row[]): Row[] {
  const places = [...Map.groupBy(rows, ({ index }) => index).values()];
  if (places.length < 2) return [];
  const reaches = places.find(([{ reach }]) => reach) ?? places[0];
  return reaches.map((row, line) => {
    const united = places.map((place) => place[line] ?? place[0]);
    const counts = row.counts.map(({ endpoint }, i): AskedCount => {
      const [{ at }, ...others] = united.map(({ counts }) => counts[i]);
      const key = ['union', ...united.map(({ counts }) => counts[i].key)].join(' ');
      return { endpoint, at, others: others.map((other) => other.at), key };
    });
    return { ...row, counts };
  });
}

const countsOf = ({ endpoints }: Question, at: CountedPlace): AskedCount[] =>
  endpoints.map((endpoint) => ({ endpoint, at, key: `${endpoint} ${JSON.stringify(at)}` }));
