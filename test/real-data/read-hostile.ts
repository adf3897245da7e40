/** Reads files named on standard input, one a line; prints results as JSON. */
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { isSimpleRing } from '../../tiles-builder/geometry/rings.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { isRaster } from '../../tiles-builder/sources/config/format-of.ts';
import { featuresOf, geometryPolygons } from '../../tiles-builder/sources/feature-geometry.ts';
import { withLayer } from '../../tiles-builder/sources/formats/open-layer.ts';

export interface HostileOutcome {
  readonly file: string;
  readonly outcome: 'read' | 'refused' | 'crashed';
  readonly count: number;
  readonly message: string;
  readonly most_mb: number;
}

async function countIn(file: string): Promise<number> {
  if (isRaster(file)) return (await readCensus({ file, nodata: 'unknown' }, () => {})).length;
  const crs = /\.csv$/.test(file) ? 'EPSG:2154' : undefined;
  const source = { file, crs, layer: file.endsWith('.gpkg') ? 'batiment' : undefined };
  let count = 0;
  await withLayer(source, tmpdir(), async (layer) => {
    for await (const batch of featuresOf(source, layer)) {
      for (const feature of batch) geometryPolygons(file, feature)?.flat().every(isSimpleRing);
      count += batch.length;
    }
  });
  return count;
}

for await (const file of createInterface({ input: process.stdin })) {
  let result: Pick<HostileOutcome, 'outcome' | 'count' | 'message'>;
  try {
    result = { outcome: 'read', count: await countIn(file), message: '' };
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    const isRefused = name === 'BadInput';
    result = { outcome: isRefused ? 'refused' : 'crashed', count: 0, message: isRefused ? message : stack };
  }
  const most_mb = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ file, ...result, most_mb } satisfies HostileOutcome));
}
