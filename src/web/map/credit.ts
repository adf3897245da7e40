/** MapLibre control with the attribution of the road sources in view, uncollapsed. */
import type { ControlPosition, IControl, Map as MapView } from 'maplibre-gl';
import type { MapRegion } from '../../routes/map-region.ts';

export class Credit implements IControl {
  readonly #text = document.createElement('div');
  readonly #element = document.createElement('div');
  #map: MapView | null = null;
  #regions: readonly MapRegion[] = [];

  constructor() {
    this.#text.className = 'maplibregl-ctrl-attrib-inner';
    // Keyboards can scroll long credits.
    this.#text.tabIndex = 0;
    this.#element.className = 'maplibregl-ctrl maplibregl-ctrl-attrib';
    this.#element.append(this.#text);
  }

  readonly getDefaultPosition = (): ControlPosition => 'bottom-right';

  onAdd(map: MapView): HTMLElement {
    this.#map = map;
    map.on('moveend', this.#write);
    return this.#element;
  }

  onRemove(): void {
    this.#map?.off('moveend', this.#write);
    this.#element.remove();
  }

  show(regions: readonly MapRegion[]): void {
    this.#regions = regions;
    this.#write();
  }

  readonly #write = (): void => {
    if (!this.#map) return;
    const view = this.#map.getBounds();
    const inView = this.#regions.filter(
      ({ basemap, bounds: { west, south, east, north } }) =>
        basemap !== null &&
        west <= view.getEast() &&
        east >= view.getWest() &&
        south <= view.getNorth() &&
        north >= view.getSouth(),
    );
    const credits = inView.map(({ sources }) => sources.find(({ role }) => role === 'roads')?.attribution);
    this.#text.textContent = [...new Set(credits.filter(Boolean))].join(' · ');
    this.#element.hidden = this.#text.textContent === '';
  };
}
