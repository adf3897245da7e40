/**
 * Roads drawn with characters: capital letters and digits are nodes, `-` and `|` a street, `=` and `"` a road without frontage,
 * `+` a bend; `<`, `>`, `^`, `v` are one-way. A character is `step_m` wide and high, and takes a road's time per step.
 */
import { CLOSED, COORDINATE_UNIT_DEGREES, EXIT_NODE, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

export interface Drawing {
  /** Default 100. */
  readonly step_m?: number;
  /** Street's step, default 10,000; `fast_ms` without frontage, by default the same. */
  readonly street_ms?: number;
  readonly fast_ms?: number;
  /** Nodes where the roads leave the data. */
  readonly exits?: string;
  /** North-west; by default in the middle of a road tile. */
  readonly corner?: Position;
}

export interface DrawnRoads {
  readonly graph: TimedGraph;
  readonly tiles: RoadTilesInMemory;
  node(name: string): Position;
  place(column: number, row: number): Position;
}

const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
const DEFAULT_CORNER: Position = [-1.6868, 48.1174];

const DIRECTIONS = [
  { row: 0, column: 1, plain: '-', fast: '=', along: '>', against: '<' },
  { row: 1, column: 0, plain: '|', fast: '"', along: 'v', against: '^' },
  { row: 0, column: -1, plain: '-', fast: '=', along: '<', against: '>' },
  { row: -1, column: 0, plain: '|', fast: '"', along: '^', against: 'v' },
] as const;

interface Way {
  readonly head: string;
  readonly direction: number;
  readonly shape: readonly (readonly [column: number, row: number])[];
  readonly steps: number;
  readonly fast: boolean;
  readonly forward: boolean;
  readonly backward: boolean;
}

export function drawRoads(picture: string, drawing: Drawing = {}): DrawnRoads {
  const {
    step_m = 100,
    street_ms = 10_000,
    fast_ms = street_ms,
    exits = '',
    corner = DEFAULT_CORNER,
  } = drawing;
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  const at = (column: number, row: number): string => lines[row]?.[column] ?? ' ';
  const lonPerStep = step_m / METRES_PER_DEGREE / Math.cos((corner[1] * Math.PI) / 180);
  const latPerStep = step_m / METRES_PER_DEGREE;
  const place = (column: number, row: number): Position => [
    corner[0] + column * lonPerStep,
    corner[1] - row * latPerStep,
  ];
  const units = (degrees: number): number => Math.round(degrees / COORDINATE_UNIT_DEGREES);

  const names: string[] = [];
  const places: [column: number, row: number][] = [];
  lines.forEach((line, row) => {
    for (const match of line.matchAll(/[A-Z0-9]/g)) {
      if (names.includes(match[0])) throw new Error(`Two nodes ${match[0]}`);
      names.push(match[0]);
      places.push([match.index, row]);
    }
  });

  const edges: (Way & { tail: string })[] = [];
  names.forEach((tail, node) => {
    DIRECTIONS.forEach((_, direction) => {
      const way = follow(at, places[node], direction);
      if (!way) return;
      const reverseStart = (way.direction + 2) % 4;
      const here = node * 4 + direction;
      const there = names.indexOf(way.head) * 4 + reverseStart;
      if (here < there) edges.push({ tail, ...way });
    });
  });

  const shape = edges.flatMap((edge) => edge.shape).map(([column, row]) => place(column, row));
  const firstPoint = new Uint32Array(edges.length + 1);
  edges.forEach((edge, i) => {
    firstPoint[i + 1] = firstPoint[i] + edge.shape.length;
  });
  const time_ms = (edge: Way, open: boolean): number =>
    open ? edge.steps * (edge.fast ? fast_ms : street_ms) : CLOSED;
  const graph: TimedGraph = {
    nodeLon: Int32Array.from(places, ([column, row]) => units(place(column, row)[0])),
    nodeLat: Int32Array.from(places, ([column, row]) => units(place(column, row)[1])),
    nodeFlags: Uint8Array.from(names, (name) => (exits.includes(name) ? EXIT_NODE : 0)),
    edgeTail: Uint32Array.from(edges, (edge) => names.indexOf(edge.tail)),
    edgeHead: Uint32Array.from(edges, (edge) => names.indexOf(edge.head)),
    edgeForward_ms: Uint32Array.from(edges, (edge) => time_ms(edge, edge.forward)),
    edgeBackward_ms: Uint32Array.from(edges, (edge) => time_ms(edge, edge.backward)),
    edgeFlags: Uint8Array.from(edges, (edge) => (edge.fast ? 0 : FRONTAGE_EDGE)),
    edgeFirstPoint: firstPoint,
    pointLon: Int32Array.from(shape, ([lon]) => units(lon)),
    pointLat: Int32Array.from(shape, ([, lat]) => units(lat)),
  };
  const nodeNumber = (name: string): number => {
    const node = names.indexOf(name);
    if (node === -1) throw new Error(`No node ${name} in the drawing`);
    return node;
  };
  return {
    graph,
    tiles: new RoadTilesInMemory(graph),
    node: (name) => place(...places[nodeNumber(name)]),
    place,
  };
}

function follow(
  at: (column: number, row: number) => string,
  from: readonly [number, number],
  start: number,
): Way | undefined {
  let direction = start;
  let [column, row] = from;
  const shape: [number, number][] = [[column, row]];
  let fast = false;
  let forward = true;
  let backward = true;
  for (let steps = 1; steps < 10_000; steps++) {
    const step = DIRECTIONS[direction];
    column += step.column;
    row += step.row;
    const character = at(column, row);
    if (/[A-Z0-9]/.test(character)) {
      if (steps === 1) return undefined;
      shape.push([column, row]);
      return { head: character, direction, shape, steps, fast, forward, backward };
    }
    if (character === '+') {
      shape.push([column, row]);
      const turns = [direction, (direction + 1) % 4, (direction + 3) % 4].filter((turn) =>
        leads(at(column + DIRECTIONS[turn].column, row + DIRECTIONS[turn].row), turn),
      );
      if (turns.length !== 1)
        throw new Error(`The bend in column ${column} of row ${row} leads ${turns.length} ways`);
      direction = turns[0];
    } else if (character === step.fast) fast = true;
    else if (character === step.along) backward = false;
    else if (character === step.against) forward = false;
    else if (character !== step.plain) return undefined;
  }
  throw new Error('A way without an end');
}

function leads(character: string, direction: number): boolean {
  const { plain, fast, along, against } = DIRECTIONS[direction];
  return /[A-Z0-9+]/.test(character) || [plain, fast, along, against].includes(character as never);
}
