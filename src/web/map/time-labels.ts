/**
 * Places isochrones' time labels greedily: each at the first of four extreme vertices clear of earlier labels and markers,
 * else at the clearest.
 */
import type { Feature, MultiPolygon, Point, Polygon } from 'geojson';
import { boundingBoxOf, type Position } from '../../geo/positions.ts';
import { ringsOf } from './map-extent.ts';

/** Minimum gaps from other labels and from markers, as shares of the outlines' extent. */
const LEAST_GAP_SHARE = 0.08;
const LEAST_MARKER_GAP_SHARE = 0.25;

/**
 * @param isochrones with property `time`
 * @returns northernmost, southernmost, easternmost or westernmost vertex
 */
export function timeLabels(
  isochrones: readonly Feature<Polygon | MultiPolygon>[],
  markers: readonly Position[] = [],
): Feature<Point>[] {
  const outlines = isochrones.map(({ geometry }) => ringsOf(geometry).flat());
  if (outlines.length === 0) return [];
  const box = boundingBoxOf(outlines);
  const gap = (a: Position, b: Position): number =>
    Math.hypot((a[0] - b[0]) / (box.east - box.west), (a[1] - b[1]) / (box.north - box.south));
  const placed: Position[] = [];
  return isochrones.map(({ properties }, i) => {
    /** At least 1 where nothing is in the way. */
    const free = ({ at }: Candidate): number =>
      Math.min(
        1 / LEAST_GAP_SHARE,
        ...placed.map((other) => gap(at, other) / LEAST_GAP_SHARE),
        ...markers.map((marker) => gap(at, marker) / LEAST_MARKER_GAP_SHARE),
      );
    const candidates = extremes(outlines[i]);
    const { at, anchor } =
      candidates.find((candidate) => free(candidate) >= 1) ??
      candidates.reduce((a, b) => (free(b) > free(a) ? b : a));
    placed.push(at);
    return {
      type: 'Feature',
      properties: { ...properties, anchor },
      geometry: { type: 'Point', coordinates: [...at] },
    };
  });
}

interface Candidate {
  readonly at: Position;
  /** Side of the label at the position. */
  readonly anchor: 'bottom' | 'top' | 'left' | 'right';
}

function extremes(vertices: readonly Position[]): Candidate[] {
  const most = (measure: (position: Position) => number): Position =>
    vertices.reduce((a, b) => (measure(b) > measure(a) ? b : a));
  return [
    { at: most(([, lat]) => lat), anchor: 'bottom' },
    { at: most(([, lat]) => -lat), anchor: 'top' },
    { at: most(([lon]) => lon), anchor: 'left' },
    { at: most(([lon]) => -lon), anchor: 'right' },
  ];
}
