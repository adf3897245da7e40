/**
 * Checks whether an OpenStreetMap extract, cut from a larger one, suffices for the same answers inside its coverage: it needs
 * homes within 4 km, and whole roads along the border.
 */
import { type BoundingBox, boundingBoxOf, widenedBox, type Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { HALO_M } from '../partitions/partitions.ts';
import { readFileHeader } from '../sources/osm/file-header.ts';

export interface CutExamination {
  readonly isWide: boolean;
  /** Cuts the extract from a larger one. */
  readonly command: string;
}

export async function examineCut(file: string, coverage: Zone): Promise<CutExamination> {
  const needed = widenedBox(boundingBoxOf(coverage.flat()), HALO_M);
  const stated = await statedBounds(file);
  const { west, south, east, north } = needed;
  const isWide =
    stated !== null &&
    stated.west <= west &&
    stated.south <= south &&
    stated.east >= east &&
    stated.north >= north;
  const box = [
    Math.floor(west * 1e4),
    Math.floor(south * 1e4),
    Math.ceil(east * 1e4),
    Math.ceil(north * 1e4),
  ];
  const command =
    `osmium extract --strategy complete_ways --set-bounds --bbox ${box.map((units) => units / 1e4).join()} ` +
    `LARGER.osm.pbf --output ${file}`;
  return { isWide, command };
}

/** @returns `null` if none are stated, or the file cannot be read */
async function statedBounds(file: string): Promise<BoundingBox | null> {
  try {
    return (await readFileHeader(file)).bounds;
  } catch (cause) {
    if (cause instanceof BadInput) return null;
    throw cause;
  }
}
