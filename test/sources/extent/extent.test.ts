import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import type { RoadData } from '../../../tiles-builder/sources/road-data.ts';
import { readRoadData } from '../../support/files/read-extract.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import {
  type PbfOptions,
  type TestNode,
  type TestRelation,
  type TestWay,
  writeOsmPbf,
} from '../../support/files/write-osm-pbf.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const scratch = scratchFolder();

const SIDE = 0.09;
const STEP = 0.009;

class Drawing {
  readonly nodes: TestNode[] = [];
  readonly ways: TestWay[] = [];
  readonly relations: TestRelation[] = [];

  node([lon, lat]: Position): number {
    return this.nodes.push({ id: this.nodes.length + 1, lon, lat });
  }

  way(positions: readonly Position[], tags: Record<string, string> = { highway: 'residential' }): number {
    const nodes = positions.map((position) => this.node(position));
    if (positions.length > 3 && String(positions[0]) === String(positions.at(-1))) {
      nodes[nodes.length - 1] = nodes[0];
    }
    return this.ways.push({ id: this.ways.length + 1, nodes, tags });
  }

  border(name: string, positions: readonly Position[]): void {
    const way = this.way(positions, {});
    this.relations.push({
      id: this.relations.length + 1,
      members: [{ type: 'way', id: way, role: 'outer' }],
      tags: { type: 'boundary', boundary: 'administrative', name },
    });
  }

  read(options: PbfOptions = {}, coverage?: string): Promise<RoadData> {
    const file = scratch('drawn.osm.pbf', writeOsmPbf(this, options));
    return readRoadData(file, coverage);
  }
}

function town(belongs: (lon: number, lat: number) => boolean): Drawing {
  const drawing = new Drawing();
  for (let lon = STEP / 2; lon < SIDE; lon += STEP) {
    for (let lat = STEP / 2; lat < SIDE; lat += STEP) {
      if (!belongs(lon, lat)) continue;
      drawing.way([
        [lon - STEP / 2, lat],
        [lon + STEP / 2, lat],
      ]);
      drawing.way([
        [lon, lat - STEP / 2],
        [lon, lat + STEP / 2],
      ]);
    }
  }
  return drawing;
}

const everywhere = (): boolean => true;
const half = (lon: number, lat: number): boolean => lon > lat;
const diamond = (lon: number, lat: number): boolean =>
  Math.abs(lon - SIDE / 2) + Math.abs(lat - SIDE / 2) < SIDE / 2;
const km2 = (zone: Zone): number => areaOfZone_m2(zone) / 1e6;
const boxOf = (zone: Zone): number[] =>
  Object.values(boundingBoxOf(zone.flat())).map((degrees) => Math.round(degrees * 1e4) / 1e4);

describe('an extract cut to a box', () => {
  test('is known up to it, however far its ways reach out', async () => {
    const drawing = town(everywhere);
    drawing.way([
      [SIDE / 2, SIDE / 2],
      [SIDE / 2, 0.5],
    ]);
    drawing.way([
      [0.04, 0.04],
      [-0.3, 0.04],
      [-0.3, 0.05],
    ]);
    const { extent } = await drawing.read();
    expect(extent.by).toBe('the sides of the box that it was cut to');
    // Known to within one street.
    for (const [i, side] of [0, 0, SIDE, SIDE].entries()) {
      expect(Math.abs(boxOf(extent.zone)[i] - side)).toBeLessThanOrEqual(STEP);
    }
  });

  test('is known as far as its header says where ways come within a kilometre, else as far as they reach', async () => {
    const { extent } = await town(everywhere).read({ bounds: [-0.004, -0.005, SIDE + 0.004, SIDE + 0.005] });
    expect(boxOf(extent.zone)).toEqual([-0.004, 0.0045, 0.094, 0.0855]);
    const { extent: narrow } = await town(everywhere).read({ bounds: [0, 0, SIDE, SIDE] });
    expect(boxOf(narrow.zone)).toEqual([0, 0, 0.09, 0.09]);
  });

  test.each([
    [0, 0, 180, 90],
    [-180, -90, 180, 90],
  ] as const)('is not taken for the world, even if its header says so: %d %d %d %d', async (...bounds) => {
    const { extent } = await town(everywhere).read({ bounds });
    expect(km2(extent.zone)).toBeLessThan(150);
  });
});

describe('an extract at the sea', () => {
  const island: Position[] = rectangle(-0.001, -0.001, SIDE + 0.001, SIDE + 0.001);
  const header = [-0.15, -0.12, SIDE + 0.1, SIDE + 0.13] as const;

  test('is known as far out as its header says, in its waters', async () => {
    const drawing = town(everywhere);
    drawing.way(island, { natural: 'coastline' });
    const { extent } = await drawing.read({ bounds: header });
    expect(boxOf(extent.zone)).toEqual([...header]);
    const { extent: ofLiar } = await drawing.read({ bounds: [-180, -90, 180, 90] });
    expect(boxOf(ofLiar.zone)).toEqual([-0.1954, -0.1954, 0.2854, 0.2854]);
  });

  test('is known as far as its data reaches on its land sides', async () => {
    const drawing = town(everywhere);
    drawing.way(
      [
        [-0.15, -0.001],
        [SIDE + 0.1, -0.001],
      ],
      { natural: 'coastline' },
    );
    const { extent } = await drawing.read({ bounds: header });
    expect(boxOf(extent.zone)).toEqual([0.0045, header[1], 0.0855, 0.0855]);
  });
});

describe('an extract cut along a border', () => {
  const triangle: Position[] = [
    [0, 0],
    [SIDE, 0],
    [SIDE, SIDE],
    [0, 0],
  ];
  const all: Position[] = rectangle(-1, -1, 1, 1);
  const part: Position[] = [
    [SIDE / 2, 0],
    [SIDE, 0],
    [SIDE, SIDE],
    [SIDE / 2, 0],
  ];

  test('is known up to its narrowest border that nearly all of its roads enter', async () => {
    const drawing = town(half);
    drawing.border('Country', all);
    drawing.border('Canton', triangle);
    drawing.border('Commune', part);
    const { extent } = await drawing.read({ bounds: [0, 0, SIDE, SIDE] });
    expect(extent.by).toBe('the border of Canton');
    expect(km2(extent.zone)).toBeCloseTo(km2([[triangle]]), 0);
  });

  test('is known within its box where the border is that of a whole country', async () => {
    const drawing = town(everywhere);
    drawing.border('Country', all);
    const { extent } = await drawing.read({ bounds: [0, 0, SIDE, SIDE] });
    expect(boxOf(extent.zone)).toEqual([0, 0, 0.09, 0.09]);
  });

  test('is known up to its last roads where no border is in it, empty land inside included', async () => {
    const drawing = town(
      (lon, lat) => diamond(lon, lat) && !(lon > 0.03 && lon < 0.06 && lat > 0.03 && lat < 0.06),
    );
    const { extent } = await drawing.read({ bounds: [0, 0, SIDE, SIDE] });
    expect(extent.by).toBe('the last roads');
    expect(extent.zone).toHaveLength(1);
    expect(extent.zone[0]).toHaveLength(1);
    expect(km2(extent.zone)).toBeGreaterThan(35);
    expect(km2(extent.zone)).toBeLessThan(55);
  });

  test.each([
    ['disc', (x: number, y: number) => Math.hypot(x, y) < 0.5],
    ['triangle', (x: number, y: number) => x > y],
    ['hexagon', (x: number, y: number) => Math.abs(x) + Math.abs(y) / 2 < 0.5],
    ['box without a corner', (x: number, y: number) => x + y < 0.6],
  ])(
    'is not taken for a box where it is a %s, whose edge comes near to the sides of its box',
    async (_, belongs) => {
      const drawing = town((lon, lat) => belongs(lon / SIDE - 0.5, lat / SIDE - 0.5));
      const { extent } = await drawing.read({ bounds: [0, 0, SIDE, SIDE] });
      expect(extent.by).toBe('the last roads');
    },
  );

  test('has its roads end there even where the configuration names a wider coverage', async () => {
    const drawing = town(half);
    drawing.border('Canton', triangle);
    const wide = scratch('wide.geojson', JSON.stringify({ type: 'Polygon', coordinates: [all] }));
    const { coverage, known } = await drawing.read({ bounds: [0, 0, SIDE, SIDE] }, wide);
    expect(coverage).toEqual([[all]]);
    expect(km2(known)).toBeCloseTo(km2([[triangle]]), 0);
  });
});

test('GeoJSON is no extract: it is known in the box of its roads, or where the configuration says', async () => {
  const line = (...coordinates: Position[]): object => ({
    type: 'Feature',
    properties: { highway: 'residential' },
    geometry: { type: 'LineString', coordinates },
  });
  const features = [line([11.1, 57.1], [11.2, 57.1]), line([11.2, 57.1], [11.4, 57.2])];
  const file = scratch('town.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const { extent, known } = await readRoadData(file);
  expect(boxOf(extent.zone)).toEqual([11.1, 57.1, 11.4, 57.2]);
  expect(known).toEqual(extent.zone);
  const wide: Zone = [[rectangle(11, 57, 12, 58)]];
  const coverage = scratch('wide.geojson', JSON.stringify({ type: 'MultiPolygon', coordinates: wide }));
  expect((await readRoadData(file, coverage)).known).toEqual(wide);
});
