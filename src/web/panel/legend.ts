/** Legend of the map's outlines, with switches for each kind. */
import type { AnsweredRow } from '../count-result.ts';
import type { OutlineChoice } from '../map/outlines.ts';
import { byId } from './elements.ts';

export class Legend {
  readonly #pedestrian = byId<HTMLInputElement>('show-pedestrian');
  readonly #motorized = byId<HTMLInputElement>('show-motorized');
  readonly #gridZone = byId<HTMLInputElement>('show-grid-zone');

  constructor(changed: () => void) {
    for (const toggle of [this.#pedestrian, this.#motorized, this.#gridZone]) {
      toggle.addEventListener('change', changed);
    }
  }

  choice(): OutlineChoice {
    return {
      pedestrian: this.#pedestrian.checked,
      motorized: this.#motorized.checked,
      gridZone: this.#gridZone.checked,
    };
  }

  /** @param isCompared places have colours, and travel modes kinds of lines alone */
  show(own: readonly AnsweredRow[], isCompared: boolean): void {
    byId('legend').classList.toggle('compared', isCompared);
    const answers = own.flatMap(({ row, results }) =>
      results.flatMap((result) =>
        result.kind === 'total'
          ? result.answers.map((answer) => ({ travel: row.reach?.travel, answer }))
          : [],
      ),
    );
    const has = {
      pedestrian: answers.some(({ travel }) => travel === 'pedestrian'),
      motorized: answers.some(({ travel }) => travel === 'motorized'),
      'grid-zone': own.length === 1 && answers.some(({ answer }) => answer.gridZone),
    };
    for (const [name, isThere] of Object.entries(has)) byId(`legend-${name}`).hidden = !isThere;
    byId('legend').hidden = !Object.values(has).some(Boolean);
  }
}
