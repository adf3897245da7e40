/** Decodes the bounds in the header of an OSM PBF file, and refuses files that require features that are not supported. */
import type { PbfReader } from 'pbf';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { blobsOf, decoded } from './blobs.ts';

export interface OsmFileHeader {
  /** Bounds in degrees, `null` if the file states none. */
  readonly bounds: BoundingBox | null;
}

const SUPPORTED_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);

export async function readFileHeader(file: string): Promise<OsmFileHeader> {
  for await (const { content } of blobsOf(file))
    return decoded(file, 0, content, (pbf) => readHeaderBlock(file, pbf));
  throw new BadInput(file, null, 'is empty');
}

function readHeaderBlock(file: string, pbf: PbfReader): OsmFileHeader {
  let bounds: BoundingBox | null = null;
  pbf.readFields((field) => {
    if (field === 1) bounds = readBounds(pbf);
    else if (field === 4) {
      const feature = pbf.readString();
      if (!SUPPORTED_FEATURES.has(feature))
        throw new BadInput(file, null, `needs the feature ${feature}, which is not supported`);
    } else if (field === 5 && pbf.readString() === 'LocationsOnWays') {
      throw new BadInput(file, null, 'keeps locations on ways (LocationsOnWays), which is not supported');
    }
  }, null);
  return { bounds };
}

function readBounds(pbf: PbfReader): BoundingBox {
  const nanodegrees = { west: 0, east: 0, north: 0, south: 0 };
  const sides = ['west', 'east', 'north', 'south'] as const;
  pbf.readMessage((field) => {
    const side = sides[field - 1];
    if (side) nanodegrees[side] = pbf.readSVarint();
  }, null);
  const { west, east, north, south } = nanodegrees;
  return { west: west / 1e9, south: south / 1e9, east: east / 1e9, north: north / 1e9 };
}
