/** Process that reads a layer or raster as a build does, and prints sums. */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { isRaster } from '../../tiles-builder/sources/config/format-of.ts';
import { featuresOf, geometryPolygons } from '../../tiles-builder/sources/feature-geometry.ts';
import type { LayerSource } from '../../tiles-builder/sources/formats/layer.ts';
import { withLayer } from '../../tiles-builder/sources/formats/open-layer.ts';

/** `area` in square degrees. */
export type LayerSums = { readonly features: number } & Readonly<
  Record<'area' | 'dwellings' | 'letters_of_ids', number> | Record<'people', number>
>;

/** Buildings, or people by cell with their coverage. */
export interface ReaderSource extends LayerSource {
  readonly coverage?: string;
}

export interface ReadLayer {
  readonly found: LayerSums;
  readonly max_rss_mb: number;
}

async function sumsOfRaster(file: string, coverage: string): Promise<LayerSums> {
  const { people } = await readCensus({ file, coverage }, () => {});
  return {
    features: people.reduce((count, own) => count + (own > 0 ? 1 : 0), 0),
    people: people.reduce((sum, own) => sum + own, 0),
  };
}

async function sumsOfBuildings(source: LayerSource): Promise<LayerSums> {
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
  return sums;
}

const sumsOf = ({ coverage = '', ...source }: ReaderSource): Promise<LayerSums> =>
  isRaster(source.file) ? sumsOfRaster(source.file, coverage) : sumsOfBuildings(source);

const STATUS = '/proc/self/status';

/**
 * Without /proc perhaps of the parent.
 * @throws Error without such a line in /proc
 */
function mostHeld_kb(): number {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  const most = readFileSync(STATUS, 'utf8').match(/^VmHWM:\s+(\d+) kB/m);
  if (!most) throw new Error(`${STATUS} has no VmHWM`);
  return Number(most[1]);
}

const found = await sumsOf(JSON.parse(process.argv[2]));
console.log(JSON.stringify({ found, max_rss_mb: mostHeld_kb() / 1024 } satisfies ReadLayer));
