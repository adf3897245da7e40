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
  readonly #beyond: Position[] = [];
  readonly #ways: { id: number; tags: Tags; nodes: Int32Array }[] = [];

  node(lon: number, lat: number): number {
    return this.#places.push([lon, lat]) - 1;
  }

  nodeBeyondKnown(lon: number, lat: number): number {
    const node = this.node(lon, lat);
    this.#beyond.push(this.#places[node]);
    return node;
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
    const places = this.#places.filter((place) => !this.#beyond.includes(place));
    const { west, south, east, north } = boundingBoxOf([places]);
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

function twoIslands(): MadeRoads {
  const made = new MadeRoads();
  const west = made.town(9, 47, 8);
  const east = made.town(9.06, 47.01, 8);
  const sea = [made.node(9.03, 47.01), made.node(9.045, 47.012)];
  made.way([west[5][7], ...sea, east[2][0]], { route: 'ferry', duration: '8', interval: '10' });
  return made;
}

function alongMotorway(): MadeRoads {
  const made = new MadeRoads();
  const towns = [0, 1, 2].map((town) => made.town(9 + town * 0.1, 47, 6));
  const carriageways = [0, 1].map((side) =>
    Array.from({ length: 30 }, (_, i) => made.node(9 + i * 0.0073, 46.998 - side * 0.0003)),
  );
  for (const [side, nodes] of carriageways.entries())
    made.way(side === 0 ? nodes.toReversed() : nodes, {
      highway: 'motorway',
      oneway: 'yes',
      maxspeed: '120',
    });
  for (const [town, nodes] of towns.entries()) {
    const at = Math.round((town * 0.1) / 0.0073);
    made.way([nodes[0][0], carriageways[0][at], carriageways[1][at]], {
      highway: 'motorway_link',
      oneway: 'no',
    });
  }
  return made;
}

/** Two streets that end near the northern edge, on both sides of the border, and are joined in the south. */
function deadEnds(): MadeRoads {
  const made = new MadeRoads();
  const [west, east] = [9, 9.0014].map((lon) =>
    Array.from({ length: 10 }, (_, i) => made.node(lon, 47 + i * STEP)),
  );
  made.way([...west.toReversed(), ...east], { highway: 'residential' });
  return made;
}

/** Two streets joined in the south, and in the north by a tunnel beyond the data, which both regions have whole. */
function tunnelBeyond(): MadeRoads {
  const made = new MadeRoads();
  const [west, east] = [9, 9.0014].map((lon) =>
    Array.from({ length: 10 }, (_, i) => made.node(lon, 47 + i * STEP)),
  );
  made.way([...west.toReversed(), ...east], { highway: 'residential' });
  const arch = [9, 9.0014].map((lon) => made.nodeBeyondKnown(lon, 47.022));
  made.way([west[9], ...arch, east[9]], { highway: 'residential', tunnel: 'yes', oneway: 'yes' });
  return made;
}

const MOTORWAY = 'three regions along a motorway';

const CUTS: readonly (readonly [string, () => MadeRoads, Pieces])[] = [
  [
    'dead ends near both the edge and the border',
    deadEnds,
    (known) => [within(known, { east: 9.0007 }), within(known, { west: 9.0007 })],
  ],
  [
    'a tunnel beyond the data of both',
    tunnelBeyond,
    (known) => [within(known, { east: 9.0007 }), within(known, { west: 9.0007 })],
  ],
  ['a border along a river with two bridges', acrossRiver, alongRiver],
  [
    'an island reached by ferry from another region',
    twoIslands,
    (known) => [within(known, { east: 9.04 }), within(known, { west: 9.04 })],
  ],
  [
    MOTORWAY,
    alongMotorway,
    (known) => [
      within(known, { east: 9.05 }),
      within(known, { west: 9.05, east: 9.151 }),
      within(known, { west: 9.15 }),
    ],
  ],
];

test.for(CUTS.flatMap(([name, draw, pieces]) => TRAVELS.map((travel) => ({ name, draw, pieces, travel }))))(
  '$name: isochrones are those of the whole, $travel',
  async ({ name, draw, pieces, travel }) => {
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
    if (name !== MOTORWAY || travel === 'motorized') expect(crossed).toBeGreaterThan(0);
  },
);
