/**
 * Makes the seas of the world, for zooms at which the basemap of one region does not show where that region is. `land.json` is
 * Natural Earth's land at 1:110 million (public domain; land-110m.json of world-atlas 2.0.2) without Antarctica, simplified by
 * Visvalingam’s method (topojson-simplify, 0.2 square degrees): rings of steps east and north, in tenths of a degree.
 */
import { featureCollection } from '@turf/helpers';
import type { Position, Zone } from '../../geo/positions.ts';
import steps from './land.json' with { type: 'json' };
import { outsideOf } from './uncovered.ts';

const STEPS_PER_DEGREE = 10;

const land: Zone = steps.map((polygon) =>
  polygon.map((ring) => {
    const positions: Position[] = [];
    const deltas = ring.split(' ').map(Number);
    let [east, north] = [0, 0];
    for (let i = 0; i < deltas.length; i += 2) {
      east += deltas[i];
      north += deltas[i + 1];
      positions.push([east / STEPS_PER_DEGREE, north / STEPS_PER_DEGREE]);
    }
    return [...positions, positions[0]];
  }),
);

export const SEAS = featureCollection(outsideOf(land));
