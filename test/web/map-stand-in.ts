/** Stands in for MapLibre, which needs a graphics card. */
import type { Position } from '../../src/geo/positions.ts';

type Listener = (event: MapEvent) => void;
interface MapEvent {
  readonly point: { readonly x: number; readonly y: number };
  readonly lngLat: { readonly lng: number; readonly lat: number };
  readonly preventDefault: () => void;
}
interface View {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
interface Source {
  readonly type: string;
  readonly tiles?: readonly string[];
  data: { readonly features: readonly GeoJSON.Feature[] };
}
interface MapLayer {
  readonly id: string;
  readonly type: string;
  readonly source?: string;
  readonly 'source-layer'?: string;
}
interface Style {
  readonly sources: Record<string, Source>;
  readonly layers: readonly MapLayer[];
}

export const WIDTH_PX = 1_000;
const HEIGHT_PX = 500;

export class MapStandIn {
  static readonly all: MapStandIn[] = [];
  static canDraw = true;
  static popup = '';
  static located: ((event: object) => void)[] = [];
  static readonly protocols = new Map<string, ReadTile>();
  readonly markers = new Set<Marker>();
  readonly moves: { readonly view: View; readonly options: Record<string, unknown> }[] = [];
  readonly options: { readonly container: HTMLElement; readonly bounds?: number[] } & Record<string, unknown>;
  readonly touchZoomRotate = { disableRotation: (): void => {} };
  readonly doubleClickZoom = { disable: (): void => {} };
  size = { clientWidth: WIDTH_PX, clientHeight: HEIGHT_PX };
  view: View = { west: -180, south: -90, east: 180, north: 90 };
  zoom = 12;
  isMeasured = false;
  readonly #canvas: HTMLCanvasElement;
  readonly #listeners = new Map<string, Set<Listener>>();
  #style: Style = { sources: {}, layers: [] };

  constructor(options: MapStandIn['options']) {
    if (!MapStandIn.canDraw) throw new Error('There is no WebGL.');
    this.options = options;
    if (options.bounds) this.#look(options.bounds);
    this.isMeasured = true;
    this.#canvas = document.createElement('canvas');
    this.#canvas.tabIndex = 0;
    options.container.append(this.#canvas);
    MapStandIn.all.push(this);
    this.setStyle(options.style as Style);
  }

  features(source: string): readonly GeoJSON.Feature[] {
    return this.#style.sources[source].data.features;
  }

  get style(): Style {
    return this.#style;
  }

  /** @returns whether the page prevented the map's default */
  point(kind: string, [lng, lat]: Position): boolean {
    let isPrevented = false;
    const preventDefault = (): void => {
      isPrevented = true;
    };
    this.fire(kind, { lngLat: { lng, lat }, point: this.project([lng, lat]), preventDefault });
    return isPrevented;
  }

  fire(kind: string, event = {} as MapEvent): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) listener(event);
  }

  load(): void {
    this.fire('style.load');
    this.fire('idle');
  }

  on(kind: string, listener: Listener): void {
    this.#listeners.set(kind, (this.#listeners.get(kind) ?? new Set()).add(listener));
  }

  off(kind: string, listener: Listener): void {
    this.#listeners.get(kind)?.delete(listener);
  }

  once(kind: string, listener: Listener): void {
    const only: Listener = (event) => {
      this.off(kind, only);
      listener(event);
    };
    this.on(kind, only);
  }

  addControl(): void {}

  setStyle({ sources, layers }: Style): void {
    this.#style = { sources: { ...sources }, layers: [...layers] };
  }

  getStyle = (): Style => this.#style;

  addSource(id: string, source: Source): void {
    if (this.#style.sources[id]) throw new Error(`There is a source ${id}`);
    const { data } = source;
    this.#style.sources[id] = Object.assign(
      { ...source },
      {
        setData(this: Source, changed: Source['data']) {
          this.data = changed;
        },
        data,
      },
    );
  }

  getSource = (id: string): Source | undefined => this.#style.sources[id];

  removeSource(id: string): void {
    delete this.#style.sources[id];
  }

  addLayer(layer: MapLayer & { readonly source: string }, above?: string): void {
    if (!this.#style.sources[layer.source]) throw new Error(`There is no source ${layer.source}`);
    const { layers } = this.#style;
    const at = layers.findIndex(({ id }) => id === above);
    this.#style = { ...this.#style, layers: layers.toSpliced(at < 0 ? layers.length : at, 0, layer) };
  }

  getLayer = (id: string): MapLayer | undefined => this.#style.layers.find((layer) => layer.id === id);

  removeLayer(id: string): void {
    this.#style = { ...this.#style, layers: this.#style.layers.filter((layer) => layer.id !== id) };
  }

  /** What layers of vector tiles show, by id. */
  readonly drawn = new Map<string, readonly GeoJSON.Feature[]>();
  /** Ids of layers with something in view. */
  readonly inView = new Set<string>();
  queryRenderedFeatures = (
    _: unknown,
    { layers }: { readonly layers?: readonly string[] } = {},
  ): readonly { readonly layer: MapLayer; readonly properties: object | null }[] =>
    this.#style.layers
      .filter(({ id }) => (layers?.includes(id) ?? true) && (this.inView.has(id) || this.drawn.has(id)))
      .flatMap((layer) =>
        (this.drawn.get(layer.id) ?? this.features(layer.source!)).map((own) => ({
          ...own,
          layer,
          sourceLayer: layer['source-layer'],
        })),
      );

  getZoom = (): number => this.zoom;
  /** Moves take time until {@link arrive}. */
  isSlow = false;
  #goal: number[] | null = null;
  isMoving = (): boolean => this.#goal !== null;
  arrive(): void {
    this.#look(this.#goal!);
    this.#goal = null;
    this.isMeasured = true;
    this.fire('moveend');
  }
  getCanvas = (): HTMLCanvasElement => this.#canvas;
  getContainer = () =>
    Object.assign(this.size, {
      querySelector: (selector: string) => this.options.container.querySelector(selector),
    });
  getCenter = () => ({
    lng: (this.view.west + this.view.east) / 2,
    lat: (this.view.south + this.view.north) / 2,
  });
  getBounds() {
    if (!this.isMeasured) throw new Error('The map was not measured since it was moved.');
    const { west, south, east, north } = this.view;
    return {
      getWest: () => west,
      getEast: () => east,
      getSouth: () => south,
      getNorth: () => north,
      contains: ([lng, lat]: Position) => lng >= west && lng <= east && lat >= south && lat <= north,
    };
  }

  project([lng, lat]: Position): { x: number; y: number } {
    const { west, south, east, north } = this.view;
    return { x: ((lng - west) / (east - west)) * WIDTH_PX, y: ((north - lat) / (north - south)) * HEIGHT_PX };
  }

  resize(): void {
    this.isMeasured = true;
  }

  fitBounds(bounds: number[], options: Record<string, unknown>): void {
    if (this.isSlow) this.#goal = bounds;
    else this.#look(bounds);
    this.moves.push({ view: this.view, options });
  }

  #look([west, south, east, north]: number[]): void {
    this.view = { west, south, east, north };
    this.isMeasured = false;
  }
}

export class Marker {
  readonly #element: HTMLElement;
  readonly isDraggable: boolean;
  #at = { lng: Number.NaN, lat: Number.NaN };
  #dragEnded: () => void = () => {};
  #map: MapStandIn | null = null;

  constructor({
    element,
    draggable = false,
  }: { readonly element: HTMLElement; readonly draggable?: boolean }) {
    this.#element = element;
    this.isDraggable = draggable;
  }

  setLngLat([lng, lat]: Position): this {
    this.#at = { lng, lat };
    return this;
  }
  getLngLat = () => this.#at;
  getElement = (): HTMLElement => this.#element;
  on(_: 'dragend', listener: () => void): void {
    this.#dragEnded = listener;
  }
  addTo(map: MapStandIn): this {
    this.#map = map;
    map.markers.add(this);
    return this;
  }
  remove(): void {
    this.#map?.markers.delete(this);
  }

  drag(to: Position): void {
    this.setLngLat(to);
    this.#dragEnded();
  }
}

/** Keeps the text of the one that is open. */
class Popup {
  setLngLat(): this {
    return this;
  }
  setText(text: string): this {
    MapStandIn.popup = text;
    return this;
  }
  addTo(): void {}
  remove(): void {
    MapStandIn.popup = '';
  }
}

class Control {
  readonly #listeners: ((event: object) => void)[] = MapStandIn.located;
  on(_: 'geolocate', listener: (event: object) => void): void {
    this.#listeners.push(listener);
  }
}
type ReadTile = (
  request: { readonly url: string },
  controller: AbortController,
) => Promise<{ data: ArrayBuffer }>;

export function addProtocol(name: string, read: ReadTile): void {
  MapStandIn.protocols.set(name, read);
}

export const mapLibreStandIn = {
  Map: MapStandIn,
  Marker,
  AttributionControl: Control,
  GeolocateControl: Control,
  NavigationControl: Control,
  Popup,
  ScaleControl: Control,
  addProtocol,
  setWorkerUrl: (): void => {},
};
