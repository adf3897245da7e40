/** Shows question and answer on a MapLibre map, and reports what the visitor does there. */
import {
  AttributionControl,
  addProtocol,
  GeolocateControl,
  type LngLat,
  type MapMouseEvent,
  Map as MapView,
  Marker,
  NavigationControl,
  Popup,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { point } from '@turf/helpers';
import type { Feature, Point } from 'geojson';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { ENDPOINTS } from '../../endpoints.ts';
import type { Layer } from '../../format/tile-sets.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Ring } from '../../geo/positions.ts';
import type { MapRegion } from '../../routes/map-region.ts';
import { letterOf, type Place, placesOf, type Question } from '../question.ts';
import type { SiteProperties } from '../sites/sites-on-map.ts';
import { texts } from '../text/texts.ts';
import { paintAsPlace, type Theme } from './colours.ts';
import { DENSITY_PROTOCOL, densityAt, pathOfDensityTile, showDensity } from './density-layer.ts';
import { middleOf } from './map-extent.ts';
import { mapStyle } from './map-style.ts';
import { nameNear } from './name-near.ts';
import { fillOf } from './outlines.ts';
import { addOverlays, type Overlay, SITE_LAYERS, setOverlay } from './overlays.ts';
import { drawnShape, type Handle, handlesOf, rubberBand, type VertexIndex } from './polygon-editor.ts';
import { uncovered } from './uncovered.ts';

export interface MapEvents {
  /** Resolves with an empty tile if it cannot be shown. */
  readonly readDensity: (path: string, signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly moved: (middle: Position) => void;
  /** Click, Enter at the middle, or a dragged origin. @param near name of the nearest street or settlement, or empty */
  readonly pointed: (position: Position, near: string) => void;
  /** `done` once released. */
  readonly vertexMoved: (at: VertexIndex, to: Position, inserted: boolean, done: boolean) => void;
  /** Click on the first vertex, or twice on the last. */
  readonly outlineEnded: () => void;
}

export interface Shown {
  readonly question: Question;
  readonly outlines: Record<'isochrone' | 'isochrone-times', readonly Feature[]>;
  /** `begun` counts restarts. */
  readonly density: { readonly layer: Layer | null; readonly begun: number };
  /** Features of sites; it is another object after each change. */
  readonly sites: readonly Feature[];
}

const FIT_PADDING_SHARE = 0.08;
const MAX_FIT_PADDING_PX = 48;
const MAX_FIT_ZOOM = 16;
/** Radius of handles, for fingers. */
const GRIP_PX = 16;
const theme = matchMedia('(prefers-color-scheme: dark)');
const themeNow = (): Theme => (theme.matches ? 'dark' : 'light');
const mayMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;
const positionOf = ({ lng, lat }: LngLat): Position => [lng, lat];

export interface MapPicture {
  readonly canvas: HTMLCanvasElement;
  readonly scaleBar: { readonly text: string; readonly width: number } | null;
  readonly density: { readonly layer: Layer; readonly theme: Theme } | null;
}

export class CountMap {
  readonly #map: MapView;
  #regions: readonly MapRegion[];
  readonly #events: MapEvents;
  readonly #origin: Marker;
  #shown: Shown | null = null;
  #handles: readonly Feature<Point, Handle>[] = [];
  #pointer: Position | null = null;
  #uncoveredShown: Layer | null = null;
  #sitesShown: readonly Feature[] | null = null;
  /** `null` until the style is loaded. */
  #densityShown: Shown['density'] | null = null;
  /** Until it ends where {@link lookAt} sent it, the view is not the one that will be seen. */
  #isOnItsWay = false;
  readonly #popup = new Popup({ closeButton: false, closeOnClick: false, maxWidth: '280px' });

  /** @throws Error if the browser cannot draw it */
  constructor(container: HTMLElement, regions: readonly MapRegion[], events: MapEvents) {
    setWorkerUrl(workerUrl);
    addProtocol(DENSITY_PROTOCOL, async ({ url }, { signal }) => ({
      data: await events.readDensity(pathOfDensityTile(url), signal),
    }));
    this.#regions = regions;
    this.#events = events;
    const [first] = regions;
    this.#map = new MapView({
      container,
      style: this.#style(),
      attributionControl: false,
      locale: {
        'GeolocateControl.FindMyLocation': texts.myPosition,
        'NavigationControl.ZoomIn': texts.zoomIn,
        'NavigationControl.ZoomOut': texts.zoomOut,
      },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      ...(first && { bounds: boundsOf(first.bounds), fitBoundsOptions: { padding: 0 } }),
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.doubleClickZoom.disable();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    const position = new GeolocateControl({ showUserLocation: false });
    position.on('geolocate', ({ coords: { longitude, latitude } }) => this.#pointAt([longitude, latitude]));
    this.#map.addControl(position, 'top-right');
    this.#map.addControl(new ScaleControl(), 'top-left');
    this.#map.addControl(new AttributionControl({ compact: false }));
    // Keyboards can scroll long credits.
    container.querySelector('.maplibregl-ctrl-attrib-inner')?.setAttribute('tabindex', '0');
    this.#origin = new Marker({ draggable: true, element: originElement() });
    this.#origin.on('dragend', () => this.#pointAt(positionOf(this.#origin.getLngLat())));
    this.#map.on('style.load', () => {
      addOverlays(this.#map, themeNow());
      this.#uncoveredShown = null;
      this.#sitesShown = null;
      this.#densityShown = { layer: null, begun: 0 };
      if (this.#shown) this.show(this.#shown);
    });
    theme.addEventListener('change', () => this.#restyle());
    this.#listen();
  }

  get #question(): Question | undefined {
    return this.#shown?.question;
  }

  #style(): ReturnType<typeof mapStyle> {
    return mapStyle(this.#regions, themeNow(), location.origin);
  }

  #restyle(): void {
    this.#densityShown = null;
    this.#map.setStyle(this.#style(), { diff: false });
  }

  renew(regions: readonly MapRegion[]): void {
    this.#regions = regions;
    this.#restyle();
  }

  get zoom(): number {
    return this.#map.getZoom();
  }

  onceDrawn(then: () => void): void {
    void this.#map.once('idle', then);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    const { question, outlines, density } = shown;
    const set = (overlay: Overlay, features: readonly Feature[]): void =>
      setOverlay(this.#map, overlay, features);
    const isDrawing = question.option === 'zone';
    this.#showDensity(density);
    this.#showUncovered(question.density ?? ENDPOINTS[question.endpoints[0]]);
    for (const [overlay, data] of Object.entries(outlines)) set(overlay as keyof typeof outlines, data);
    const place = question.kept.length;
    const isCompared = place > 0;
    const opacity = question.density ? 0 : fillOf(isCompared);
    const shape = { opacity, ...(isCompared && { place }) };
    set('drawn', isDrawing ? drawnShape(question.zone, shape) : []);
    this.#handles = isDrawing ? handlesOf(question.zone) : [];
    set('handles', this.#handles);
    this.#showRubberBand();
    if (shown.sites !== this.#sitesShown) set('sites', shown.sites);
    this.#sitesShown = shown.sites;
    const { kept, isochrone } = question;
    if (isDrawing || !isochrone) this.#origin.remove();
    else this.#origin.setLngLat([...isochrone.origin]).addTo(this.#map);
    set('origin', marksOf(isDrawing ? kept : placesOf(question), isCompared));
    this.#origin.getElement().textContent = isCompared ? letterOf(place) : '';
    paintAsPlace(this.#origin.getElement(), isCompared ? place : null);
    const keys = isDrawing && !question.zone.closed ? texts.mapKeysDrawing : texts.mapKeys;
    this.#map.getCanvas().setAttribute('aria-label', keys);
  }

  #showRubberBand(): void {
    const { option, zone } = this.#question ?? {};
    setOverlay(this.#map, 'rubber-band', zone && option === 'zone' ? rubberBand(zone, this.#pointer) : []);
  }

  #showDensity(density: Shown['density']): void {
    const before = this.#densityShown;
    if (!before || (before.layer === density.layer && before.begun === density.begun)) return;
    this.#densityShown = density;
    showDensity(this.#map, this.#regions, density.layer, themeNow());
  }

  /** Runs only after a change, as it is slow for detailed coverages. */
  #showUncovered(layer: Layer): void {
    if (this.#uncoveredShown === layer) return;
    this.#uncoveredShown = layer;
    const isKnown = this.#regions.length > 0;
    setOverlay(this.#map, 'uncovered', isKnown ? uncovered(this.#regions, layer) : []);
  }

  /** Moves to rings, unless they are in view and large enough. */
  lookAt(rings: readonly Ring[], always = false): void {
    const box = boundingBoxOf(rings);
    // The answer may have resized the map.
    this.#map.resize();
    const view = this.#map.getBounds();
    const inSight = view.contains([box.west, box.south]) && view.contains([box.east, box.north]);
    const large = (box.east - box.west) * 5 > view.getEast() - view.getWest();
    if (inSight && large && !always && !this.#isOnItsWay) return;
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const padding = Math.min(MAX_FIT_PADDING_PX, FIT_PADDING_SHARE * Math.min(clientWidth, clientHeight));
    this.#map.fitBounds(boundsOf(box), {
      padding,
      maxZoom: MAX_FIT_ZOOM,
      animate: mayMove(),
    });
    this.#isOnItsWay = this.#map.isMoving();
  }

  lookAtRegion({ bounds }: MapRegion): void {
    this.#map.fitBounds(boundsOf(bounds), { padding: 0, animate: mayMove() });
  }

  #listen(): void {
    const map = this.#map;
    const canvas = map.getCanvas();
    canvas.addEventListener('keydown', (event) => {
      const { option, zone } = this.#question ?? {};
      const isDrawing = option === 'zone' && !zone?.closed;
      if (event.key !== ' ' && (event.key !== 'Enter' || isDrawing)) return;
      event.preventDefault();
      this.#pointAt(positionOf(map.getCenter()));
    });
    map.on('moveend', () => {
      this.#isOnItsWay = false;
      this.#events.moved(positionOf(map.getCenter()));
    });
    map.on('click', (event) => {
      const grip = this.#gripAt(event.point);
      if (grip?.kind === 'vertex' && grip.vertex === 0 && !this.#question?.zone.closed)
        this.#events.outlineEnded();
      else if (!grip && !this.#showSite(event)) this.#pointAt(positionOf(event.lngLat));
    });
    map.on('dblclick', () => this.#events.outlineEnded());
    map.on('mousemove', (event) => {
      const isAtSite = this.#showSite(event);
      canvas.style.cursor = this.#gripAt(event.point) ? 'move' : isAtSite ? 'help' : 'crosshair';
      this.#pointer = positionOf(event.lngLat);
      this.#showRubberBand();
    });
    map.on('mouseout', () => {
      this.#pointer = null;
      this.#showRubberBand();
    });
    for (const [start, move, end] of [
      ['mousedown', 'mousemove', 'mouseup'],
      ['touchstart', 'touchmove', 'touchend'],
    ] as const) {
      map.on(start, (event) => {
        const grip = this.#gripAt(event.point);
        if (!grip || !this.#question?.zone.closed) return;
        event.preventDefault();
        let inserted = grip.kind === 'midpoint';
        let to: Position | null = null;
        const moveTo = (position: Position, done: boolean): void => {
          this.#events.vertexMoved(grip, position, inserted, done);
          inserted = false;
        };
        const drag = (moved: { lngLat: LngLat }): void => {
          to = positionOf(moved.lngLat);
          moveTo(to, false);
        };
        map.on(move, drag);
        void map.once(end, () => {
          map.off(move, drag);
          if (to) moveTo(to, true);
        });
      });
    }
  }

  #pointAt(at: Position): void {
    this.#events.pointed(at, nameNear(this.#map, this.#map.project([...at])));
  }

  /** Shows name and numbers of the site at the pointer, which is no place to count at, or else the density there. */
  #showSite({ point, lngLat }: Pick<MapMouseEvent, 'point' | 'lngLat'>): boolean {
    const layers = SITE_LAYERS.filter((id) => this.#map.getLayer(id));
    const [site] = layers.length > 0 ? this.#map.queryRenderedFeatures(point, { layers }) : [];
    if (!site) {
      const density = densityAt(this.#map, this.#regions, point);
      if (density) this.#popup.setLngLat(lngLat).setText(density).addTo(this.#map);
      else this.#popup.remove();
      return false;
    }
    const { name, said } = site.properties as SiteProperties;
    this.#popup.setLngLat(lngLat).setText([name, said].filter(Boolean).join('\n')).addTo(this.#map);
    return true;
  }

  #gripAt(point: { x: number; y: number }): Handle | null {
    const within = this.#handles
      .map(({ properties, geometry }) => {
        const { x, y } = this.#map.project(geometry.coordinates as [number, number]);
        return { handle: properties, distance_px: Math.hypot(x - point.x, y - point.y) };
      })
      .filter(({ distance_px }) => distance_px <= GRIP_PX)
      .sort((a, b) => a.distance_px - b.distance_px);
    const nearest = within.find(({ handle }) => handle.kind === 'vertex') ?? within[0];
    return nearest?.handle ?? null;
  }

  /** Returns a picture without controls; positions are in pixels. */
  picture(): MapPicture {
    const source = this.#map.getCanvas();
    const canvas = document.createElement('canvas');
    canvas.width = source.width;
    canvas.height = source.height;
    // WebGL stores no drawn canvas.
    this.#map.redraw();
    canvas.getContext('2d')!.drawImage(source, 0, 0);
    const scale = source.width / source.clientWidth;
    const layer = this.#densityShown?.layer;
    const bar = this.#map.getContainer().querySelector<HTMLElement>('.maplibregl-ctrl-scale');
    const scaleBar = bar && { text: bar.textContent, width: bar.offsetWidth * scale };
    return { canvas, scaleBar, density: layer ? { layer, theme: themeNow() } : null };
  }
}

const boundsOf = ({ west, south, east, north }: BoundingBox): [number, number, number, number] => [
  west,
  south,
  east,
  north,
];

function originElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'origin';
  element.title = texts.dragOrigin;
  return element;
}

const marksOf = (places: readonly Place[], isCompared: boolean): Feature[] =>
  places.map((of, place) => point([...middleOf(of)], isCompared ? { place, letter: letterOf(place) } : {}));
