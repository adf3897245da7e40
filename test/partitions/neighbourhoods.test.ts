import { cellToParent, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  NEIGHBOURHOOD_RESOLUTION,
  type NeighbourhoodNumber,
  neighbourhoodNumber,
} from '../../tiles-builder/partitions/neighbourhoods.ts';
import { placesOnFaces } from '../support/zones/places-on-faces.ts';

const SEEDS = [Date.now() % 1e9];
test.each(SEEDS)(
  'one number is one neighbourhood, and most neighbourhoods are one number (seed %i)',
  (seed) => {
    const cells = new Map<NeighbourhoodNumber, string>();
    let tried = 0;
    for (const [lon, lat] of placesOnFaces(new Random(seed))) {
      const number = neighbourhoodNumber(lon, lat);
      const cell = cellToParent(latLngToCell(lat, lon, GRID_RESOLUTION), NEIGHBOURHOOD_RESOLUTION);
      const known = cells.get(number);
      if (known) expect(cell, `${lon}, ${lat}`).toBe(known);
      cells.set(number, cell);
      tried++;
    }
    expect(cells.size).toBeLessThan(tried / 2);
    expect(cells.size / new Set(cells.values()).size).toBeLessThan(1.2);
  },
);
