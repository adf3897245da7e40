/** Reads the layer that is described on the command line as a build reads it, and prints what it found as JSON: a process of its own. */
import { tmpdir } from 'node:os';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { featuresOf, geometryPolygons } from '../../tiles-builder/read/feature-geometry.ts';
import type { LayerSource } from '../../tiles-builder/read/formats/layer.ts';
import { withLayer } from '../../tiles-builder/read/formats/open-layer.ts';

/** What a layer of buildings holds. */
export interface LayerSums {
  readonly features: number;
  /** Square degrees. */
  readonly area: number;
  readonly dwellings: number;
  readonly letters_of_ids: number;
}

export interface ReadLayer extends LayerSums {
  /** The most that the process held. */
  readonly max_rss_mb: number;
}

const source: LayerSource = JSON.parse(process.argv[2]);
const sums = { features: 0, area: 0, dwellings: 0, letters_of_ids: 0 };
await withLayer(source, tmpdir(), async (layer) => {
  for await (const batch of featuresOf(source, layer)) {
    for (const feature of batch) {
      sums.features++;
      for (const [shell, ...holes] of geometryPolygons(source.file, feature) ?? []) {
        sums.area += signedDoubleArea(shell) / 2;
        for (const hole of holes) sums.area += signedDoubleArea(hole) / 2;
      }
      sums.dwellings += Number(feature.tags.NB_LOGTS ?? 0);
      sums.letters_of_ids += feature.tags.ID?.length ?? 0;
    }
  }
});
const max_rss_mb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ...sums, max_rss_mb } satisfies ReadLayer));
