/** Choice and legend of the density layer, with its status. */
import { DENSITY_CLASSES_PER_KM2 } from '../../density/density-classes.ts';
import { LAYERS, type Layer } from '../../format/tile-sets.ts';
import { DENSITY_COLOURS, DENSITY_OPACITY } from '../map/colours.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';
import { byId, create } from './elements.ts';

export interface DensityStatus {
  readonly said: string;
  readonly mayAskAgain: boolean;
}

export class DensityChoice {
  readonly #section = byId('density');
  readonly #key = byId('density-key');
  readonly #status = byId('density-status');
  readonly #again = byId<HTMLButtonElement>('density-again');

  constructor(chosen: (layer: Layer | null) => void, askAgain: () => void) {
    this.#section.addEventListener('change', ({ target }) => {
      const { value } = target as HTMLInputElement;
      chosen(LAYERS.find((layer) => layer === value) ?? null);
    });
    this.#again.addEventListener('click', askAgain);
    const key = this.#key.querySelector('ol')!;
    for (const [i, fewest] of DENSITY_CLASSES_PER_KM2.entries()) {
      const entry = create('li', '');
      const swatch = create('i', 'swatch');
      const [light, dark] = [DENSITY_COLOURS.light[i], DENSITY_COLOURS.dark[i]];
      const share = `${DENSITY_OPACITY * 100}%`;
      swatch.style.background = `color-mix(in srgb, light-dark(${light}, ${dark}) ${share}, var(--land))`;
      const next = DENSITY_CLASSES_PER_KM2[i + 1];
      const end = next === undefined ? texts.densityNoUpper : texts.densityUpTo(people(next));
      entry.append(swatch, people(fewest), create('span', 'visually-hidden', ` ${end}`));
      key.append(entry);
    }
  }

  show(shown: Layer | null, { said, mayAskAgain }: DensityStatus): void {
    this.#input(shown ?? '').checked = true;
    this.#key.hidden = shown === null;
    if (!shown) return;
    const [title, blank] =
      shown === 'living'
        ? [texts.densityKeyLiving, texts.densityBlankLiving]
        : [texts.densityKeyWorking, texts.densityBlankWorking];
    byId('density-title').textContent = title;
    byId('density-blank').textContent = blank;
    if (this.#status.textContent !== said) this.#status.textContent = said;
    this.#again.hidden = !mayAskAgain;
  }

  /**
   * Disables layers without density.
   * @param held layers of any dataset
   * @param drawn those with density
   */
  offer(held: ReadonlySet<Layer>, drawn: ReadonlySet<Layer>): void {
    const off = LAYERS.filter((layer) => !drawn.has(layer));
    for (const layer of LAYERS) this.#input(layer).disabled = !drawn.has(layer);
    const reason = byId('density-missing-data');
    reason.hidden = off.length === 0;
    reason.textContent = off
      .map((layer) => (held.has(layer) ? texts.densityNotDrawn : texts.notInData)(texts[layer]))
      .join(' ');
  }

  #input(value: string): HTMLInputElement {
    return this.#section.querySelector<HTMLInputElement>(`input[value="${value}"]`)!;
  }
}
