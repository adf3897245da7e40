/** Dataset folders of a few bytes. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { latLngToCell } from 'h3-js';
import { seal } from '../../../src/format/envelope.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { runsOfPacks, writeMapPack } from '../../../src/format/map-pack.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { ROAD_MODEL } from '../../../src/format/road-model.ts';
import { TRAVELS, type Travel } from '../../../src/format/tile-sets.ts';
import { ROAD_TILE_RESOLUTION } from '../../../src/geo/cells.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { writeManifest, writeReceipt } from '../../../tiles-builder/dataset/dataset-folder.ts';
import { openTileSet } from '../../../tiles-builder/dataset/tile-set-writer.ts';
import { BUILT_AT } from './stored-tile-sets.ts';

interface TinyDataset {
  readonly region: string;
  /** Equal texts give equal tile sets. */
  readonly content: Readonly<Record<Travel | 'basemap', string>>;
  readonly objects?: number;
  readonly more?: Partial<Manifest>;
}

const SQUARE: Zone = [
  [
    [
      [10, 52],
      [10.1, 52],
      [10.1, 52.1],
      [10, 52.1],
      [10, 52],
    ],
  ],
];

export function writeTinyDataset(
  folder: string,
  { region, content, objects = 2, more }: TinyDataset,
): Manifest {
  const bytesOf = (text: string, index: number): Uint8Array => new TextEncoder().encode(`${text} ${index}`);
  const roadsOf = (travel: Travel) => {
    const writer = openTileSet(folder, travel);
    for (let index = 0; index < objects; index++) {
      const cell = latLngToCell(52 + index, 10, ROAD_TILE_RESOLUTION);
      const sealed = seal({ kind: 'separators', tileSet: travel, cell }, bytesOf(content[travel], index));
      writer.add(`separators-${cell}`, sealed);
    }
    return { ...writer.finish(), provinces: [], tiles: 1, separator_tiles: objects, nodes: 100, edges: 100 };
  };
  const basemap = openTileSet(folder, 'basemap');
  const packs = Array.from({ length: objects }, (_, x) => ({ zoom: 8, x, y: 1 }));
  for (const [index, pack] of packs.entries()) {
    basemap.add(
      mapPackName(pack),
      writeMapPack(pack, () =>
        fromGeojsonVt({ [`${content.basemap} ${index}`]: { features: [] } } as never),
      )!,
    );
  }
  const [pedestrian, motorized] = TRAVELS.map(roadsOf);
  const manifest = writeManifest(
    folder,
    {
      region,
      timezone: 'Europe/Berlin',
      simulated: true,
      cut_isochrones: 'answer',
      sources: [],
      coverage: { roads: SQUARE, living: null, working: null },
      coverage_margin_m: { roads: 0, living: 0, working: 0 },
      road_model: ROAD_MODEL,
      roads: { pedestrian, motorized },
      basemap: { ...basemap.finish(), packs: runsOfPacks(packs), names: 0 },
      living: null,
      working: null,
      error_model: { living: null, working: null },
      ...more,
    },
    BUILT_AT,
  );
  writeReceipt(folder, BUILT_AT);
  return manifest;
}
