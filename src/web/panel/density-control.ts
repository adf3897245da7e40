/** Controls the density layer: choice, legend and status. It reads the tiles, and says why some are missing. */
import { CountFailed, failureOf, type PopulationCount } from '../../clients/javascript/index.ts';
import { DENSITY_CLASSES_PER_KM2, MIN_DENSITY_ZOOM } from '../../density/density-classes.ts';
import { LAYERS, type Layer } from '../../format/tile-sets.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import { explainFailure, inWords } from '../explain-failure.ts';
import { DENSITY_COLOURS, DENSITY_OPACITY } from '../map/colours.ts';
import { texts } from '../text/texts.ts';
import { people, waitingText } from '../text/wording.ts';
import { byId, create, setText } from './elements.ts';

interface DensityEvents {
  /** Returns `null` without a key. */
  readonly service: () => PopulationCount | null;
  readonly chosen: (layer: Layer | null) => void;
  readonly askAgain: () => void;
  readonly changed: () => void;
}

const NO_KEY = { status: 401, body: new ArrayBuffer(0) };

export function densityControl({ service, chosen, askAgain, changed }: DensityEvents) {
  const section = byId('density');
  const input = (value: string): HTMLInputElement => section.querySelector(`input[value="${value}"]`)!;
  let wanted = 0;
  let refusal: CountFailed | null = null;
  let begun = 0;

  const begin = (): void => {
    refusal = null;
    begun++;
  };

  const status = (zoom: number | null): [said: string, mayAskAgain: boolean] => {
    const current = service();
    if (!current) return [texts.densityNeedsKey, true];
    if (zoom !== null && zoom < MIN_DENSITY_ZOOM) return [texts.densityTooFar, false];
    if (refusal?.status === 404) return [texts.densityMissing(texts.renewed), false];
    if (refusal) return [texts.densityMissing(inWords(explainFailure(refusal, texts))), true];
    return [wanted === 0 ? '' : waitingText(current.resumes_ms) || texts.densityLoading, false];
  };

  section.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement;
    begin();
    chosen(LAYERS.find((layer) => layer === value) ?? null);
  });
  byId('density-again').addEventListener('click', askAgain);
  byId('density-key')
    .querySelector('ol')!
    .append(...DENSITY_CLASSES_PER_KM2.map(keyEntry));

  return {
    begin,
    isKeyRefused: (): boolean => refusal?.status === 401,

    /** Returns an empty tile if it is absent or refused. */
    async read(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
      wanted++;
      changed();
      try {
        const { status, body } = (await service()?.get(path, signal)) ?? NO_KEY;
        if (status === 200) return body;
        refusal = failureOf(status, '');
      } catch (cause) {
        if (signal.aborted || !(cause instanceof CountFailed)) throw cause;
        refusal = cause;
      } finally {
        wanted--;
        changed();
      }
      return NO_KEY.body;
    },

    /** Disables layers without density. */
    offer(regions: readonly MapRegion[]): void {
      const off = LAYERS.filter((layer) => !regions.some(({ density }) => density.includes(layer)));
      for (const layer of LAYERS) input(layer).disabled = off.includes(layer);
      sayOff('density-missing-data', off);
    },

    /** @param zoom `null` without a map */
    show(layer: Layer | null, zoom: number | null): { readonly layer: Layer | null; readonly begun: number } {
      input(layer ?? '').checked = true;
      byId('density-key').hidden = layer === null;
      if (layer) {
        byId('density-title').textContent =
          layer === 'living' ? texts.densityKeyLiving : texts.densityKeyWorking;
        const [said, mayAskAgain] = status(zoom);
        setText('density-status', said);
        byId('density-again').hidden = !mayAskAgain;
      }
      return { layer: service() && layer, begun };
    },
  };
}

/** Says which layers cannot be chosen. */
export function sayOff(id: string, off: readonly Layer[]): void {
  const reason = byId(id);
  reason.hidden = off.length === 0;
  reason.textContent = off.map((layer) => texts.notInData(texts[layer])).join(' ');
}

function keyEntry(fewest: number, i: number): HTMLElement {
  const swatch = create('i', 'swatch');
  const share = `${DENSITY_OPACITY * 100}%`;
  swatch.style.background = `color-mix(in srgb, light-dark(${DENSITY_COLOURS[i].join()}) ${share}, var(--land))`;
  const next = DENSITY_CLASSES_PER_KM2[i + 1];
  const end = next === undefined ? texts.densityNoUpper : texts.densityUpTo(people(next));
  return create('li', '', swatch, people(fewest), create('span', 'visually-hidden', ` ${end}`));
}
