import { expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import type { Tags } from '../../tiles-builder/base/records.ts';
import { compareWithWhole, type Pieces, within } from '../support/roads/cut-regions.ts';
import { osmRoads } from '../support/roads/osm-roads.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** About 150 m at 47° N. */
const STEP = 0.002;

class MadeRoads {
  readonly #places: Position[] = [];
  readonly #ways: { id: number; tags: Tags; nodes: Int32Array }[] = [];

  node(lon: number, lat: number): number {
    return this.#places.push([lon, lat]) - 1;
  }

  way(nodes: readonly number[], tags: Tags): void {
    this.#ways.push({ id: this.#ways.length + 1, tags, nodes: Int32Array.from(nodes) });
  }

  /** Streets in a grid; `crosses` tells whether the row goes on from one column to the next. */
  town(west: number, south: number, side: number, crosses = (_row: number, _column: number) => true) {
    const nodes = Array.from({ length: side }, (_, row) =>
      Array.from({ length: side }, (_, column) => this.node(west + column * STEP, south + row * STEP)),
    );
    for (const [row, along] of nodes.entries()) {
      for (let column = 1; column < side; column++) {
        if (crosses(row, column)) this.way(along.slice(column - 1, column + 1), { highway: 'residential' });
      }
    }
    for (let column = 0; column < side; column++)
      this.way(
        nodes.map((along) => along[column]),
        { highway: 'residential' },
      );
    return nodes;
  }

  get roads() {
    return osmRoads({
      ways: this.#ways,
      nodeLon: Int32Array.from(this.#places, ([lon]) => Math.round(lon * 1e7)),
      nodeLat: Int32Array.from(this.#places, ([, lat]) => Math.round(lat * 1e7)),
    });
  }

  /** Some roads end within 100 m of its edge. */
  get known(): Zone {
    const { west, south, east, north } = boundingBoxOf([this.#places]);
    return [[rectangle(west - 0.0005, south - 0.01, east + 0.01, north + 0.0005)]];
  }
}

function acrossRiver(): MadeRoads {
  const made = new MadeRoads();
  made.town(9, 47, 16, (row, column) => column !== 8 || row === 3 || row === 12);
  return made;
}

/** The border follows the river from bend to bend. */
const alongRiver: Pieces = (_known, { west, south, east, north }) => {
  const bends = Array.from({ length: 31 }, (_, i): Position => {
    const part = i / 30;
    return [9 + (7.5 + 0.4 * (i % 2 === 0 ? 1 : -1)) * STEP, south + part * (north - south)];
  });
  const corner = (lon: number): Position[] => [
    [lon, north],
    [lon, south],
  ];
  return [west, east].map((lon) => [[[...bends, ...corner(lon), bends[0]]]]);
};

/** Two streets that end near the northern edge, on both sides of the border, and are joined in the south. */
function deadEnds(): MadeRoads {
  const made = new MadeRoads();
  const [west, east] = [9, 9.0014].map((lon) =>
    Array.from({ length: 10 }, (_, i) => made.node(lon, 47 + i * STEP)),
  );
  made.way([...west.toReversed(), ...east], { highway: 'residential' });
  return made;
}

const CUTS: readonly (readonly [string, () => MadeRoads, Pieces])[] = [
  [
    'dead ends near both the edge and the border',
    deadEnds,
    (known) => [within(known, { east: 9.0007 }), within(known, { west: 9.0007 })],
  ],
  ['a border along a river with two bridges', acrossRiver, alongRiver],
];

test.for(CUTS.flatMap(([name, draw, pieces]) => TRAVELS.map((travel) => ({ name, draw, pieces, travel }))))(
  '$name: isochrones are those of the whole, $travel',
  async ({ draw, pieces, travel }) => {
    const made = draw();
    const parts = pieces(made.known, boundingBoxOf(made.known.flat()));
    const places = Number(process.env.BORDER_PLACES ?? 8);
    const asked = { places, seed: 20_261_129 };
    const { differences, crossed, compared } = await compareWithWhole(
      made.roads,
      made.known,
      parts,
      travel,
      asked,
    );
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(places);
    expect(crossed).toBeGreaterThan(0);
  },
);
