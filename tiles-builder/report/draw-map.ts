/** Draws a report's maps of coverage, and of people per km² by H3 cell, as SVG, equirectangular at the middle latitude. */
import { cellToBoundary } from 'h3-js';
import { html } from 'hono/html';
import { ringOfCell } from '../../src/density/classed-cells.ts';
import { areaOfPolygon_m2 } from '../../src/geo/area.ts';
import type { Cell } from '../../src/geo/cells.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  type Position,
  type Ring,
  type Zone,
} from '../../src/geo/positions.ts';

const WIDTH = 720;
const MAX_HEIGHT = 720;
const MARGIN_SHARE = 0.03;

export interface Drawing {
  readonly box: BoundingBox;
  readonly width: number;
  readonly height: number;
  readonly place: (position: Position) => string;
}

export function drawingOf(zones: readonly Zone[]): Drawing {
  const box = boundingBoxOf(zones.flat(2));
  const { west, south, east, north } = box;
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const marginX = (east - west) * MARGIN_SHARE;
  const marginY = (north - south) * MARGIN_SHARE;
  const across = (east - west + 2 * marginX) * shrink;
  const up = north - south + 2 * marginY;
  const scale = Math.min(WIDTH / across, MAX_HEIGHT / up);
  const x = (lon: number): number => (lon - west + marginX) * shrink * scale;
  const y = (lat: number): number => (north - lat + marginY) * scale;
  return {
    box: { west: west - marginX, south: south - marginY, east: east + marginX, north: north + marginY },
    width: Math.ceil(across * scale),
    height: Math.ceil(up * scale),
    place: ([lon, lat]) => `${x(lon).toFixed(1)},${y(lat).toFixed(1)}`,
  };
}

const pathOf = (zone: Zone, place: Drawing['place']): string =>
  zone.map((polygon) => polygon.map((ring: Ring) => `M${ring.map(place).join('L')}Z`).join('')).join('');

export type Markup = ReturnType<typeof html>;

const svg = ({ width, height }: Drawing, label: string, content: readonly Markup[]): Markup =>
  html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">${content}</svg>`;

export interface MarkedPlace {
  /** Stylesheet class. */
  readonly name: string;
  readonly position: Position;
  readonly label: string;
}

const MARK_RADIUS = 5;

export function coverageMap(
  drawing: Drawing,
  water: Zone,
  zones: Readonly<Record<string, Zone>>,
  places: readonly MarkedPlace[] = [],
  label = 'Map of the coverage of each kind of data',
): Markup {
  const paths = Object.entries(zones).map(
    ([name, zone]) => html`<path class="${name}" fill-rule="evenodd" d="${pathOf(zone, drawing.place)}"/>`,
  );
  const marks = places.map(({ name, position, label }) => {
    const [x, y] = drawing.place(position).split(',');
    return html`<circle class="${name}" cx="${x}" cy="${y}" r="${MARK_RADIUS}"><title>${label}</title></circle>`;
  });
  return svg(drawing, label, [...waterPaths(water, drawing), ...paths, ...marks]);
}

/** Lower bounds of colours, persons per km². */
export const DENSITIES_PER_KM2 = [0, 50, 200, 500, 1_000, 2_500, 5_000, 10_000, 20_000] as const;

export const densityClasses = (byCell: ReadonlyMap<Cell, number>): number[] =>
  [...new Set([...byCell].map(([cell, people]) => densityClass(densityOf(cell, people))))].sort(
    (a, b) => a - b,
  );

const densityOf = (cell: Cell, people: number): number =>
  people / (areaOfPolygon_m2([ringOfCell(cell)]) / 1e6);
const densityClass = (perKm2: number): number => DENSITIES_PER_KM2.findLastIndex((from) => perKm2 >= from);

/** By polygon, as those of neighbouring tiles overlap. */
const waterPaths = (water: Zone, { place }: Drawing): Markup[] =>
  water.map((polygon) => html`<path class="water" fill-rule="evenodd" d="${pathOf([polygon], place)}"/>`);

export function densityMap(
  drawing: Drawing,
  water: Zone,
  byCell: ReadonlyMap<Cell, number>,
  coverage: Zone,
  label: string,
): Markup {
  const cells = [...byCell].map(([cell, people]) => {
    const density = densityOf(cell, people);
    const ring = cellToBoundary(cell, true) as unknown as Ring;
    const title = `${people.toFixed(people < 10 ? 1 : 0)} people, ${density.toFixed(0)} per km²`;
    return html`<path class="d${densityClass(density)}" d="M${ring.map(drawing.place).join('L')}Z"><title>${title}</title></path>`;
  });
  const edge = html`<path class="edge" d="${pathOf(coverage, drawing.place)}"/>`;
  return svg(drawing, label, [...waterPaths(water, drawing), ...cells, edge]);
}
