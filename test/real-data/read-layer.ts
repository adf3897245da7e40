/** Process that reads buildings, or a raster with its coverage, as a build does; prints sums and the memory that it took. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { featuresOf, geometryPolygons } from '../../tiles-builder/sources/feature-geometry.ts';
import type { LayerSource } from '../../tiles-builder/sources/formats/layer.ts';
import { withLayer } from '../../tiles-builder/sources/formats/open-layer.ts';

async function sumsOfRaster(file: string, coverage: string) {
  const people = (await readCensus({ file, coverage }, () => {})).people.filter((own) => own > 0);
  return { features: people.length, people: people.reduce((sum, own) => sum + own, 0) };
}

/** Areas are in square degrees. */
async function sumsOfBuildings(source: LayerSource) {
  const sums = { features: 0, area: 0, dwellings: 0, letters_of_ids: 0 };
  await withLayer(source, tmpdir(), async (layer) => {
    for await (const batch of featuresOf(source, layer)) {
      for (const feature of batch) {
        sums.features++;
        const rings = geometryPolygons(source.file, feature)?.flat() ?? [];
        sums.area += rings.reduce((sum, ring) => sum + signedDoubleArea(ring) / 2, 0);
        sums.dwellings += Number(feature.tags.NB_LOGTS ?? 0);
        sums.letters_of_ids += feature.tags.ID?.length ?? 0;
      }
    }
  });
  return sums;
}

const [file, more] = process.argv.slice(2) as [string, string | undefined];
const sums = await (file.endsWith('.tif')
  ? sumsOfRaster(file, more!)
  : sumsOfBuildings({ file, ...(more && { crs: more }) }));
const [, most_kb] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
console.log(JSON.stringify({ sums, max_rss_mb: Number(most_kb) / 1024 }));
