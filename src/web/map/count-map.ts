/** The map: shows the question and its answer, and tells what the visitor does on it. */
import {
  AttributionControl,
  type LngLat,
  Map as MapView,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type BoundingBox, boundingBoxOf, type Position, type Ring } from '../../geo/positions.ts';
import { ENDPOINTS } from '../../request/parse-count-query.ts';
import type { MapRegion } from '../../response/map-region.ts';
import type { Answer } from '../ask-count.ts';
import type { Question } from '../question.ts';
import { mapStyle, type Theme } from './map-style.ts';
import { addOverlays, NOTHING, type Overlay, setOverlay } from './overlays.ts';
import { drawnShape, handlesOf } from './polygon-editor.ts';
import { uncovered } from './uncovered.ts';

/** What the visitor does on the map. */
export interface MapEvents {
  /** A click, or Enter at the middle of the map. */
  readonly pointed: (position: Position) => void;
  /** The marker was dragged. */
  readonly originMoved: (position: Position) => void;
  /** A corner is dragged; `done` once it is let go. */
  readonly cornerMoved: (
    ring: number,
    corner: number,
    to: Position,
    inserted: boolean,
    done: boolean,
  ) => void;
  /** The first corner was clicked, or the last one twice. */
  readonly outlineEnded: () => void;
}

export interface Shown {
  readonly question: Question;
  readonly answer: Answer | null;
  readonly showIsochrone: boolean;
  readonly showGridZone: boolean;
}

const FIT_PADDING_PX = 48;
const MAX_FIT_ZOOM = 16;
const theme = matchMedia('(prefers-color-scheme: dark)');
const themeNow = (): Theme => (theme.matches ? 'dark' : 'light');
const mayMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;
const positionOf = ({ lng, lat }: LngLat): Position => [lng, lat];

export class CountMap {
  readonly #map: MapView;
  readonly #regions: readonly MapRegion[];
  readonly #events: MapEvents;
  readonly #origin: Marker;
  #shown: Shown | null = null;
  #question: Question | null = null;

  /** @throws Error where the browser cannot draw it */
  constructor(container: HTMLElement, regions: readonly MapRegion[], events: MapEvents) {
    setWorkerUrl(workerUrl);
    this.#regions = regions;
    this.#events = events;
    const outside = import.meta.env.VITE_BASEMAP_STYLE as string | undefined;
    const style = () => outside || mapStyle(regions, themeNow());
    const [first] = regions;
    this.#map = new MapView({
      container,
      style: style(),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      ...(first && { bounds: boundsOf(first.bounds), fitBoundsOptions: { padding: 0 } }),
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.doubleClickZoom.disable();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    this.#map.addControl(new ScaleControl(), 'top-left');
    this.#map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
    this.#origin = new Marker({ draggable: true, element: originElement() });
    this.#origin.on('dragend', () => events.originMoved(positionOf(this.#origin.getLngLat())));
    this.#map.on('style.load', () => {
      addOverlays(this.#map, themeNow());
      if (this.#shown) this.show(this.#shown);
    });
    theme.addEventListener('change', () => this.#map.setStyle(style(), { diff: false }));
    this.#listen();
  }

  /** Calls once the map is drawn for the first time. */
  onceDrawn(then: () => void): void {
    void this.#map.once('idle', then);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#question = shown.question;
    const { question, answer, showIsochrone, showGridZone } = shown;
    const set = (overlay: Overlay, data: Parameters<typeof setOverlay>[2] | null): void =>
      setOverlay(this.#map, overlay, data ?? NOTHING);
    const drawing = question.option === 'zone';
    set(
      'uncovered',
      this.#regions.length > 0 ? uncovered(this.#regions, ENDPOINTS[question.endpoint]) : null,
    );
    set(
      'isochrone',
      showIsochrone ? ((answer?.isochrone as GeoJSON.Feature | null | undefined) ?? null) : null,
    );
    set(
      'grid-zone',
      showGridZone ? ((answer?.gridZone as GeoJSON.Feature | null | undefined) ?? null) : null,
    );
    set('drawn', drawing ? drawnShape(question) : null);
    set('handles', drawing ? handlesOf(question) : null);
    if (question.origin && !drawing) this.#origin.setLngLat([...question.origin]).addTo(this.#map);
    else this.#origin.remove();
  }

  /** Moves so that rings are in sight, unless they are already and not too small. */
  lookAt(rings: readonly Ring[], always = false): void {
    const box = boundingBoxOf(rings);
    const view = this.#map.getBounds();
    const inSight = view.contains([box.west, box.south]) && view.contains([box.east, box.north]);
    const large = (box.east - box.west) * 5 > view.getEast() - view.getWest();
    if (inSight && large && !always) return;
    this.#map.fitBounds(boundsOf(box), {
      padding: FIT_PADDING_PX,
      maxZoom: MAX_FIT_ZOOM,
      animate: mayMove(),
    });
  }

  lookAtRegion({ bounds }: MapRegion): void {
    this.#map.fitBounds(boundsOf(bounds), { padding: 0, animate: mayMove() });
  }

  #listen(): void {
    const map = this.#map;
    const canvas = map.getCanvas();
    canvas.setAttribute(
      'aria-label',
      'Map. Arrow keys move it, plus and minus zoom, Enter points at its middle.',
    );
    canvas.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#events.pointed(positionOf(map.getCenter()));
    });
    map.on('click', (event) => {
      const grip = this.#gripAt(event.point);
      if (grip?.kind === 'vertex' && grip.corner === 0 && !this.#question?.closed)
        this.#events.outlineEnded();
      else if (!grip) this.#events.pointed(positionOf(event.lngLat));
    });
    map.on('dblclick', () => this.#events.outlineEnded());
    map.on('mousemove', (event) => {
      canvas.style.cursor = this.#gripAt(event.point) ? 'move' : 'crosshair';
    });
    for (const [start, move, end] of [
      ['mousedown', 'mousemove', 'mouseup'],
      ['touchstart', 'touchmove', 'touchend'],
    ] as const) {
      map.on(start, (event) => {
        const grip = this.#gripAt(event.point);
        if (!grip || !this.#question?.closed) return;
        event.preventDefault();
        let inserted = grip.kind === 'midpoint';
        let to: Position | null = null;
        const drag = (moved: { lngLat: LngLat }): void => {
          to = positionOf(moved.lngLat);
          this.#events.cornerMoved(grip.ring, grip.corner, to, inserted, false);
          inserted = false;
        };
        map.on(move, drag);
        void map.once(end, () => {
          map.off(move, drag);
          if (to) this.#events.cornerMoved(grip.ring, grip.corner, to, false, true);
        });
      });
    }
  }

  #gripAt(point: { x: number; y: number }): { kind: string; ring: number; corner: number } | null {
    if (this.#question?.option !== 'zone' || !this.#map.getLayer('grips')) return null;
    const found = this.#map.queryRenderedFeatures([point.x, point.y], { layers: ['grips'] });
    const vertex = found.find(({ properties }) => properties.kind === 'vertex') ?? found[0];
    return vertex ? (vertex.properties as { kind: string; ring: number; corner: number }) : null;
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
  element.title = 'Drag to start from elsewhere';
  return element;
}
