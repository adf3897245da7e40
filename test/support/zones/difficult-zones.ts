/** Random valid zones, difficult in shape and place. */
import { cellToLatLng, getPentagons } from 'h3-js';
import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { readZone } from '../../../src/zone/read-zone.ts';
import type { Random } from '../../../tiles-builder/base/numbers/random.ts';

/** Metres to the east and north. */
type Point = readonly [x: number, y: number];
type Shape = readonly (readonly Point[])[];

interface DifficultZone {
  readonly kind: string;
  readonly place: string;
  readonly polygon: Polygon;
}

const oneOf = <T>(random: Random, values: readonly T[]): T => values[random.integer(0, values.length - 1)];

const polar = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];

function turned(shape: Shape, angle: number): Shape {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return shape.map((ring) => ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]));
}

const rectangle = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

function star(random: Random, points: number, low: number, high: number): Point[] {
  return Array.from({ length: points }, (_, i) =>
    polar(random.between(low, high), (2 * Math.PI * (i + random.between(0, 0.9))) / points),
  );
}

/** The line must turn gently. */
function band(line: readonly Point[], halfWidth: number): Point[] {
  const sides = line.map(([x, y], i) => {
    const [fromX, fromY] = line[Math.max(0, i - 1)];
    const [toX, toY] = line[Math.min(line.length - 1, i + 1)];
    const length = Math.hypot(toX - fromX, toY - fromY);
    const across: Point = [(-(toY - fromY) / length) * halfWidth, ((toX - fromX) / length) * halfWidth];
    return { left: [x + across[0], y + across[1]] as Point, right: [x - across[0], y - across[1]] as Point };
  });
  return [...sides.map((side) => side.right), ...sides.map((side) => side.left).reverse()];
}

const SHAPES: Record<string, (random: Random) => Shape> = {
  triangle: (random) => {
    const size = 10 ** random.between(1, 2.9);
    return [
      Array.from({ length: 3 }, () => [random.between(-size, size), random.between(-size, size)] as Point),
    ];
  },
  star: (random) => [star(random, random.integer(5, 40), random.between(5, 200), random.between(200, 500))],
  sliver: (random) => [rectangle(0, 0, random.between(30, 1200), random.between(0.3, 2))],
  'winding street': (random) => {
    const [height, waves] = [random.between(10, 80), random.between(0.5, 3)];
    const line = Array.from(
      { length: 40 },
      (_, i): Point => [i * 15, height * Math.sin((i / 40) * waves * 2 * Math.PI)],
    );
    return [band(line, random.between(0.5, 12))];
  },
  comb: (random) => {
    const [teeth, width, gap] = [random.integer(2, 20), random.between(0.5, 20), random.between(0.5, 40)];
    const points: Point[] = [[0, -random.between(1, 30)]];
    for (let i = 0; i < teeth; i++) {
      const x = i * (width + gap);
      const height = random.between(20, 300);
      points.push([x, 0], [x, height], [x + width, height], [x + width, 0]);
    }
    points.push([teeth * (width + gap), 0], [teeth * (width + gap), points[0][1]]);
    return [points.slice(0, 1).concat(points.slice(2))];
  },
  'smaller than a cell': (random) => [star(random, random.integer(3, 8), 0.3, random.between(0.6, 12))],
  '500 positions': (random) => [star(random, 499, random.between(100, 300), random.between(300, 420))],
  hole: (random) => {
    const hole = star(random, random.integer(3, 12), random.between(1, 50), random.between(60, 190));
    return [star(random, 24, 220, 400), hole];
  },
  'ring road': (random) => {
    const [radius, width] = [random.between(30, 400), random.between(0.5, 25)];
    const circle = (r: number): Point[] =>
      Array.from({ length: 60 }, (_, i) => polar(r, (2 * Math.PI * i) / 60));
    return [circle(radius + width), circle(radius)];
  },
  'holes that touch': (random) => {
    const size = random.between(40, 300);
    const at = random.between(0.2, 0.8) * size;
    return [
      rectangle(0, 0, size, size),
      [
        [0, at],
        [size / 3, at + size / 9],
        [size / 3, at - size / 9],
      ],
      [
        [size / 3, at + size / 9],
        [size / 2, at + size / 6],
        [size / 2, at + size / 12],
      ],
    ];
  },
};

export const KINDS = Object.keys(SHAPES);

interface Place {
  readonly lon: number;
  readonly lat: number;
  readonly side?: -1 | 1;
}

const vertices = getPentagons(12).map((cell) => cellToLatLng(cell));

export function onIcosahedronEdge(random: Random): Place {
  const vector = ([lat, lon]: readonly [number, number]): number[] => {
    const [y, x] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)];
  };
  const from = vector(oneOf(random, vertices));
  const neighbours = vertices.map(vector).filter((to) => {
    const cosine = from.reduce((sum, each, axis) => sum + each * to[axis], 0);
    return cosine > 0.4 && cosine < 0.9;
  });
  const to = oneOf(random, neighbours);
  const share = random.unit();
  const [x, y, z] = from.map((each, axis) => each * share + to[axis] * (1 - share)) as [
    number,
    number,
    number,
  ];
  return { lon: (Math.atan2(y, x) * 180) / Math.PI, lat: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI };
}

const PLACES: Record<string, (random: Random) => Place> = {
  France: (random) => ({ lon: random.between(-4, 8), lat: random.between(43, 50) }),
  anywhere: (random) => ({
    lon: random.between(-179, 179),
    lat: (Math.asin(random.between(-0.99, 0.99)) * 180) / Math.PI,
  }),
  'far north or south': (random) => ({
    lon: random.between(-179, 179),
    lat: oneOf(random, [-1, 1]) * random.between(75, 85),
  }),
  antimeridian: (random) => {
    const side = oneOf(random, [-1, 1] as const);
    const away = oneOf(random, [0, 0, 1e-5, 2e-4]);
    return { lon: -side * (180 - away), lat: random.between(-80, 80), side };
  },
  pentagon: (random) => {
    const [lat, lon] = oneOf(random, vertices);
    return { lon: lon + random.between(-0.002, 0.002), lat: lat + random.between(-0.002, 0.002) };
  },
  'icosahedron edge': onIcosahedronEdge,
};

/** A hundred invalid attempts in a row are a defect here. */
export function difficultZone(random: Random, kind = oneOf(random, KINDS)): DifficultZone {
  const placeName = oneOf(random, Object.keys(PLACES));
  for (let attempt = 0; attempt < 100; attempt++) {
    const place = PLACES[placeName](random);
    const shape = turned(SHAPES[kind](random), oneOf(random, [0, random.between(0, 2 * Math.PI)]));
    const read = readZone(JSON.stringify({ type: 'Polygon', coordinates: onGlobe(shape, place) }));
    if (read.ok) return { kind, place: placeName, polygon: read.value };
  }
  throw new Error(`No valid ${kind} in ${placeName}`);
}

function onGlobe(shape: Shape, { lon, lat, side }: Place): Position[][] {
  const metresPerDegree = 111_195;
  const xs = shape[0].map(([x]) => x);
  const shift = side === undefined ? 0 : side < 0 ? -Math.max(...xs) : -Math.min(...xs);
  return shape.map((ring) => {
    const positions = ring.map(
      ([x, y]): Position => [
        lon + (x + shift) / metresPerDegree / Math.cos((lat * Math.PI) / 180),
        lat + y / metresPerDegree,
      ],
    );
    return [...positions, positions[0]];
  });
}
