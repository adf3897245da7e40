/**
 * Compares a dataset folder with its region's live version: people by tile of their overviews, coverage and roads of their
 * manifests.
 */
import { cellToLatLng } from 'h3-js';
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import { DamagedTile } from '../../../src/format/envelope.ts';
import type { LiveRegion } from '../../../src/format/live-regions.ts';
import { type Manifest, tileSetsOf } from '../../../src/format/manifest.ts';
import { LAYERS, type Layer, TILE_SETS, TRAVELS, type Travel } from '../../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  OVERVIEW_RESOLUTION,
} from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import { StorageUnavailable } from '../../../src/storage/tile-source.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { manifestIn, readerOfFolder } from '../../dataset/dataset-folder.ts';
import type { Bucket } from '../bucket.ts';
import { M2_PER_KM2 } from '../neighbours/find-neighbours.ts';
import { readStoredManifest, tileSourceOf } from '../stored-dataset.ts';

/** Area of some 36 km², by its centre. */
interface AreaChange {
  readonly lon: number;
  readonly lat: number;
  readonly people_before: number;
  readonly people_after: number;
}

interface PeopleChange {
  readonly layer: Layer;
  readonly people_before: number;
  readonly people_after: number;
  readonly areas: readonly AreaChange[];
}

interface CoverageChange {
  readonly of: 'roads' | Layer;
  readonly before_km2: number;
  readonly after_km2: number;
  /** Covered before, not now. */
  readonly lost_km2: number;
}

interface RoadsChange {
  readonly travel: Travel;
  readonly nodes_before: number;
  readonly nodes_after: number;
  readonly edges_before: number;
  readonly edges_after: number;
}

/** What a new version changes. */
export interface VersionChange {
  readonly before: string;
  readonly after: string;
  /** Why the live version is unreadable. */
  readonly unreadable: string | null;
  readonly people: readonly PeopleChange[];
  readonly coverage: readonly CoverageChange[];
  readonly roads: readonly RoadsChange[];
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
  readonly simulated_before: boolean;
  readonly simulated_after: boolean;
}

/** Below the limit of a request. */
const OVERVIEWS_AT_ONCE = 100;

/** A reader has the limit of one request. */
type OpenReader = () => DatasetReader;

interface ComparedVersion {
  readonly manifest: Manifest;
  readonly people: Readonly<Record<Layer, ReadonlyMap<Cell, number>>>;
}

export async function compareWithLive(
  live: LiveRegion,
  folder: string,
  bucket: Bucket,
): Promise<VersionChange> {
  const after = await readFolder(folder);
  let before: ComparedVersion;
  try {
    before = await readLive(live, bucket);
  } catch (cause) {
    if (!(cause instanceof DamagedTile)) throw cause;
    return {
      before: live.version,
      after: after.manifest.version,
      unreadable: cause.message,
      people: [],
      coverage: [],
      roads: [],
      appeared: [],
      vanished: [],
      simulated_before: after.manifest.simulated,
      simulated_after: after.manifest.simulated,
    };
  }
  return compare(before, after);
}

async function readFolder(folder: string): Promise<ComparedVersion> {
  const manifest = manifestIn(folder);
  try {
    return await readVersion(manifest, () => readerOfFolder(folder, manifest, new LoadedObjects(0)));
  } catch (cause) {
    if (!(cause instanceof DamagedTile || cause instanceof StorageUnavailable)) throw cause;
    throw new BadInput(folder, null, cause.message);
  }
}

async function readLive(live: LiveRegion, bucket: Bucket): Promise<ComparedVersion> {
  const manifest = await readStoredManifest(live, bucket);
  const source = tileSourceOf(bucket);
  return readVersion(manifest, () => new DatasetReader(manifest, source, new LoadedObjects(0)));
}

const readVersion = async (manifest: Manifest, open: OpenReader): Promise<ComparedVersion> => ({
  manifest,
  people: {
    living: await peopleByTile('living', manifest, open),
    working: await peopleByTile('working', manifest, open),
  },
});

function compare(live: ComparedVersion, next: ComparedVersion): VersionChange {
  const [before, after] = [live.manifest, next.manifest];
  const [setsBefore, setsAfter] = [tileSetsOf(before), tileSetsOf(after)];
  return {
    before: before.version,
    after: after.version,
    unreadable: null,
    people: LAYERS.flatMap((layer): PeopleChange[] => {
      const [from, to] = [before[layer], after[layer]];
      if (!from || !to) return [];
      return [
        {
          layer,
          people_before: from.total_millipersons / MILLIPERSONS,
          people_after: to.total_millipersons / MILLIPERSONS,
          areas: areasOf(live.people[layer], next.people[layer]),
        },
      ];
    }),
    coverage: (['roads', ...LAYERS] as const).flatMap((of) => coverageOf(of, before, after)),
    roads: TRAVELS.map(
      (travel): RoadsChange => ({
        travel,
        nodes_before: before.roads[travel].nodes,
        nodes_after: after.roads[travel].nodes,
        edges_before: before.roads[travel].edges,
        edges_after: after.roads[travel].edges,
      }),
    ),
    appeared: TILE_SETS.filter((tileSet) => setsAfter[tileSet] && !setsBefore[tileSet]),
    vanished: TILE_SETS.filter((tileSet) => setsBefore[tileSet] && !setsAfter[tileSet]),
    simulated_before: before.simulated,
    simulated_after: after.simulated,
  };
}

function coverageOf(of: CoverageChange['of'], before: Manifest, after: Manifest): CoverageChange[] {
  const [from, to]: (Zone | null)[] = [before.coverage[of], after.coverage[of]];
  if (!from || !to) return [];
  const [before_km2, after_km2, shared_km2] = [
    areaOfZone_m2(from),
    areaOfZone_m2(to),
    sharedArea_m2(from, to),
  ].map((area_m2) => area_m2 / M2_PER_KM2);
  return [{ of, before_km2, after_km2, lost_km2: Math.max(0, before_km2 - shared_km2) }];
}

async function peopleByTile(layer: Layer, manifest: Manifest, open: OpenReader): Promise<Map<Cell, number>> {
  const people = new Map<Cell, number>();
  const cells = manifest[layer]?.overviews ?? [];
  for (let start = 0; start < cells.length; start += OVERVIEWS_AT_ONCE) {
    const overviews = await open().readOverviews(layer, cells.slice(start, start + OVERVIEWS_AT_ONCE));
    for (const { cell, keys, runningTotals } of overviews.values()) {
      let total = 0;
      for (const [index, key] of keys.entries()) {
        const tile = cellFromKey(cell, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION);
        people.set(tile, (runningTotals[index] - total) / MILLIPERSONS);
        total = runningTotals[index];
      }
    }
  }
  return people;
}

function areasOf(before: ReadonlyMap<Cell, number>, after: ReadonlyMap<Cell, number>): AreaChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((cell): AreaChange => {
      const [lat, lon] = cellToLatLng(cell);
      return { lon, lat, people_before: before.get(cell) ?? 0, people_after: after.get(cell) ?? 0 };
    })
    .filter(({ people_before, people_after }) => people_before !== people_after)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
}

const sizeOf = ({ people_before, people_after }: AreaChange): number =>
  Math.abs(people_after - people_before);
