/**
 * Compares a dataset folder with the live version of its region: people by tile, coverage and roads. It says which changes are
 * larger than is usual between vintages of the same sources, so that a publication refuses them.
 */
import { cellToLatLng } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { type Coverage, type Manifest, tileSetsOf } from '../../src/format/manifest.ts';
import { LAYERS, type Layer, TILE_SETS, TRAVELS } from '../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { whole } from '../base/numbers/whole-number.ts';
import { peopleByTile } from '../dataset/count-tiles.ts';
import { manifestIn, readerOfFolder } from '../dataset/dataset-folder.ts';
import type { Bucket } from './bucket.ts';
import { M2_PER_KM2 } from './neighbours/find-neighbours.ts';
import { readStoredManifest, tileSourceOf } from './stored-dataset.ts';

/** Kinds of unusual changes that an option of a publication accepts. */
export const ALL_CHANGES = ['people', 'coverage', 'roads', 'layers'] as const;
export type ChangeKind = (typeof ALL_CHANGES)[number];

/** A larger change is unusual: regional censuses some years apart differ by hundredths. */
const MAX_PEOPLE_SHARE = 0.1;
/** If 36 km² of a town gain or lose half, a file is missing or counted twice. */
const MAX_AREA_SHARE = 0.5;
/** In areas with fewer people, one estate is a large share. */
const MIN_PEOPLE_OF_AREA = 10_000;
/** If a larger share of the coverage is lost, callers notice failing calls. */
const MAX_COVERAGE_LOST_SHARE = 0.05;
/** A larger change is unusual: OpenStreetMap grows by hundredths a year. */
const MAX_ROADS_SHARE = 0.2;

/** Areas where people change most, which are reported whatever their change. */
const AREAS_SHOWN = 3;
export interface ChangedFigure {
  readonly kind: ChangeKind;
  /** A layer, a place in it, a travel mode, or a kind of data. */
  readonly of: string;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
  /** A change by more than this share of `before` is unusual; `null` for a figure that may change as it likes. */
  readonly max_share: number | null;
}

export interface ChangeNote {
  /** What must be accepted for it, if anything. */
  readonly kinds: readonly ChangeKind[];
  readonly sentence: string;
}

/** Changes that a new version makes. */
export interface VersionChange {
  readonly before: string;
  readonly after: string;
  readonly figures: readonly ChangedFigure[];
  readonly notes: readonly ChangeNote[];
}

interface ComparedVersion {
  readonly manifest: Manifest;
  readonly people: Readonly<Record<Layer, ReadonlyMap<Cell, number>>>;
}

export async function compareWithLive(
  live: LiveRegion,
  folder: string,
  bucket: Bucket,
): Promise<VersionChange> {
  const own = manifestIn(folder);
  const next = await readVersion(own, readerOfFolder(folder, own, new LoadedObjects(0)));
  const versions = { before: live.version, after: next.manifest.version };
  try {
    const manifest = await readStoredManifest(live, bucket);
    const reader = new DatasetReader(manifest, tileSourceOf(bucket), new LoadedObjects(0));
    return { ...versions, ...changesFrom(await readVersion(manifest, reader), next) };
  } catch (cause) {
    if (!(cause instanceof DamagedTile)) throw cause;
    const sentence = `the live version ${live.version} cannot be compared with (${cause.message})`;
    return { ...versions, figures: [], notes: [{ kinds: ALL_CHANGES, sentence }] };
  }
}

/** Lines that say what a new version changes. */
export const describeChange = ({ before, after, figures, notes }: VersionChange): string[] => [
  `${after} replaces ${before}:`,
  ...figures.map(
    ({ of, unit, before: from, after: to }) =>
      `  ${of.padEnd(11)}${whole(from)} → ${whole(to)} ${unit} (${percent(from, to)})`,
  ),
  ...notes.map(({ sentence }) => `  ${sentence}`),
];

/** Changes that are larger than is usual, each with the kinds that must be accepted for it. */
export const excessesOf = ({ figures, notes }: VersionChange): ChangeNote[] => [
  ...figures.filter(isBeyond).map(({ kind, of, unit, before, after, max_share }) => ({
    kinds: [kind],
    sentence:
      `${of}: ${unit} change from ${whole(before)} to ${whole(after)} by ${percent(before, after)}, ` +
      `more than ${max_share! * 100} %`,
  })),
  ...notes.filter(({ kinds }) => kinds.length > 0),
];

async function readVersion(manifest: Manifest, reader: DatasetReader): Promise<ComparedVersion> {
  const peopleOf = async (layer: Layer): Promise<ReadonlyMap<Cell, number>> =>
    peopleByTile((await reader.readOverviews(layer, manifest[layer]?.overviews ?? [])).values());
  return { manifest, people: { living: await peopleOf('living'), working: await peopleOf('working') } };
}

function changesFrom(live: ComparedVersion, next: ComparedVersion): Pick<VersionChange, 'figures' | 'notes'> {
  const [before, after] = [live.manifest, next.manifest];
  const [setsBefore, setsAfter] = [tileSetsOf(before), tileSetsOf(after)];
  const appeared = TILE_SETS.filter((tileSet) => setsAfter[tileSet] && !setsBefore[tileSet]);
  const vanished = TILE_SETS.filter((tileSet) => setsBefore[tileSet] && !setsAfter[tileSet]);
  const simulated = after.simulated
    ? 'the people are simulated, the live ones are not'
    : 'the live people are simulated, these are not';
  return {
    figures: [
      ...LAYERS.flatMap((layer) => peopleFigures(layer, live, next)),
      ...(['roads', ...LAYERS] as const).flatMap((of) => coverageFigures(of, before, after)),
      ...TRAVELS.flatMap((travel) =>
        (['nodes', 'edges'] as const).map(
          (unit): ChangedFigure => ({
            ...{ kind: 'roads', of: travel, unit, max_share: MAX_ROADS_SHARE },
            ...{ before: before.roads[travel][unit], after: after.roads[travel][unit] },
          }),
        ),
      ),
    ],
    notes: [
      ...(before.simulated === after.simulated ? [] : [{ kinds: ['people'] as const, sentence: simulated }]),
      ...(appeared.length === 0 ? [] : [{ kinds: [], sentence: `${appeared.join(', ')} would be new` }]),
      ...(vanished.length === 0
        ? []
        : [{ kinds: ['layers'] as const, sentence: `${vanished.join(', ')} would be gone` }]),
    ],
  };
}

/** Compares the whole layer, and areas of some 36 km²: those that change most, and those that change too much. */
function peopleFigures(layer: Layer, live: ComparedVersion, next: ComparedVersion): ChangedFigure[] {
  const [from, to] = [live.manifest[layer], next.manifest[layer]];
  if (!from || !to) return [];
  const people = { kind: 'people', unit: 'people' } as const;
  const [before, after] = [live.people[layer], next.people[layer]];
  const areas = [...new Set([...before.keys(), ...after.keys()])]
    .map((cell): ChangedFigure => {
      const [lat, lon] = cellToLatLng(cell);
      const figures = { before: peopleIn(before, cell), after: peopleIn(after, cell) };
      const isTown = Math.max(figures.before, figures.after) > MIN_PEOPLE_OF_AREA;
      const of = `${layer} around ${lon.toFixed(2)}, ${lat.toFixed(2)}`;
      return { ...people, of, ...figures, max_share: isTown ? MAX_AREA_SHARE : null };
    })
    .filter((area) => area.before !== area.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return [
    {
      ...{ ...people, of: layer, max_share: MAX_PEOPLE_SHARE },
      ...{ before: from.total_millipersons / MILLIPERSONS, after: to.total_millipersons / MILLIPERSONS },
    },
    ...areas.filter((area, place) => place < AREAS_SHOWN || isBeyond(area)),
  ];
}

const peopleIn = (millipersons: ReadonlyMap<Cell, number>, cell: Cell): number =>
  (millipersons.get(cell) ?? 0) / MILLIPERSONS;

function coverageFigures(of: keyof Coverage, live: Manifest, next: Manifest): ChangedFigure[] {
  const [from, to] = [live.coverage[of], next.coverage[of]];
  if (!from || !to) return [];
  const [before, after, shared] = [areaOfZone_m2(from), areaOfZone_m2(to), sharedArea_m2(from, to)].map(
    (area_m2) => area_m2 / M2_PER_KM2,
  );
  return [
    { kind: 'coverage', of, unit: 'km² covered', before, after, max_share: null },
    {
      ...{ kind: 'coverage', of, unit: 'km² still covered', before },
      ...{ after: Math.min(before, shared), max_share: MAX_COVERAGE_LOST_SHARE },
    },
  ];
}

const isBeyond = ({ before, after, max_share }: ChangedFigure): boolean =>
  max_share !== null && Math.abs(after - before) > before * max_share;

/** Formats a change with its sign, as `+12.3 %`. */
function percent(before: number, after: number): string {
  if (before === after) return '0 %';
  if (before === 0) return 'from none';
  const share = ((after - before) / before) * 100;
  return `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(1)} %`;
}
