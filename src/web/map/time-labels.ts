/** Places isochrones' time labels greedily, each next to the first vertex of its outline where it is clear of labels and markers. */
import type { Feature, MultiPolygon, Point } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import { latOfPixel, lonOfPixel, pixelX, pixelY } from '../../isochrone/pixel-grid.ts';
import { ringsOf } from './map-extent.ts';

/** Width of the world at zoom 0. */
const WORLD_PX = 512;
/** Of the labels' font, with their halo. */
const LETTER_PX = 8;
const LINE_PX = 20;
const MARKER_PX = 36;
/** Sides of a label at its position, by eighths of a turn from the north. */
const ANCHORS = ['bottom', 'bottom-left', 'left', 'top-left', 'top', 'top-right', 'right', 'bottom-right'];
/** North, south, east and west first. */
const DIRECTIONS = [0, 8, 4, 12, 2, 14, 6, 10, 1, 15, 7, 9, 3, 13, 5, 11];
/** From the outline, the smallest first. */
const GAPS_PX = [0, 16, 32];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * @param isochrones with property `label`
 * @param zoom of the map
 * @returns none for a label without room
 */
export function timeLabels(
  isochrones: readonly Feature<MultiPolygon>[],
  markers: readonly Position[],
  zoom: number,
): Feature<Point>[] {
  const world_px = WORLD_PX * 2 ** zoom;
  const placed = markers.map((at): Box => {
    const [x, y] = [pixelX(at[0], world_px), pixelY(at[1], world_px)];
    return { x: x - MARKER_PX / 2, y: y - MARKER_PX / 2, width: MARKER_PX, height: MARKER_PX };
  });
  return isochrones.flatMap(({ properties, geometry }): Feature<Point>[] => {
    const vertices = ringsOf(geometry).flat();
    const xs = vertices.map(([lon]) => pixelX(lon, world_px));
    const ys = vertices.map(([, lat]) => pixelY(lat, world_px));
    for (const [gap_px, direction] of GAPS_PX.flatMap((gap) => DIRECTIONS.map((own) => [gap, own]))) {
      const angle = (direction * Math.PI) / 8;
      const [east, south] = [Math.sin(angle), -Math.cos(angle)];
      let farthest = 0;
      for (const i of xs.keys())
        if (xs[i] * east + ys[i] * south > xs[farthest] * east + ys[farthest] * south) farthest = i;
      const width = LETTER_PX * String(properties!.label).length;
      const eighth = Math.round(direction / 2) % ANCHORS.length;
      const [right, down] = [Math.sin(eighth * (Math.PI / 4)), -Math.cos(eighth * (Math.PI / 4))].map(
        (share) => Math.round(share),
      );
      const box = {
        x: xs[farthest] + gap_px * east + ((right - 1) * width) / 2,
        y: ys[farthest] + gap_px * south + ((down - 1) * LINE_PX) / 2,
        width,
        height: LINE_PX,
      };
      if (placed.some((other) => overlap(box, other))) continue;
      placed.push(box);
      const anchor = ANCHORS[eighth];
      const coordinates = [
        lonOfPixel(xs[farthest] + gap_px * east, world_px),
        latOfPixel(ys[farthest] + gap_px * south, world_px),
      ];
      return [
        { type: 'Feature', properties: { ...properties, anchor }, geometry: { type: 'Point', coordinates } },
      ];
    }
    return [];
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
