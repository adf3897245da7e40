/** Small datasets: a grid of streets, and people in powers of two: a sum identifies the cells counted. */
import { cellToLatLng, cellToParent, latLngToCell } from 'h3-js';
import type { Coverage, Manifest } from '../../../src/format/manifest.ts';
import { mapPackOf, runsOfPacks, writeMapPack } from '../../../src/format/map-pack.ts';
import { type NameEntry, writeNames } from '../../../src/format/name-index.ts';
import { manifestKey, mapPackName, packName, separatorsName } from '../../../src/format/object-keys.ts';
import { writePack } from '../../../src/format/pack.ts';
import type { ArcList } from '../../../src/format/ranked-arcs.ts';
import { EXIT_NODE, FRONTAGE_EDGE, type RoadArrays, writeRoadTile } from '../../../src/format/road-tile.ts';
import { EXIT_BELOW, type SeparatorArrays, writeSeparatorTile } from '../../../src/format/separator-tile.ts';
import { TRAVELS, type Travel } from '../../../src/format/tile-sets.ts';
import {
  type Cell,
  GRID_RESOLUTION,
  ROAD_PACK_RESOLUTION,
  ROAD_TILE_LEVELS,
  ROAD_TILE_RESOLUTION,
} from '../../../src/geo/cells.ts';
import type { MapTile } from '../../../src/geo/map-tiles.ts';
import { type BoundingBox, boundingBoxOf, type Polygon, type Position } from '../../../src/geo/positions.ts';
import { boundsOfChildren } from '../../../tiles-builder/roads/tiles/road-bounds.ts';
import { countDataset, entryOf, setNameOf, tilesOf } from './count-dataset.ts';
import { tileSetInMemory } from './stored-tile-sets.ts';

const CROSSINGS = 5;
const BLOCK_M = 150;
/** 5 and 30 km/h. */
const BLOCK_MS: Record<Travel, number> = { pedestrian: 108_000, motorized: 18_000 };
const METRES_PER_DEGREE = 111_195;
/** From the centre. */
const COVERAGE_REACH_M = 2_000;

const NAMES_PAGE_BYTES = 300;

export type Offset = readonly [east_m: number, north_m: number];

/** 1, 2, 4, 8 inhabitants, 16 times as many at work. */
const PEOPLE_AT: readonly Offset[] = [
  [0, 0],
  [150, 0],
  [300, 0],
  [0, 300],
];
export const WORKING_FACTOR = 16;

export interface StreetTownOptions {
  readonly region: string;
  /** Approximate: one road tile holds all streets. */
  readonly near: Position;
  /** Ends in 16 hexadecimal digits. */
  readonly version: string;
  readonly has?: { readonly living?: boolean; readonly working?: boolean; readonly basemap?: boolean };
  /** Beyond the data in the east. */
  readonly goesOn?: boolean;
  readonly cut_isochrones?: Manifest['cut_isochrones'];
  readonly coverageReach_m?: number;
  /** By default what roads cover; nobody is counted outside. */
  readonly census?: readonly [southWest: Offset, northEast: Offset];
  /** What the roads cover; the streets stay. */
  readonly roads?: readonly [southWest: Offset, northEast: Offset];
  readonly attribution?: string;
  readonly factor?: number;
  /** Multiplies the travel times; an integer. */
  readonly slowness?: number;
  readonly mapTiles?: readonly (readonly [zoom: number, x: number, y: number, bytes: Uint8Array])[];
  readonly names?: readonly NameEntry[];
}

export interface StreetTown {
  readonly manifest: Manifest;
  readonly objects: ReadonlyMap<string, Uint8Array>;
  readonly centre: Position;
  at(offset: Offset): Position;
  box(southWest: Offset, northEast: Offset): Polygon;
}

/** A mixture matches neither. */
export const twoVersions = (): readonly [StreetTown, StreetTown] => [versionOfTown(1), versionOfTown(2)];

const versionOfTown = (number: number): StreetTown =>
  streetTown({
    region: 'town',
    near: [10, 52],
    version: `town-000000000000000${number}`,
    factor: number,
    slowness: number,
  });

export function streetTown(options: StreetTownOptions): StreetTown {
  const { region, version, near, factor = 1, mapTiles = [], names = [] } = options;
  const roadCell = latLngToCell(near[1], near[0], ROAD_TILE_RESOLUTION);
  const [lat, lon] = cellToLatLng(roadCell);
  const at = ([east_m, north_m]: Offset): Position => [
    Number((lon + east_m / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)).toFixed(6)),
    Number((lat + north_m / METRES_PER_DEGREE).toFixed(6)),
  ];
  const box = ([west, south]: Offset, [east, north]: Offset): Polygon => [
    [at([west, south]), at([east, south]), at([east, north]), at([west, north]), at([west, south])],
  ];
  const { coverageReach_m = COVERAGE_REACH_M } = options;
  const coverage = [box([-coverageReach_m, -coverageReach_m], [coverageReach_m, coverageReach_m])];
  const { living = true, working = true, basemap = true } = options.has ?? {};
  const counted = options.census ? [box(...options.census)] : coverage;
  const { west, south, east, north } = boundingBoxOf(counted[0]!);
  const isCounted = (cell: string): boolean => {
    const [cellLat, cellLon] = cellToLatLng(cell);
    return cellLon >= west && cellLon < east && cellLat >= south && cellLat < north;
  };
  const peopleWith = (each: number): ReturnType<typeof tilesOf> =>
    tilesOf(
      new Map(
        PEOPLE_AT.flatMap((offset, index) => {
          const [cellLon, cellLat] = at(offset);
          const cell = latLngToCell(cellLat, cellLon, GRID_RESOLUTION);
          return isCounted(cell) ? [[cell, 2 ** index * each * factor]] : [];
        }),
      ),
    );
  const coverageByData: Coverage = {
    roads: options.roads ? [box(...options.roads)] : coverage,
    living: living ? counted : null,
    working: working ? counted : null,
  };
  const counts = countDataset(
    { ...(living && { living: peopleWith(1) }), ...(working && { working: peopleWith(WORKING_FACTOR) }) },
    { version, coverage: coverageByData },
  );
  const objects = new Map(counts.source.objects);
  const reach_m = ((CROSSINGS - 1) / 2) * BLOCK_M;
  const streetBox = box([-reach_m, -reach_m], [reach_m, reach_m]);
  for (const travel of TRAVELS) {
    const { add, objects: roads } = tileSetInMemory(travel, setNameOf(version));
    const tile = writeRoadTile(travel, roadCell, streets(travel, at, options));
    const packCell = cellToParent(roadCell, ROAD_PACK_RESOLUTION);
    const chain = ROAD_TILE_LEVELS.map((level) => cellToParent(roadCell, level));
    chain.slice(0, -1).forEach((cell, depth) => {
      const separators = onlyChild(chain[depth + 1], streetBox, options.goesOn ?? false);
      const sealed = writeSeparatorTile(travel, cell, separators);
      if (cell !== packCell) add(separatorsName(cell), sealed);
      else
        add(
          packName(cell),
          writePack(
            travel,
            cell,
            new Map([
              [cell, sealed],
              [roadCell, tile],
            ]),
          ),
        );
    });
    for (const [key, object] of roads) objects.set(key, object);
  }
  const bounds = unitsAround(streetBox);
  const roadLayer = {
    ...entryOf(setNameOf(version)),
    provinces: [{ cell: cellToParent(roadCell, ROAD_TILE_LEVELS[0]), ...bounds, roads: bounds }],
    tiles: 1,
    separator_tiles: ROAD_TILE_LEVELS.length - 1,
    nodes: CROSSINGS ** 2,
    edges: 2 * CROSSINGS * (CROSSINGS - 1),
  };
  const manifest: Manifest = {
    ...counts.manifest,
    region,
    cut_isochrones: options.cut_isochrones ?? 'refuse',
    sources: [
      {
        role: 'roads',
        file: 'streets.geojson',
        sha256: '0'.repeat(64),
        vintage: '2026',
        attribution: options.attribution ?? 'Drawn by hand',
      },
    ],
    roads: { pedestrian: roadLayer, motorized: roadLayer },
    basemap: basemap
      ? {
          ...entryOf(setNameOf(version)),
          packs: runsOfPacks(mapTiles.map(([zoom, x, y]) => mapPackOf({ zoom, x, y }))),
          names: names.length,
        }
      : null,
  };
  const map = tileSetInMemory('basemap', setNameOf(version));
  const packs = Map.groupBy(mapTiles, ([zoom, x, y]) => mapPackName(mapPackOf({ zoom, x, y })));
  for (const [name, tiles] of packs) {
    const [[zoom, x, y]] = tiles;
    const bytesOf = (place: MapTile): Uint8Array | null =>
      tiles.find(([z, column, row]) => z === place.zoom && column === place.x && row === place.y)?.[3] ??
      null;
    map.add(name, writeMapPack(mapPackOf({ zoom, x, y }), bytesOf)!);
  }
  writeNames(names, map.add, NAMES_PAGE_BYTES);
  for (const [key, object] of map.objects) objects.set(key, object);
  objects.set(manifestKey(version), new TextEncoder().encode(JSON.stringify(manifest)));
  return { manifest, objects, centre: at([0, 0]), at, box };
}

/** All roads are in one leaf. */
function onlyChild(child: Cell, around: Polygon, goesOn: boolean): SeparatorArrays {
  const bounds = unitsAround(around);
  const noArcs = { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) };
  return {
    nodeFlags: new Uint8Array(0),
    borderNodes: 0,
    down: noArcs,
    up: noArcs,
    childCells: [child],
    childFlags: Uint8Array.of(goesOn ? EXIT_BELOW : 0),
    ...boundsOfChildren([{ ...bounds, roads: bounds }]),
    childFirstBorder: new Uint32Array(2),
    borderSlot: new Uint32Array(0),
    borderFarthest_ms: new Int32Array(0),
  };
}

/** In coordinate units. */
function unitsAround({ 0: ring }: Polygon): BoundingBox {
  const units = ring.map(([lon, lat]) => [Math.round(lon * 1e7), Math.round(lat * 1e7)] as const);
  return boundingBoxOf([units]);
}

function streets(
  travel: Travel,
  at: (offset: Offset) => Position,
  { goesOn = false, slowness = 1 }: StreetTownOptions,
): RoadArrays {
  const block_ms = BLOCK_MS[travel] * slowness;
  const middle = (CROSSINGS - 1) / 2;
  const positionOf = (node: number): Position =>
    at([((node % CROSSINGS) - middle) * BLOCK_M, (Math.floor(node / CROSSINGS) - middle) * BLOCK_M]);
  const nodes = Array.from({ length: CROSSINGS ** 2 }, (_, node) => node);
  const edges = nodes.flatMap((node) => [
    ...(node % CROSSINGS < CROSSINGS - 1 ? [[node, node + 1] as const] : []),
    ...(node + CROSSINGS < nodes.length ? [[node, node + CROSSINGS] as const] : []),
  ]);
  const blocksBetween = (a: number, b: number): number =>
    Math.abs((a % CROSSINGS) - (b % CROSSINGS)) +
    Math.abs(Math.floor(a / CROSSINGS) - Math.floor(b / CROSSINGS));
  // To each node before: a valid, large hierarchy.
  const arcs: ArcList = {
    firstArc: Uint32Array.from([...nodes, nodes.length], (node) => (node * (node - 1)) / 2),
    upperSlot: Uint32Array.from(nodes.flatMap((node) => nodes.slice(0, node))),
    ms: Int32Array.from(
      nodes.flatMap((node) => nodes.slice(0, node).map((upper) => blocksBetween(node, upper) * block_ms)),
    ),
  };
  const points = edges.flatMap((ends) => ends.map(positionOf));
  const unit = (degrees: number): number => Math.round(degrees * 1e7);
  return {
    nodeFlags: Uint8Array.from(nodes, (node) =>
      goesOn && node % CROSSINGS === CROSSINGS - 1 ? EXIT_NODE : 0,
    ),
    borderNodes: 0,
    down: arcs,
    up: arcs,
    edgeTail: Uint32Array.from(edges, ([tail]) => tail),
    edgeHead: Uint32Array.from(edges, ([, head]) => head),
    edgeForward_ms: new Uint32Array(edges.length).fill(block_ms),
    edgeBackward_ms: new Uint32Array(edges.length).fill(block_ms),
    edgeFlags: new Uint8Array(edges.length).fill(FRONTAGE_EDGE),
    edgeFirstPoint: Uint32Array.from({ length: edges.length + 1 }, (_, edge) => edge * 2),
    pointLon: Int32Array.from(points, ([pointLon]) => unit(pointLon)),
    pointLat: Int32Array.from(points, ([, pointLat]) => unit(pointLat)),
  };
}
