/** Density layer against sums over cells. */
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import {
  cellToBoundary,
  cellToCenterChild,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  gridDisk,
  latLngToCell,
} from 'h3-js';
import { PbfReader } from 'pbf';
import { describe, expect, test } from 'vitest';
import { classedCells, type Neighbour } from '../../src/density/classed-cells.ts';
import {
  DENSITY_CLASSES_PER_KM2,
  DENSITY_LAYER,
  MAX_DENSITY_ZOOM,
  MIN_DENSITY_ZOOM,
} from '../../src/density/density-classes.ts';
import { drawDensity } from '../../src/density/draw-density.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { areaOfPolygon_m2 } from '../../src/geo/area.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { type MapTile, tileAt } from '../../src/geo/map-tiles.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { insetZone } from '../../tiles-builder/geometry/inset-zone.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { ellipsoidCellArea } from '../support/zones/ellipsoid-cell-area.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const RESOLUTION_AT: Record<Layer, Record<number, number>> = {
  living: { 4: 4, 5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 8, 11: 8 },
  working: { 4: 4, 5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 6 },
};
const FEWEST_WORKING = 1_000;

const peopleNear = (lon: number, lat: number, numbers: readonly (readonly [number, number])[]) => {
  const home = latLngToCell(lat, lon, 5);
  const blocks = cellToChildren(home, 8);
  return new Map<Cell, number>(
    numbers.map(([at, people]) => {
      const cells = cellToChildren(blocks[at % blocks.length], 12);
      return [cells[(at * 7) % cells.length], people];
    }),
  );
};
const numbers = fc.array(fc.tuple(fc.nat(100_000), fc.double({ min: 0.01, max: 9_000, noNaN: true })), {
  minLength: 1,
  maxLength: 60,
});
const place = fc.constantFrom<Position>(
  [2.35, 48.86],
  [-0.02, 0.01],
  [25.1, 71.2],
  [179.98, -16.8],
  [-179.99, -16.9],
);

function check<Values extends [unknown, ...unknown[]]>(property: fc.IAsyncProperty<Values>): Promise<void> {
  return fc.assert(property, { numRuns: 3 });
}

/** By brute force. */
function expected(people: ReadonlyMap<Cell, number>, resolution: number, fewest: number): Map<Cell, number> {
  const sums = new Map<Cell, number>();
  for (const [cell, own] of people) {
    const parent = cellToParent(cell, resolution);
    sums.set(parent, (sums.get(parent) ?? 0) + Math.round(own * 1000));
  }
  const classes = new Map<Cell, number>();
  for (const [cell, sum] of sums) {
    const whole = Math.round(sum / 1000);
    if (whole < fewest) continue;
    const perKm2 = whole / ellipsoidCellArea(cell, 'km2');
    classes.set(cell, DENSITY_CLASSES_PER_KM2.filter((from) => from <= perKm2).length - 1);
  }
  return classes;
}

function tilesAround([lon, lat]: Position, zoom: number): MapTile[] {
  const [x, y] = tileAt(lon, lat, zoom);
  const across = 2 ** zoom;
  const steps = zoom > 10 ? [-3, -2, -1, 0, 1, 2, 3] : [-1, 0, 1];
  return steps.flatMap((dx) => steps.map((dy) => ({ zoom, x: (x + dx + across) % across, y: y + dy })));
}

describe('classes', () => {
  test.each<Layer>(['living', 'working'])(
    'of %s are those of all cells added up, at every zoom',
    async (layer) => {
      await check(
        fc.asyncProperty(place, numbers, async (at, drawn) => {
          const people = peopleNear(at[0], at[1], drawn);
          const dataset = countDataset({ [layer]: tilesOf(people) });
          const fewest = layer === 'living' ? 1 : FEWEST_WORKING;
          const loaded = new LoadedObjects(1e8);
          for (let zoom = MIN_DENSITY_ZOOM; zoom <= MAX_DENSITY_ZOOM[layer]; zoom++) {
            const found = new Map<Cell, number>();
            for (const tile of tilesAround(at, zoom)) {
              for (const { cell, density } of await classedCells(layer, tile, dataset.reader(loaded))) {
                expect(found.get(cell) ?? density).toBe(density);
                found.set(cell, density);
              }
            }
            const wanted = expected(people, RESOLUTION_AT[layer][zoom], fewest);
            expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
            for (const [cell, density] of found) expect(density).toBe(wanted.get(cell));
          }
        }),
      );
    },
  );

  test('a tile takes a few reads: three and a half packs at the last zoom, two and a half overviews before', async () => {
    const around = gridDisk(latLngToCell(48.86, 2.35, 6), 45);
    const dataset = countDataset({
      living: tilesOf(new Map(around.map((cell) => [cellToCenterChild(cell, 12), 1]))),
    });
    const random = new Random(18);
    const reads: Record<number, number[]> = { 10: [], 9: [], 8: [] };
    for (const [zoom, own] of Object.entries(reads)) {
      for (let i = 0; i < 40; i++) {
        const [x, y] = tileAt(2.35 + random.between(-1, 1), 48.86 + random.between(-0.6, 0.6), Number(zoom));
        const reader = dataset.reader();
        await classedCells('living', { zoom: Number(zoom), x, y }, reader);
        const overviews = new Set(
          (await classedCells('living', { zoom: Number(zoom), x, y }, dataset.reader())).map(({ cell }) =>
            cellToParent(cell, 2),
          ),
        );
        own.push(reader.work.objects - (zoom === '10' ? overviews.size : 0));
      }
    }
    const mean = (own: readonly number[]): number => own.reduce((sum, one) => sum + one, 0) / own.length;
    expect(mean(reads[10])).toBeLessThan(3.5);
    expect(Math.max(...reads[10])).toBeLessThanOrEqual(6);
    for (const zoom of [8, 9]) {
      expect(mean(reads[zoom])).toBeLessThan(2.5);
      expect(Math.max(...reads[zoom])).toBeLessThanOrEqual(4);
    }
  });
});

describe('a cell has no class', () => {
  const centre: Position = [2.35, 48.86];
  const cell = latLngToCell(centre[1], centre[0], 8);
  const [lat, lon] = cellToLatLng(cell);
  const people = new Map([[latLngToCell(lat, lon, 12), 5_000]]);
  const [x, y] = tileAt(lon, lat, 10);
  const upTo = (widths: number): Zone => {
    const ring = cellToBoundary(cell, true) as Position[];
    const lons = ring.map(([own]) => own);
    const east = lon + widths * (Math.max(...lons) - Math.min(...lons));
    const corners: Ring = rectangle(lon - 1, lat - 1, east, lat + 1);
    return [[corners]];
  };
  test.each([
    [0.6, 1],
    [0.4, 1],
    [0.2, 0],
    [0, 0],
  ])('where less than nine tenths of it are covered (border at %f widths: %i)', async (widths, shown) => {
    const dataset = countDataset({ living: tilesOf(people) }, { coverage: { living: upTo(widths) } });
    const found = await classedCells('living', { zoom: 10, x, y }, dataset.reader());
    expect(found.map((one) => one.cell)).toEqual(shown ? [cell] : []);
  });

  const boxAround = (middle: Position, half: number): Ring => {
    const corners = rectangle(-half, -half, half, half);
    return corners.map(([east, north]) => [middle[0] + east, middle[1] + north]);
  };
  test.each<[string, Zone]>([
    ['30 km beyond the data', [[boxAround([lon + 1.4, lat], 1)]]],
    ['in the middle of a hole of it', [[boxAround([lon, lat], 1), boxAround([lon, lat], 0.4).toReversed()]]],
    [
      'on an island that the stated coverage leaves out',
      insetZone([[boxAround([lon, lat], 0.012)], [boxAround([lon + 2.1, lat], 1)]], 3_200),
    ],
  ])('%s, with no border near', async (_, coverage) => {
    const dataset = countDataset({ living: tilesOf(people) }, { coverage: { living: coverage } });
    for (let zoom = MIN_DENSITY_ZOOM; zoom <= MAX_DENSITY_ZOOM.living; zoom++) {
      const [column, row] = tileAt(lon, lat, zoom);
      expect(await classedCells('living', { zoom, x: column, y: row }, dataset.reader())).toEqual([]);
    }
  });

  const neighbour = (coverage: Zone, isBefore: boolean, own = new Map<Cell, number>()): Neighbour => ({
    coverage,
    isBefore,
    open: () => countDataset({ living: tilesOf(own) }).reader(),
  });

  test('where another live dataset covers more of it, or as much and is listed before', async () => {
    const dataset = countDataset({ living: tilesOf(people) }, { coverage: { living: upTo(0.45) } });
    const shown = async (...neighbours: Neighbour[]): Promise<number> =>
      (await classedCells('living', { zoom: 10, x, y }, dataset.reader(), neighbours)).length;
    const [less, same, more] = [upTo(0.4), upTo(0.45), upTo(1)];
    expect(await shown(neighbour(less, true), neighbour(less, false), neighbour(same, false))).toBe(1);
    expect(await shown(neighbour(same, true))).toBe(0);
    expect(await shown(neighbour(more, true))).toBe(0);
    expect(await shown(neighbour(more, false))).toBe(0);
  });

  test('on a border: that of the people of both sides, drawn once, from the larger', async () => {
    const [[west]] = upTo(0.1);
    const border = Math.max(...west.map(([own]) => own));
    const east: Zone = [[rectangle(border, lat - 1, lon + 1, lat + 1)]];
    const beyond = new Map([[latLngToCell(lat, lon + 0.001, 12), 9_000]]);
    const [inWest, inEast] = [
      countDataset({ living: tilesOf(people) }, { coverage: { living: upTo(0.1) } }),
      countDataset({ living: tilesOf(beyond) }, { coverage: { living: east } }),
    ];
    for (const zoom of [10, 11]) {
      const [column, row] = tileAt(lon, lat, zoom);
      const at = { zoom, x: column, y: row };
      const found = await classedCells('living', at, inWest.reader(), [neighbour(east, false, beyond)]);
      expect(found).toMatchObject([
        { cell, density: expected(new Map([...people, ...beyond]), 8, 1).get(cell) },
      ]);
      expect(found[0]!.density).toBeGreaterThan(expected(people, 8, 1).get(cell)!);
      expect(await classedCells('living', at, inEast.reader(), [neighbour(upTo(0.1), true, people)])).toEqual(
        [],
      );
      const empty = await classedCells('living', at, inWest.reader(), [neighbour(east, false)]);
      expect(empty).toMatchObject([{ cell, density: expected(people, 8, 1).get(cell) }]);
    }
  });

  test.each<[number, number]>([
    [999.4, 0],
    [999.5, 1],
  ])(
    'at work with fewer than a thousand people (%f: %i), whatever its neighbours have',
    async (inCell, shown) => {
      const neighbour = cellToCenterChild(gridDisk(cellToParent(cell, 6), 2).at(-1)!, 12);
      const dataset = countDataset({
        working: tilesOf(
          new Map([
            [latLngToCell(lat, lon, 12), inCell],
            [neighbour, 400],
          ]),
        ),
      });
      const found = await classedCells('working', { zoom: 10, x, y }, dataset.reader());
      expect(found.map((own) => own.cell)).toEqual(shown === 1 ? [cellToParent(cell, 6)] : []);
    },
  );
});

function expectOutlines(
  geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon,
  rings: readonly Ring[],
  zoom: number,
): void {
  // A ring of the wrong direction would be a hole.
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  expect(polygons).toHaveLength(rings.length);
  for (const [i, ring] of rings.entries()) {
    const area_m2 = areaOfPolygon_m2(polygons[i] as unknown as Position[][]);
    expect(area_m2 / areaOfPolygon_m2([ring])).toBeCloseTo(1, zoom === 4 ? 0 : 1);
  }
}

describe('a tile', () => {
  test('draws each cell at its place, clockwise, in the feature of its class', async () => {
    await check(
      fc.asyncProperty(place, numbers, async (at, drawn) => {
        const dataset = countDataset({ living: tilesOf(peopleNear(at[0], at[1], drawn)) });
        for (const zoom of [4, 7, 10, 11]) {
          const [x, y] = tileAt(at[0], at[1], zoom);
          const cells = await classedCells('living', { zoom, x, y }, dataset.reader());
          if (cells.length === 0) continue;
          const layer = new VectorTile(new PbfReader(drawDensity(cells, { zoom, x, y }))).layers[
            DENSITY_LAYER
          ];
          const read = Array.from({ length: layer.length }, (_, i) => layer.feature(i));
          expect(read.map(({ properties }) => properties.class)).toEqual(
            [...new Set(cells.map(({ density }) => density))].sort((a, b) => a - b),
          );
          for (const feature of read) {
            const geometry = feature.toGeoJSON(x, y, zoom).geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon;
            const members = cells.filter(({ density }) => density === feature.properties.class);
            expectOutlines(
              geometry,
              members.map(({ ring }) => ring),
              zoom,
            );
          }
        }
      }),
    );
  });
});
