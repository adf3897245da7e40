/** Controller of the density layer: joins its switch and its tile reader, and says why tiles are missing. */
import { MIN_DENSITY_ZOOM } from '../density/density-classes.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { MapRegion } from '../routes/map-region.ts';
import type { Credentials } from './credentials.ts';
import { explainFailure } from './explain-failure.ts';
import { DensityChoice, type DensityStatus } from './panel/density-choice.ts';
import { DensityReader } from './read-density.ts';
import { texts } from './text/texts.ts';

interface DensityEvents {
  readonly credentials: () => Credentials | null;
  readonly chosen: (layer: Layer | null) => void;
  /** @param isRenewed the tiles were of a dataset that is no longer live */
  readonly askAgain: (isRenewed: boolean) => void;
  readonly changed: () => void;
}

export class DensityControl {
  readonly #events: DensityEvents;
  readonly #reader: DensityReader;
  readonly #choice: DensityChoice;
  #begun = 0;

  constructor(events: DensityEvents) {
    this.#events = events;
    this.#reader = new DensityReader(events.credentials, events.changed);
    this.#choice = new DensityChoice(
      (layer) => {
        this.begin();
        events.chosen(layer);
      },
      () => events.askAgain(this.#reader.refusal?.status === 404),
    );
  }

  get isKeyRefused(): boolean {
    return this.#reader.refusal?.status === 401;
  }

  begin(): void {
    this.#reader.begin();
    this.#begun++;
  }

  read(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
    return this.#reader.read(path, signal);
  }

  offer(held: ReadonlySet<Layer>, regions: readonly MapRegion[]): void {
    this.#choice.offer(held, new Set(regions.flatMap(({ density }) => density)));
  }

  /** @param zoom `null` without a map */
  show(
    layer: Layer | null,
    zoom: number | null,
    regions: readonly MapRegion[],
  ): { readonly layer: Layer | null; readonly begun: number } {
    this.#choice.show(layer, this.#status(zoom, regions));
    return { layer: this.#events.credentials() && layer, begun: this.#begun };
  }

  #status(zoom: number | null, regions: readonly MapRegion[]): DensityStatus {
    const { refusal, pause_s, isLoading } = this.#reader;
    if (!this.#events.credentials()) return { said: texts.densityNeedsKey, mayAskAgain: true };
    if (zoom !== null && zoom < MIN_DENSITY_ZOOM) return { said: texts.densityTooFar, mayAskAgain: false };
    if (refusal) {
      const { title, advice } = explainFailure(refusal, null, regions, texts);
      const why = refusal.status === 404 ? texts.renewed : `${title}. ${advice}`;
      return { said: texts.densityMissing(why), mayAskAgain: true };
    }
    if (pause_s !== null) return { said: texts.densityPaused(pause_s), mayAskAgain: false };
    return { said: isLoading ? texts.densityLoading : '', mayAskAgain: false };
  }
}
