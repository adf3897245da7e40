import type { AnsweredRow } from '../count-result.ts';
import { placesOf, type Question } from '../question.ts';
import type { CountMap } from './count-map.ts';
import { ringAround, ringsOf } from './map-extent.ts';

/** Fits the map's view once to new isochrones and compared places, when all counts have ended. */
export class AnswerInView {
  #shown = '';

  show(map: CountMap, question: Question, rows: readonly AnsweredRow[]): void {
    const isochrones = rows.flatMap(({ results }) =>
      results.flatMap((result) => (result.kind === 'total' ? (result.answers[0].isochrone ?? []) : [])),
    );
    const key = rows.flatMap(({ row }) => row.counts.map(({ calls }) => calls[0].key)).join();
    const isWhole = rows.every(({ results }) => results.every(({ kind }) => kind !== 'pending'));
    if (isochrones.length === 0 || !isWhole || key === this.#shown) return;
    this.#shown = key;
    const compared = question.kept.length > 0 ? placesOf(question).map(ringAround) : [];
    map.lookAt([...isochrones.flatMap(({ geometry }) => ringsOf(geometry)), ...compared]);
  }
}
